import type { Corpus } from '../corpus/corpus.ts';
import type { Ranked } from './top.ts';

/** Pieces of the passage that are looked for, evenly spread over it, and the length of each in UTF-16 units. */
const PIECES = 8;
const PIECE_LENGTH = 24;
/** Rows looked at: the first ones whose sum is at least this share of the best. */
const MOST_ROWS = 32;
const WORTH_A_LOOK = 0.6;

const WHITE_SPACE = /\s+/g;

/**
 * Lifts rows by what they hold of a passage word for word, so that a page comes first for its own text even where others share
 * its terms: twice the sum for most of it, three times for all of it, four times when the page says nothing else.
 *
 * @param rows best first
 * @returns the rows, best first
 */
export function liftVerbatim(corpus: Corpus, passage: string, rows: readonly Ranked[]): Ranked[] {
  const wanted = passage.replace(WHITE_SPACE, ' ').trim();
  const pieces = piecesOf(wanted);
  const least = (rows[0]?.sum ?? 0) * WORTH_A_LOOK;
  return rows
    .map((row, i) =>
      i < MOST_ROWS && row.sum >= least ? { ...row, sum: row.sum * (1 + held(corpus, row.page, wanted, pieces)) } : row,
    )
    .sort((a, b) => b.sum - a.sum || a.page - b.page);
}

function piecesOf(passage: string): string[] {
  const last = passage.length - PIECE_LENGTH;
  if (last <= 0) return [passage];
  const count = Math.min(PIECES, last + 1);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor((last * i) / Math.max(1, count - 1));
    return passage.slice(at, at + PIECE_LENGTH);
  });
}

/** @returns 0 to 1 by the pieces held, 2 for the whole passage, 3 when it is the whole page */
function held({ text: { bodies } }: Corpus, page: number, passage: string, pieces: readonly string[]): number {
  const raw = bodies.window(page, 0, bodies.length(page)).text.replaceAll('\n', ' ');
  // Only code has runs of white space; most pages are spared the regular expression.
  const text = raw.includes('  ') || raw.includes('\t') ? raw.replace(WHITE_SPACE, ' ') : raw;
  if (text.includes(passage)) return text.trim().length === passage.length ? 3 : 2;
  return pieces.filter((piece) => text.includes(piece)).length / pieces.length;
}
