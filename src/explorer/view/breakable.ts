import type { VNode } from 'preact';
import { html } from './html.ts';

/** A long word without a blank: a path, or the name of a function. In UTF-16 code units. */
const longWord = /\S{18,}/;
/** A longer text has no such breaks: each is an element. */
const longestText = 2_000;
const borders = /(?<=[/._:])(?=[^/._:\s])|(?<=[a-z])(?=[A-Z])/;

/** A text that may break within long words: behind slashes, and where a name written in one has a capital. */
export function breakable(text: string): string | readonly (string | VNode)[] {
  if (text.length > longestText || !longWord.test(text)) return text;
  return text.split(borders).flatMap((part, at) => (at === 0 ? [part] : [html`<wbr />`, part]));
}
