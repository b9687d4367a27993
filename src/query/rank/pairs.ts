import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { FIELDS, type FieldName, RANKING } from '../../corpus/index/fields.ts';
import { readPositionsAt } from '../../corpus/index/posting_set.ts';
import { IMPACT_STEPS, LENGTH_PARTS, rarity } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { Engine } from '../match/engine.ts';
import type { FieldOrAll } from '../match/postings.ts';
import type { Asked } from './asked.ts';
import { ABSENT, placesOnRows } from './row_postings.ts';
import type { Candidates } from './top.ts';

/** Furthest distance of the second word from the first, in positions, in the query and on a page. */
const FURTHEST = 3;
/** Most pairs that are looked for: those of the rarest words. */
const MOST_PAIRS = 24;
const PAIR_WEIGHT = 0.8;
/** For the many pairs of a passage. */
const PASSAGE_PAIR_WEIGHT = 0.5;
/** Occurrences of a pair's first word on a page that are looked at. */
const MOST_PLACES = 1024;

/** Two words that follow each other in the query, by index. */
interface Pair {
  readonly first: number;
  readonly second: number;
  readonly field: FieldOrAll;
  /** How often the query has the pair. */
  times: number;
}

/**
 * Raises the sums of pages on which words are next to each other as in the query, by
 *
 *     0.8, or 0.5 for a passage, * sum over pairs of times * rarity among the rows * f / (k1 + f)
 *
 * where f is the pair's frequency on the page, weighted by field and relative length as that of a term.
 */
export function addPairs({ corpus }: Engine, asked: Asked, rows: Candidates): Steps<void> | null {
  const pairs = choosePairs(asked);
  return pairs.length === 0 ? null : addGains(corpus.text, asked, pairs, rows);
}

/** Distinct pairs of neighbouring words that the site has; at most `MOST_PAIRS`, the rarest and most frequent in the query. */
function choosePairs({ texts, words }: Asked): readonly Pair[] {
  if (words.length < 2) return [];
  const distinct = new Map<number, Pair>();
  for (const { field, places } of texts) {
    const inField = (1 + FIELDS.indexOf(field as FieldName)) * words.length;
    for (let i = 1; i < places.length; i++) {
      const { word: first, position } = places[i - 1]!;
      const { word: second, position: after } = places[i]!;
      if (after - position > FURTHEST || words[first]!.rarity === 0 || words[second]!.rarity === 0) continue;
      const key = (inField + first) * words.length + second;
      const known = distinct.get(key);
      if (known === undefined) distinct.set(key, { first, second, field, times: 1 });
      else known.times++;
    }
  }
  const pairs = [...distinct.values()];
  if (pairs.length <= MOST_PAIRS) return pairs;
  const weightOf = ({ first, second, times }: Pair): number => times * (words[first]!.rarity + words[second]!.rarity);
  return pairs.sort((a, b) => weightOf(b) - weightOf(a)).slice(0, MOST_PAIRS);
}

function* addGains(text: TextIndex, asked: Asked, pairs: readonly Pair[], rows: Candidates): Steps<void> {
  const { pages } = rows;
  /** By pair, then row: the pair's frequency. */
  const frequencies = new Float64Array(pairs.length * pages.length);
  for (const field of FIELDS) {
    const present = presentPairs(text, field, asked, pairs, pages);
    if (present.length === 0) continue;
    const lengths = field === 'title' || field === 'body' ? text.lengths[field] : null;
    const positions = new WordPositions(text.fields[field].positions);
    let work = 0;
    for (let row = 0; row < pages.length; row++) {
      const relative = lengths === null ? 1 : lengths[pages[row]!]! / LENGTH_PARTS;
      work += addRow(present, positions, row, RANKING.weight[field], relative, frequencies);
      if (work <= STEP_WORK) continue;
      work = 0;
      yield;
    }
  }
  addSums(pairs, frequencies, asked.passage !== null, rows);
}

