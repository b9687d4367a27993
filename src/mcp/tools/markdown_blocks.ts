/** A block of Markdown: `[start, end)` offsets in UTF-16 units, without the blank lines behind it. */
export interface Block {
  readonly start: number;
  readonly end: number;
}

/** The beginning of a line that opens or closes a block of code. */
export const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/;

/** The blocks of a text between blank lines, in order. Fenced code is one block with its blank lines. */
export function* markdownBlocks(text: string, from = 0): Generator<Block> {
  let start = -1;
  let end = from;
  let isInFence = false;
  for (let at = from; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, next);
    const isBlank = line.trim() === '';
    if (FENCE.test(line)) isInFence = !isInFence;
    if (isBlank && !isInFence) {
      if (start !== -1) yield { start, end };
      start = -1;
    } else if (!isBlank) {
      if (start === -1) start = at;
      end = next;
    }
    at = next;
  }
  if (start !== -1) yield { start, end };
}
