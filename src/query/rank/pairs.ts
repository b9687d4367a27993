import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { FIELDS, type FieldName, RANKING } from '../../corpus/index/fields.ts';
import { SINGLE } from '../../corpus/index/posting_set.ts';
import { IMPACT_STEPS, LENGTH_PARTS, rarity } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { Engine } from '../match/engine.ts';
import type { Asked } from './asked.ts';
import { type Candidates, RANKED_ROWS } from './candidates.ts';
import { choosePairs, MOST_PAIRS, type Pair } from './choose_pairs.ts';
import { PairPlaces } from './pair_places.ts';
import { ABSENT, RowPostings } from './row_postings.ts';

const PAIR_WEIGHT = 0.5;
/**
 * Raises the sums of pages on which words are next to each other as in the query, by half of
 *
 *     sum over pairs of times * rarity among the rows * f / (k1 + f)
 *
 * where f is the pair's frequency on the page, weighted by field and relative length as that of a term.
 */
export function addPairs({ corpus }: Engine, asked: Asked, rows: Candidates): Steps<void> | null {
  const pairs = choosePairs(asked);
  return pairs.length === 0 ? null : addGains(corpus.text, asked, pairs, rows);
}

function* addGains(text: TextIndex, asked: Asked, pairs: readonly Pair[], rows: Candidates): Steps<void> {
  const { pages } = rows;
  const scratch = takeScratch(pages.length);
  const frequencies = scratch.frequencies.fill(0, 0, pairs.length * pages.length);
  const postings = new RowPostings(text, asked.words, scratch.found, pages);
  const pass = new FrequencyPass(scratch.places, scratch.found, pages, frequencies);
  for (const [i, field] of FIELDS.entries()) {
    const isAsked = (pair: Pair): boolean => pair.field === 'all' || pair.field === field;
    if (!pairs.some(isAsked)) continue;
    if (i > 0 && pairs.length * pages.length > STEP_WORK / 16) yield;
    pass.start(text, field, presentPairs(field, pairs, postings));
    while (pass.step()) yield;
  }
  addSums(pairs, frequencies, asked.passage === null ? RANKING.k1 : RANKING.passageK1, rows);
  giveBack(scratch);
}

/** Working memory of one query. */
interface PairScratch {
  /** By pair, then row: the pair's frequency. */
  readonly frequencies: Float64Array;
  /** As in `RowPostings`. */
  readonly found: Uint32Array;
  readonly places: PairPlaces;
  readonly rows: number;
}

/** Pool of scratches. Creating typed arrays costs more than filling them. */
const SPARE: PairScratch[] = [];
const MOST_SPARE = 2;

/** @param rows how many there are at most */
function takeScratch(rows: number): PairScratch {
  const spare = SPARE.pop();
  if (spare !== undefined && spare.rows >= rows) return spare;
  const room = Math.max(rows, RANKED_ROWS);
  return {
    frequencies: new Float64Array(MOST_PAIRS * room),
    found: new Uint32Array(2 * MOST_PAIRS * room),
    places: new PairPlaces(2 * MOST_PAIRS),
    rows: room,
  };
}

function giveBack(scratch: PairScratch): void {
  scratch.places.end();
  if (SPARE.length < MOST_SPARE) SPARE.push(scratch);
}

function addSums(pairs: readonly Pair[], frequencies: Float64Array, k1: number, { pages, sums }: Candidates): void {
  for (let i = 0; i < pairs.length; i++) {
    const from = i * pages.length;
    let holding = 0;
    for (let row = 0; row < pages.length; row++) if (frequencies[from + row]! > 0) holding++;
    if (holding === 0) continue;
    const weight = PAIR_WEIGHT * pairs[i]!.times * rarity(pages.length, holding) * IMPACT_STEPS;
    for (let row = 0; row < pages.length; row++) {
      const frequency = frequencies[from + row]!;
      if (frequency > 0) sums[row]! += (weight * frequency) / (k1 + frequency);
    }
  }
}

/**
 * Adds the frequencies of pairs in one field of the pages, in steps. The loops are in a plain function, because the compiler
 * optimises loops in a generator less well.
 */
