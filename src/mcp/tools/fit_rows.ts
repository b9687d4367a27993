import { countCharacters } from '../../text/count_characters.ts';
import type { ToolAnswer } from './tool.ts';

/** How much of the long members of a row is shown, in characters. */
export interface RowShares {
  readonly description: number;
  readonly excerpt: number;
}

/** From all that a row has to its names alone. */
const shares: readonly RowShares[] = [
  { description: 400, excerpt: 400 },
  { description: 200, excerpt: 240 },
  { description: 100, excerpt: 200 },
  { description: 0, excerpt: 160 },
  { description: 0, excerpt: 100 },
  { description: 0, excerpt: 0 },
];

/**
 * Renders as much of the rows as fits: first descriptions and excerpts become shorter, then the last rows are left out.
 *
 * @param most characters of the answer: its texts, and its structured part as JSON
 * @param render makes the answer of the first `count` rows
 */
export function fitRows(
  rows: number,
  most: number,
  render: (count: number, shares: RowShares) => ToolAnswer,
): ToolAnswer {
  for (const each of shares) {
    const answer = render(rows, each);
    const json = JSON.stringify(answer.structured);
    if (fits(answer.texts, json, most)) return { ...answer, json };
  }
  const least = shares.at(-1)!;
  return render(
    mostFitting(rows, most, (count) => render(count, least)),
    least,
  );
}

/** The largest number of rows, at most `rows`, whose answer has at most `most` characters; 0 when none has. */
export function mostFitting(rows: number, most: number, render: (count: number) => ToolAnswer): number {
  const isFitting = (count: number): boolean => {
    const { texts, structured } = render(count);
    return fits(texts, JSON.stringify(structured), most);
  };
  if (isFitting(rows)) return rows;
  let low = 0;
  let high = Math.max(0, rows - 1);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isFitting(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function fits(texts: readonly string[], json: string, most: number): boolean {
  const parts = [...texts, json];
  // A text has at most as many characters as UTF-16 units, and nearly every answer is short enough by them.
  if (sum(parts.map(({ length }) => length)) <= most) return true;
  return sum(parts.map(countCharacters)) <= most;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
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