/** A pair of words that rows have in a field: where its frequencies begin, and by row the places of the words' postings. */
interface PresentPair {
  readonly pair: Pair;
  readonly from: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

function presentPairs(
  text: TextIndex,
  field: FieldName,
  { words }: Asked,
  pairs: readonly Pair[],
  pages: Uint32Array,
): PresentPair[] {
  const asked = new Set<number>();
  for (const pair of pairs) if (isIn(pair, field)) asked.add(pair.first).add(pair.second);
  if (asked.size === 0) return [];
  const places = placesOnRows(text, field, words, asked, pages);
  const present: PresentPair[] = [];
  for (const [i, pair] of pairs.entries()) {
    const first = places[pair.first];
    const second = places[pair.second];
    if (first == null || second == null || !isIn(pair, field)) continue;
    present.push({ pair, from: i * pages.length, first, second });
  }
  return present;
}

function isIn(pair: Pair, field: FieldName): boolean {
  return pair.field === 'all' || pair.field === field;
}

/** Adds the frequencies of pairs on one page. @param relative length of the field; @returns the work done */
function addRow(
  present: readonly PresentPair[],
  positions: WordPositions,
  row: number,
  weight: number,
  relative: number,
  frequencies: Float64Array,
): number {
  let work = 0;
  for (let i = 0; i < present.length; i++) {
    const { pair, from, first, second } = present[i]!;
    if (first[row] === ABSENT || second[row] === ABSENT) continue;
    const firstCount = positions.read(pair.first, first[row]!);
    const secondCount = positions.read(pair.second, second[row]!);
    work += 16 + firstCount + secondCount;
    const count = countNear(positions.of(pair.first), firstCount, positions.of(pair.second), secondCount);
    if (count > 0) frequencies[from + row]! += (weight * count) / relative;
  }
  return work;
}

/** The positions of words on one page. Pairs of neighbouring words share words, so each word's positions are read once. */
class WordPositions {
  readonly #positions: Uint8Array;
  /** By word: the place read last, its positions, and their number. */
  readonly #places: number[] = [];
  readonly #lists: Uint32Array[] = [];
  readonly #counts: number[] = [];

  /** @param positions as in `PositionedSet` */
  constructor(positions: Uint8Array) {
    this.#positions = positions;
  }

  of(word: number): Uint32Array {
    return this.#lists[word]!;
  }

  /** @returns how many there are */
  read(word: number, place: number): number {
    if (this.#places[word] === place) return this.#counts[word]!;
    let list = this.#lists[word] ?? new Uint32Array(64);
    let count = readPositionsAt(this.#positions, place, list);
    for (; count === list.length; count = readPositionsAt(this.#positions, place, list)) {
      list = new Uint32Array(4 * count);
    }
    this.#lists[word] = list;
    this.#places[word] = place;
    this.#counts[word] = count;
    return count;
  }
}

/** @returns how many of the first word's first positions the second one follows within `FURTHEST` */
function countNear(firsts: Uint32Array, firstCount: number, seconds: Uint32Array, secondCount: number): number {
  let count = 0;
  let next = 0;
  let looked = 0;
  for (let i = 0; i < firstCount && looked < MOST_PLACES; looked++) {
    const place = firsts[i]!;
    while (next < secondCount && seconds[next]! <= place) next++;
    if (next === secondCount) break;
    if (seconds[next]! <= place + FURTHEST) count++;
    // Skip the first word's positions from which the second one is too far.
    const least = seconds[next]! - FURTHEST;
    i++;
    while (i < firstCount && firsts[i]! < least) i++;
  }
  return count;
}

function addSums(
  pairs: readonly Pair[],
  frequencies: Float64Array,
  isPassage: boolean,
  { pages, sums }: Candidates,
): void {
  const k1 = isPassage ? RANKING.passageK1 : RANKING.k1;
  const pairWeight = isPassage ? PASSAGE_PAIR_WEIGHT : PAIR_WEIGHT;
  for (let i = 0; i < pairs.length; i++) {
    const from = i * pages.length;
    let holding = 0;
    for (let row = 0; row < pages.length; row++) if (frequencies[from + row]! > 0) holding++;
    if (holding === 0) continue;
    const weight = pairWeight * pairs[i]!.times * rarity(pages.length, holding) * IMPACT_STEPS;
    for (let row = 0; row < pages.length; row++) {
      const frequency = frequencies[from + row]!;
      if (frequency > 0) sums[row]! += (weight * frequency) / (k1 + frequency);
    }
  }
}
