import { countCharacters } from '../../text/count_characters.ts';

/** The number of lines, from the first on, that have at most `most` characters together, with their line ends. */
export function fittingLines(lines: readonly string[], most: number): number {
  let size = 0;
  for (const [count, line] of lines.entries()) {
    size += countCharacters(line) + 1;
    if (size > most) return count;
  }
  return lines.length;
}

/** The beginning of a text: whole when it is short enough, else it ends in an ellipsis. @param most characters */
export function shorten(text: string, most: number): string {
  if (most === 0) return '';
  if (text.length <= most || countCharacters(text) <= most) return text;
  const units = [...text.slice(0, 2 * most)];
  return `${units
    .slice(0, most - 1)
    .join('')
    .trimEnd()}\u2026`;
}
