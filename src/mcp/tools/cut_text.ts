import { countCharacters } from '../../text/count_characters.ts';

/** A piece of a text. Offsets and lengths are in code points. */
export interface Cut {
  readonly text: string;
  /** Where the next piece begins; null at the end. */
  readonly nextOffset: number | null;
  readonly textLength: number;
}

/**
 * The piece of a text that begins at an offset and has at most `most` characters. It ends at the border of a block of Markdown, else
 * at the end of a line, where one of them lies in its second half; else in the middle of a line.
 *
 * @returns null when the offset is beyond the text
 */
export function cutText(text: string, offset: number, most: number): Cut | null {
  const textLength = countCharacters(text);
  if (offset > textLength || (offset === textLength && offset > 0)) return null;
  const start = unitsOf(text, 0, offset);
  const end = unitsOf(text, start, most);
  if (end === text.length) return { text: text.slice(start), nextOffset: null, textLength };
  const piece = text.slice(start, borderBefore(text, start, end));
  return { text: piece, nextOffset: offset + countCharacters(piece), textLength };
}

/** The offset in UTF-16 units that lies `characters` code points after another, or the end of the text. */
function unitsOf(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left--) {
    at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  return at;
}

function borderBefore(text: string, start: number, end: number): number {
  const half = start + (end - start) / 2;
  let block = -1;
  let line = -1;
  let isInFence = false;
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at);
    if (newline === -1 || newline >= end) break;
    if (/^[ \t>]*(?:`{3}|~{3})/.test(text.slice(at, newline))) isInFence = !isInFence;
    else if (!isInFence && text.slice(at, newline).trim() === '') block = newline + 1;
    line = newline + 1;
    at = newline + 1;
  }
  if (block > half) return block;
  return line > half ? line : end;
}
