import type { VNode } from 'preact';
import type { Range } from './answers.ts';
import { html } from './html.ts';

/** A text with its hits in `<mark>`. Offsets are UTF-16 code units, as `slice` reads them. */
export function marked(text: string, ranges: readonly Range[]): (string | VNode)[] {
  const pieces: (string | VNode)[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) pieces.push(text.slice(at, start));
    pieces.push(html`<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}
