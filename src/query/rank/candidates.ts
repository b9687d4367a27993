import { BLOCK } from '../../corpus/index/posting_set.ts';
import { type Postings, sizeOf } from '../match/postings.ts';
import { isBefore, Top } from './top.ts';

/** The first rows of a query before they are ordered. Re-rankers change the sums in place. */
export interface Candidates {
  /** Ascending. */
  readonly pages: Uint32Array;
  /** Parallel to `pages`. */
  readonly sums: Float64Array;
}

/** First rows by the sums of matching that are re-ranked. At least this many are chosen, even when the query's limit is lower. */
export const RANKED_ROWS = 100;

/** Pool of lists of `RANKED_ROWS`. Creating typed arrays costs more than filling them. */
const SPARE: Candidates[] = [];
const MOST_SPARE = 4;

function takeRows(length: number): Candidates {
  const spare = length === RANKED_ROWS ? SPARE.pop() : undefined;
  return spare ?? { pages: new Uint32Array(length), sums: new Float64Array(length) };
}

/** Returns rows to the pool. Later questions overwrite them. */
export function giveBackRows(rows: Candidates): void {
  if (rows.pages.length === RANKED_ROWS && SPARE.length < MOST_SPARE) SPARE.push(rows);
}

/** Steps that values are counted by. Impacts are 1 to 255. */
const HISTOGRAM = 256;
/** Reused: no count is held across a pause. */
const COUNTS = new Uint32Array(HISTOGRAM);
/** The rows that may be chosen, and their sums. Reused: they are not held across a pause. */
let FIRST_PAGES = new Uint32Array(0);
let FIRST_SUMS = new Float64Array(0);

/**
 * Chooses the pages with the highest sums: of those with equal sums pages in the site's language before others, then by page number.
 * @param pages distinct, in any order; @param sums parallel to `pages`
 * @param foreign by page: 1 when it is in another language than the site; null: none is
 */
export function bestOfPages(
  pages: Uint32Array,
  sums: Float64Array,
  count: number,
  foreign: Uint8Array | null,
): Candidates {
  const { length } = pages;
  if (length <= count) return inPageOrder(pages, sums, length);
  if (length > LONG) {
    const { least, scale } = guessLeast(sums, length, count);
    const first = keepFrom(least, scale, pages, sums, length);
    // When at least `count` pages reach the threshold, the best pages are among them.
    if (first >= count && first < length / 2) {
      return bestOfPages(FIRST_PAGES.slice(0, first), FIRST_SUMS.slice(0, first), count, foreign);
    }
  }
  const scale = scaleOf(sums, length);
  const { least, above } = atPlace(countSums(sums, length, scale), count);
  const first = keepFrom(least, scale, pages, sums, length);
  const firstPages = FIRST_PAGES;
  const firstSums = FIRST_SUMS;
  if (first === count) return inPageOrder(firstPages, firstSums, count);
  const edge = new Top(count - above, foreign);
  for (let i = 0; i < first; i++) {
    if (((firstSums[i]! * scale) | 0) === least) edge.offer(firstPages[i]!, firstSums[i]!);
  }
  const last = edge.worst();
  let kept = 0;
  for (let i = 0; i < first; i++) {
    if (isBefore(last.page, last.sum, firstPages[i]!, firstSums[i]!, foreign)) continue;
    firstPages[kept] = firstPages[i]!;
    firstSums[kept++] = firstSums[i]!;
  }
  return inPageOrder(firstPages, firstSums, count);
}

/** More pages than this are first narrowed by an estimated threshold: three passes over all of them cost more. */
const LONG = 4096;
/** Number of sums in the sample. */
const SAMPLE = 512;
/** The sample. Reused: it is not held across a pause. */
const SAMPLED = new Float64Array(SAMPLE);

