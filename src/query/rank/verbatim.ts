import type { Unit } from '../../corpus/analysis/unit.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { Engine } from '../match/engine.ts';
import { UnitPositions } from '../match/unit_positions.ts';
import type { Asked } from './asked.ts';
import { type Candidates, topOfPages } from './top.ts';

/** Number of phrases sampled evenly from the passage, and words in each. */
const PIECES = 12;
const PIECE_WORDS = 3;
/** Longer words are cut in scripts without spaces. In other scripts they are addresses or data, and are skipped. */
const LONGEST_WORD = 32;
/** Most rows compared, and the share of the best sum that a row needs to be compared. */
export const ROWS_COMPARED = 32;
const LEAST_SHARE = 0.6;
/** Candidate starts of the passage on a page that are compared character by character. */
const MOST_STARTS = 4;
/** Reused: no start is held across a pause. */
const STARTS = new Uint32Array(MOST_STARTS);

/** Words of the passage that follow each other. */
export interface Piece {
  readonly unit: Unit;
  /** Offset in the passage, in UTF-16 units. */
  readonly at: number;
}

/**
 * Boosts rows that contain parts of the passage verbatim, so that a page ranks first for its own text even when others share its
 * terms. Factor: up to 2 for some of the passage, 3 for all of it, 4 when the page has no other text.
 *
 * Compares the best rows only.
 */
export function liftVerbatim(engine: Engine, { passage }: Asked, rows: Candidates): null {
  const pieces = passage === null ? [] : piecesOf(engine, passage);
  if (passage === null || pieces.length === 0 || rows.pages.length === 0) return null;
  liftRows(engine, pieces, Buffer.from(passage.slice(pieces[0]!.at).trimEnd()), rows);
  return null;
}

/** @param wanted UTF-8 of the passage from the first piece on */
function liftRows({ corpus }: Engine, pieces: readonly Piece[], wanted: Buffer, rows: Candidates): void {
  const { text } = corpus;
  const [first, ...others] = pieces.map(({ unit }) => new UnitPositions(text, 'body', unit));
  const compared = topOfPages(rows, ROWS_COMPARED, corpus.pages.foreign);
  const least = compared[0]!.sum * LEAST_SHARE;
  for (const { page, sum } of compared) {
    if (sum < least) continue;
    rows.sums[rows.pages.indexOf(page)] = sum * (1 + shareHeld(text.bodies, page, first!, others, wanted));
  }
}

/** How much of the passage a page holds: below 1 for some of the pieces, 2 for all of it, 3 when the page has no other text. */
function shareHeld(
  bodies: TextIndex['bodies'],
  page: number,
  first: UnitPositions,
  others: readonly UnitPositions[],
  wanted: Buffer,
): number {
  const count = first.first(page, STARTS);
  for (let i = 0; i < count; i++) {
    const place = STARTS[i]!;
    const [from, to] = bodies.range(page, bodies.offset(page, place), wanted.length * 2 + 64);
    const end = beginsWith(bodies.bytes, from, to, wanted);
    if (end >= 0) return place === 0 && bodies.bytes.utf8Slice(end, to).trim() === '' ? 3 : 2;
  }
  let found = count > 0 ? 1 : 0;
  for (const piece of others) if (piece.isOn(page)) found++;
  return found / (1 + others.length);
}

/**
 * Whether a text begins with `wanted`, ignoring white space. Both are UTF-8.
 * @param from, to the text
 * @returns the end of the match in `bytes`, or -1
 */
function beginsWith(bytes: Buffer, from: number, to: number, wanted: Uint8Array): number {
  let at = from;
  for (let i = 0; i < wanted.length; ) {
    // Fast path: the same bytes, spaces included. The first byte of a space of two bytes also begins other characters.
    const equal = wanted[i]!;
    if (equal !== FIRST_OF_TWO && at < to && bytes[at] === equal) {
      at++;
      i++;
      continue;
    }
    const blank = blankLength(wanted, i, wanted.length);
    if (blank > 0) {
      i += blank;
      continue;
    }
    for (let skipped = blankLength(bytes, at, to); skipped > 0; skipped = blankLength(bytes, at, to)) at += skipped;
    if (at >= to || bytes[at] !== wanted[i]) return -1;
    at++;
    i++;
  }
  return at;
}

/** The first byte of a no-break space in UTF-8. */
const FIRST_OF_TWO = 0xc2;

/** @returns the length of the white space at `at`, or 0 */
function blankLength(bytes: Uint8Array, at: number, to: number): 0 | 1 | 2 {
  if (at >= to) return 0;
  const byte = bytes[at]!;
  if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) return 1;
  return byte === FIRST_OF_TWO && at + 1 < to && bytes[at + 1] === 0xa0 ? 2 : 0;
}

/** Word runs of the passage, each within one block, as units of adjacent parts. */
function piecesOf({ analyser }: Pick<Engine, 'analyser'>, passage: string): Piece[] {
  const runs = runsOf(passage);
  const step = Math.max(1, runs.length / PIECES);
  const pieces: Piece[] = [];
  for (let i = 0; Math.floor(i) < runs.length; i += step) {
    const { bounds, at } = runs[Math.floor(i)]!;
    let text = '';
    for (let word = 0; word < bounds.length; word += 2) {
      text += `${word > 0 ? ' ' : ''}${passage.slice(bounds[word], bounds[word + 1])}`;
    }
    const unit = analyser.phrase(text.toWellFormed());
    const letter = text.search(LETTER);
    if (unit !== undefined && letter >= 0) pieces.push({ unit, at: at + letter });
  }
  return pieces;
}

const LETTER = /[\p{L}\p{N}]/u;

/** Words of a passage that follow each other in one block. */
interface Run {
  /** Start and end of each word. */
  readonly bounds: number[];
  /** Start of the first word. */
  readonly at: number;
}

function runsOf(passage: string): Run[] {
  const runs: Run[] = [];
  let words = 0;
  for (let at = 0; at < passage.length; at++) {
    const unit = passage.charCodeAt(at);
    if (unit === LINE_END) words = 0;
    if (isBetweenWords(unit)) continue;
    const start = at;
    while (at < passage.length && !isBetweenWords(passage.charCodeAt(at))) at++;
    if (at - start > LONGEST_WORD) {
      if (unit > 0x7f) runs.push({ bounds: [start, start + LONGEST_WORD], at: start });
      words = 0;
    } else if (words === 0) {
      runs.push({ bounds: [start, at], at: start });
      words = 1;
    } else {
      runs.at(-1)!.bounds.push(start, at);
      words = (words + 1) % PIECE_WORDS;
    }
    at--;
  }
  return runs;
}

const LINE_END = 0x0a;
const BETWEEN_WORDS = /[\s"“”„«»]/;
const ASCII_BETWEEN_WORDS = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  BETWEEN_WORDS.test(String.fromCharCode(unit)) ? 1 : 0,
);

function isBetweenWords(unit: number): boolean {
  if (unit < 0x80) return ASCII_BETWEEN_WORDS[unit] === 1;
  return (unit < 0x3001 || unit === 0xfeff) && BETWEEN_WORDS.test(String.fromCharCode(unit));
}
