import htm from 'htm';
import type { VNode } from 'preact';
import { h } from 'preact';

/** The types of htm describe its CommonJS form; `import` gets the function itself. */
interface Htm {
  bind(create: typeof h): (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
}

/** Markup as a tagged template. The renderer escapes texts and attributes; no value is ever inserted as HTML. */
export const html = (htm as unknown as Htm).bind(h);

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
