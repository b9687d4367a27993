import type { Engine } from '../match/engine.ts';
import type { Steps } from '../match/steps.ts';
import type { Asked } from './asked.ts';
import type { Candidates } from './candidates.ts';

/** Published Markdown begins with the title as a heading, or with front matter. Other passages are not compared with it. */
const MARKDOWN_START = /^\s*(#|---)/;

/**
 * Puts a page first when the passage is its whole text, as it is read or as Markdown: no sum of shared terms outweighs that. White
 * space and ASCII signs do not count. The sum of such a page becomes its own plus the best of the others.
 */
export function liftOwnText(engine: Engine, { passage }: Asked, rows: Candidates): Steps<void> | null {
  return passage === null ? null : liftPages(engine, passage, rows);
}

function* liftPages({ corpus }: Engine, passage: string, { pages, sums }: Candidates): Steps<void> {
  const wanted = Buffer.from(passage);
  const isMarkdown = MARKDOWN_START.test(passage);
  // A text is never longer than its Markdown. White space and signs may be double in either.
  const least = isMarkdown ? 0 : wanted.length / 2;
  const most = isMarkdown ? wanted.length : wanted.length * 2;
  const { bodies } = corpus.text;
  const own: number[] = [];
  let best = 0;
  for (let row = 0; row < pages.length; row++) {
    const page = pages[row]!;
    let isOwn = false;
    // Most pages are left out by their length.
    const length = bodies.length(page);
    if (length >= least && length <= most) {
      const start = bodies.start(page);
      isOwn =
        haveSameLetters(bodies.bytes.subarray(start, start + length), wanted) ||
        (isMarkdown && haveSameLetters(corpus.pages.markdown(page), wanted));
    }
    if (isOwn) own.push(row);
    else best = Math.max(best, sums[row]!);
    if (isOwn || isMarkdown) yield;
  }
  for (const row of own) if (sums[row]! <= best) sums[row] = sums[row]! + best;
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
