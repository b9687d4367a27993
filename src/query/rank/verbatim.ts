import type { Unit } from '../../corpus/analysis/analyse_query.ts';
import type { Engine } from '../match/engine.ts';
import type { Steps } from '../match/steps.ts';
import { UnitPositions } from '../match/unit_positions.ts';
import type { Asked } from './asked.ts';
import type { Candidates } from './candidates.ts';
import { topOfPages } from './top.ts';

/** Number of phrases sampled evenly from the passage, and words in each. */
const PIECES = 12;
const PIECE_WORDS = 3;
/** Longer words are cut in scripts without spaces. In other scripts they are addresses or data, and are skipped. */
const LONGEST_WORD = 32;
/** Most rows compared, and the share of the best sum that a row needs to be compared. */
const ROWS_COMPARED = 32;
const LEAST_SHARE = 0.6;
/** Candidate starts of the passage on a page that are compared character by character. */
const MOST_STARTS = 4;

interface Piece {
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
export function liftVerbatim(engine: Engine, { passage }: Asked, rows: Candidates): Steps<void> | null {
  return passage === null ? null : liftPassage(engine, passage, rows);
}

function* liftPassage(engine: Engine, passage: string, rows: Candidates): Steps<void> {
  const pieces = piecesOf(engine, passage);
  if (pieces.length === 0 || rows.pages.length === 0) return;
  yield;
  const { text } = engine.corpus;
  const [first, ...others] = pieces.map(({ unit }) => new UnitPositions(text, 'body', unit));
  const places = new Uint32Array(MOST_STARTS);
  const wanted = passage.slice(pieces[0]!.at).trimEnd();
  const bytesRead = Buffer.byteLength(wanted) * 2 + 64;
  const compared = topOfPages(rows.pages, rows.sums, ROWS_COMPARED, engine.corpus.pages.foreign);
  const least = compared[0]!.sum * LEAST_SHARE;

  const held = (page: number): number => {
    const count = first!.first(page, places, Number.POSITIVE_INFINITY);
    for (const place of places.subarray(0, count)) {
      const here = text.bodies.window(page, text.bodies.offset(page, place), bytesRead);
      const end = beginsWith(here, wanted);
      if (end >= 0) return place === 0 && here.slice(end).trim() === '' ? 3 : 2;
    }
    let found = count > 0 ? 1 : 0;
    for (const piece of others) if (piece.isOn(page)) found++;
    return found / pieces.length;
  };
  for (const { page, sum } of compared) {
    if (sum >= least) rows.sums[rows.pages.indexOf(page)] = sum * (1 + held(page));
  }
}

/**
 * Whether a text begins with `wanted`, ignoring white space.
 * @returns the end of the match in the text, or -1
 */
function beginsWith(text: string, wanted: string): number {
  let at = 0;
  for (let i = 0; i < wanted.length; i++) {
    const unit = wanted.charCodeAt(i);
    if (isBlank(unit)) continue;
    while (at < text.length && isBlank(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) !== unit) return -1;
    at++;
  }
  return at;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0;
}

/** Word runs of the passage, each within one block, as units of adjacent parts. */
function piecesOf({ analyser }: Engine, passage: string): Piece[] {
  const runs: { text: string; at: number }[] = [];
  let words = 0;
  for (const { 0: word, index } of passage.matchAll(/\n|[^\s"“”„«»]+/g)) {
    const last = runs.at(-1);
    if (word === '\n') words = 0;
    else if (word.length > LONGEST_WORD) {
      if (/^\P{ASCII}/u.test(word)) runs.push({ text: word.slice(0, LONGEST_WORD).toWellFormed(), at: index });
      words = 0;
    } else if (words === 0 || last === undefined) {
      runs.push({ text: word, at: index });
      words = 1;
    } else {
      last.text += ` ${word}`;
      words = (words + 1) % PIECE_WORDS;
    }
  }
  const step = Math.max(1, runs.length / PIECES);
  const pieces: Piece[] = [];
  for (let i = 0; Math.floor(i) < runs.length; i += step) {
    const { text, at } = runs[Math.floor(i)]!;
    const [unit] = analyser.units(`"${text}"`);
    const letter = text.search(/[\p{L}\p{N}]/u);
    if (unit !== undefined && letter >= 0) pieces.push({ unit, at: at + letter });
  }
  return pieces;
}