/** @returns a threshold estimated from a sample, as the step that about four times `count` sums reach; and the factor from sums to steps */
function guessLeast(sums: Float64Array, length: number, count: number): { least: number; scale: number } {
  for (let i = 0; i < SAMPLE; i++) SAMPLED[i] = sums[Math.floor((i * length) / SAMPLE)]!;
  const scale = scaleOf(SAMPLED, SAMPLE);
  const place = Math.max(8, Math.ceil((4 * count * SAMPLE) / length));
  return { least: atPlace(countSums(SAMPLED, SAMPLE, scale), Math.min(place, SAMPLE)).least, scale };
}

/** Copies the pages whose sums reach the step `least`, and the sums, to `FIRST_PAGES` and `FIRST_SUMS`. @returns how many */
function keepFrom(least: number, scale: number, pages: Uint32Array, sums: Float64Array, length: number): number {
  if (FIRST_PAGES.length < length) {
    FIRST_PAGES = new Uint32Array(length);
    FIRST_SUMS = new Float64Array(length);
  }
  const firstPages = FIRST_PAGES;
  const firstSums = FIRST_SUMS;
  let first = 0;
  for (let i = 0; i < length; i++) {
    const sum = sums[i]!;
    firstPages[first] = pages[i]!;
    firstSums[first] = sum;
    // The processor cannot predict a branch here.
    first += sum * scale >= least ? 1 : 0;
  }
  return first;
}

/** @returns a factor that makes steps of a histogram of the sums */
function scaleOf(sums: Float64Array, length: number): number {
  let most = 0;
  for (let i = 0; i < length; i++) if (sums[i]! > most) most = sums[i]!;
  return most === 0 ? 0 : (HISTOGRAM - 1) / most;
}

function countSums(sums: Float64Array, length: number, scale: number): Uint32Array {
  const counts = COUNTS.fill(0);
  for (let i = 0; i < length; i++) counts[(sums[i]! * scale) | 0]!++;
  return counts;
}

/** Like `bestOfPages`, for a posting list. Skips blocks whose maximum impact is too low. */
export function bestOfPostings(list: Postings, count: number, foreign: Uint8Array | null): Candidates {
  const { pages, impacts, set, from, to, rarity } = list;
  if (!(impacts instanceof Uint8Array)) {
    const sums = impacts.subarray(from, to);
    return bestOfPages(pages.subarray(from, to), rarity === 1 ? sums : sums.map((sum) => sum * rarity), count, foreign);
  }
  const values: Values = { pages, values: impacts, maxima: set === null ? null : set.maxima, from, to };
  const bound = sizeOf(list) <= count ? { least: 0, above: sizeOf(list) } : leastImpact(impacts, values, count);
  return take(values, { ...bound, count: Math.min(count, sizeOf(list)) }, foreign, rarity);
}

/** A slice of pages, ascending, and their values. */
interface Values {
  readonly pages: Uint32Array;
  readonly values: Uint8Array | Float64Array;
  /** The greatest value in each block of `BLOCK`, counted from the first value; null: unknown. */
  readonly maxima: Uint8Array | null;
  readonly from: number;
  readonly to: number;
}

/** Selects the greatest values: `least` is the smallest of them, and `above` of them are greater than it. */
interface Bound {
  readonly least: number;
  readonly above: number;
  readonly count: number;
}

/** Takes the pages with the greatest values, in page order. */
function take(
  { pages, values, maxima, from, to }: Values,
  { least, above, count }: Bound,
  foreign: Uint8Array | null,
  rarity: number,
): Candidates {
  /** How many pages with the least value are still taken: in the site's language, and in others. */
  let own = count - above;
  let others = 0;
  if (foreign !== null) {
    let ownTies = 0;
    for (let i = from; i < to; i++) if (values[i] === least && foreign[pages[i]!] === 0) ownTies++;
    others = Math.max(0, own - ownTies);
    own -= others;
  }
  const rows = takeRows(count);
  const { pages: chosenPages, sums } = rows;
  let chosen = 0;
  for (let i = from; i < to && chosen < count; ) {
    const block = (i / BLOCK) | 0;
    const end = Math.min(to, (block + 1) * BLOCK);
    if (maxima !== null && maxima[block]! < least) {
      i = end;
      continue;
    }
    for (; i < end; i++) {
      const value = values[i]!;
      if (value < least) continue;
      if (value === least) {
        if (foreign === null || foreign[pages[i]!] === 0) {
          if (own-- <= 0) continue;
        } else if (others-- <= 0) continue;
      }
      chosenPages[chosen] = pages[i]!;
      sums[chosen++] = value * rarity;
    }
  }
  return rows;
}

