import type { Engine } from '../match/engine.ts';
import type { Asked } from './asked.ts';
import { type Candidates, topOfPages } from './top.ts';
import { ROWS_COMPARED } from './verbatim.ts';

/**
 * Puts a page first when the passage is its whole text, as it is read or as Markdown: no sum of shared terms outweighs that. White
 * space and ASCII symbols do not count. The sum of such a page becomes its own plus the best of the others.
 *
 * Compares the best rows only.
 */
export function liftOwnText({ corpus }: Engine, { passage }: Asked, { pages, sums }: Candidates): null {
  if (passage === null) return null;
  const readings = readingsOf(passage);
  const { bodies } = corpus.text;
  const own = new Set<number>();
  for (const { page } of topOfPages({ pages, sums }, ROWS_COMPARED, corpus.pages.foreign)) {
    // Most pages are left out by their length: white space and signs are at most half of a text.
    const length = bodies.length(page);
    const near = readings.filter((reading) => length * 2 >= reading.length && length <= reading.length * 2);
    const start = bodies.start(page);
    const body = bodies.bytes.subarray(start, start + length);
    if (near.some((reading) => haveSameLetters(body, reading))) own.add(page);
  }
  let best = 0;
  pages.forEach((page, row) => {
    if (!own.has(page)) best = Math.max(best, sums[row]!);
  });
  pages.forEach((page, row) => {
    if (own.has(page) && sums[row]! <= best) sums[row] = sums[row]! + best;
  });
  return null;
}

/** The heading that published Markdown begins with: the title, which is no part of the text. */
const TITLE = /^\s*#[^\n]*/;
/** What Markdown has besides marks and text: addresses of links, and the lines around code. */
const NO_TEXT = /\]\([^()\s]*\)|^[ \t]*(?:```|~~~).*$/gm;

/** @returns the passage as it is, and as Markdown if it begins with a heading; UTF-8 */
function readingsOf(passage: string): Buffer[] {
  const readings = [passage];
  if (TITLE.test(passage)) readings.push(passage.replace(TITLE, '').replace(NO_TEXT, ''));
  return readings.map((reading) => Buffer.from(reading));
}

/** Whether two texts in UTF-8 are the same without their white space and ASCII signs. */
function haveSameLetters(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0, j = 0; ; i++, j++) {
    while (i < a.length && !isLetter(a[i]!)) i++;
    while (j < b.length && !isLetter(b[j]!)) j++;
    if (i >= a.length || j >= b.length) return i >= a.length && j >= b.length;
    if (a[i] !== b[j]) return false;
  }
}

/** Whether a byte of UTF-8 is an ASCII letter or digit, or part of another character. */
function isLetter(byte: number): boolean {
  return byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a);
}