class FrequencyPass {
  readonly #both: PairPlaces;
  readonly #found: Uint32Array;
  readonly #pages: Uint32Array;
  readonly #frequencies: Float64Array;
  #present: readonly PresentPair[] = [];
  #positions: Uint8Array = new Uint8Array(0);
  #lengths: Uint32Array | null = null;
  #weight = 0;
  /** What `#readAhead` read. */
  ahead = 0;
  /** The row, and the pair on it, that come next. */
  #row = 0;
  #next = 0;

  /** @param found as in `RowPostings`; @param frequencies by pair, then row */
  constructor(both: PairPlaces, found: Uint32Array, pages: Uint32Array, frequencies: Float64Array) {
    this.#both = both;
    this.#found = found;
    this.#pages = pages;
    this.#frequencies = frequencies;
  }

  start(text: TextIndex, field: FieldName, present: readonly PresentPair[]): void {
    this.#present = present;
    this.#lengths = field === 'title' || field === 'body' ? text.lengths[field] : null;
    this.#weight = RANKING.weight[field];
    this.#positions = text.fields[field].positions;
    this.#both.start(this.#positions);
    this.#row = 0;
    this.#next = 0;
  }

  /**
   * Goes row by row, because pairs of neighbouring words share words: each word's positions on a page are read once.
   * @returns whether more is to be done
   */
  step(): boolean {
    const present = this.#present;
    const found = this.#found;
    const pages = this.#pages;
    const rows = pages.length;
    if (present.length === 0) return false;
    let work = 0;
    let i = this.#next;
    for (let row = this.#row; row < rows; row++) {
      if (i === 0) this.#readAhead(row);
      for (; i < present.length; i++) {
        const { pair, first, second } = present[i]!;
        const firstPlace = found[first + row]!;
        const secondPlace = found[second + row]!;
        if (firstPlace === ABSENT || secondPlace === ABSENT) continue;
        if (work > STEP_WORK) {
          this.#row = row;
          this.#next = i;
          return true;
        }
        const count = this.#both.countFollowing((first / rows) | 0, firstPlace, (second / rows) | 0, secondPlace);
        work += 16 + this.#both.count;
        if (count === 0) continue;
        const relative = this.#lengths === null ? 1 : this.#lengths[pages[row]!]! / LENGTH_PARTS;
        this.#frequencies[pair * rows + row]! += (this.#weight * count) / relative;
      }
      i = 0;
    }
    return false;
  }

  /**
   * Reads the first byte of all lists of positions that a row needs, so that the processor waits for memory once and not for each list.
   * The sum is kept, or the compiler would leave the reads out.
   */
  #readAhead(row: number): void {
    const present = this.#present;
    const found = this.#found;
    const positions = this.#positions;
    let sum = 0;
    for (let i = 0; i < present.length; i++) {
      const { first, second } = present[i]!;
      const firstPlace = found[first + row]!;
      const secondPlace = found[second + row]!;
      // An index that is not below `SINGLE` is that of a position, not of a list.
      if (firstPlace !== ABSENT && secondPlace < SINGLE) sum += positions[secondPlace]!;
      if (secondPlace !== ABSENT && firstPlace < SINGLE) sum += positions[firstPlace]!;
    }
    this.ahead = sum;
  }
}

/** A pair of words that rows have in a field: its index, and where the words' postings begin in `RowPostings.found`. */
interface PresentPair {
  readonly pair: number;
  readonly first: number;
  readonly second: number;
}

function presentPairs(field: FieldName, pairs: readonly Pair[], postings: RowPostings): PresentPair[] {
  const present: PresentPair[] = [];
  postings.start(field);
  try {
    for (let pair = 0; pair < pairs.length; pair++) {
      const { first, second, field: asked } = pairs[pair]!;
      if (asked !== 'all' && asked !== field) continue;
      const firstAt = postings.find(first);
      const secondAt = firstAt < 0 ? -1 : postings.find(second);
      if (secondAt >= 0) present.push({ pair, first: firstAt, second: secondAt });
    }
  } finally {
    // A damaged part of the artefact throws when it is first read.
    postings.end();
  }
  return present;
}