/** @returns the impact at place `count` when all are sorted, the greatest first, and how many are above it; there are more than `count` */
function leastImpact(impacts: Uint8Array, { maxima, from, to }: Values, count: number): Omit<Bound, 'count'> {
  const counts = COUNTS.fill(0);
  // The blocks within the list have a posting each with their maximum, so the answer is not below the maximum at that place.
  let floor = 0;
  const firstBlock = Math.ceil(from / BLOCK);
  const lastBlock = Math.floor(to / BLOCK);
  if (maxima !== null && lastBlock - firstBlock >= count) {
    for (let block = firstBlock; block < lastBlock; block++) counts[maxima[block]!]!++;
    floor = atPlace(counts, count).least;
    counts.fill(0);
  }
  for (let i = from; i < to; ) {
    const block = (i / BLOCK) | 0;
    const end = Math.min(to, (block + 1) * BLOCK);
    if (maxima !== null && maxima[block]! < floor) {
      i = end;
      continue;
    }
    for (; i < end; i++) counts[impacts[i]!]!++;
  }
  return atPlace(counts, count);
}

/** @param counts how often each value occurs; @returns the value at a place from 1, the greatest first, and how many are above it */
function atPlace(counts: Uint32Array, place: number): Omit<Bound, 'count'> {
  let above = 0;
  for (let value = counts.length - 1; value > 0; value--) {
    if (above + counts[value]! >= place) return { least: value, above };
    above += counts[value]!;
  }
  return { least: 0, above };
}

/**
 * @param pages distinct, best in few ascending runs; @param sums parallel to `pages`
 * @param length how many of them are read
 * @returns copies, by page
 */
export function inPageOrder(pages: ArrayLike<number>, sums: ArrayLike<number>, length = pages.length): Candidates {
  /** Where an ascending run begins, and the end of the last one. */
  let starts: number[] = [0];
  for (let i = 1; i < length; i++) if (pages[i]! < pages[i - 1]!) starts.push(i);
  if (starts.length === 1) return copyOf({ pages, sums }, length);
  starts.push(length);
  let from: RowLists = { pages, sums };
  for (;;) {
    const into = { pages: new Uint32Array(length), sums: new Float64Array(length) };
    const left: number[] = [];
    for (let i = 0; i + 1 < starts.length; i += 2) {
      mergeRuns(from, into, starts[i]!, starts[i + 1]!, starts[i + 2] ?? length);
      left.push(starts[i]!);
    }
    if (left.length === 1) return into;
    left.push(length);
    starts = left;
    from = into;
  }
}

interface RowLists {
  readonly pages: ArrayLike<number>;
  readonly sums: ArrayLike<number>;
}

function copyOf({ pages, sums }: RowLists, length: number): Candidates {
  const copy = takeRows(length);
  for (let i = 0; i < length; i++) {
    copy.pages[i] = pages[i]!;
    copy.sums[i] = sums[i]!;
  }
  return copy;
}

/** Merges the ascending runs `[start, middle)` and `[middle, end)` into the same places of another list. */
function mergeRuns(from: RowLists, into: Candidates, start: number, middle: number, end: number): void {
  let first = start;
  let second = middle;
  for (let at = start; at < end; at++) {
    const isFirst = second === end || (first < middle && from.pages[first]! < from.pages[second]!);
    const next = isFirst ? first++ : second++;
    into.pages[at] = from.pages[next]!;
    into.sums[at] = from.sums[next]!;
  }
}
