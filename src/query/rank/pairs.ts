import { FIELDS, type FieldName, RANKING } from '../../corpus/index/fields.ts';
import { readPositionsAt, SINGLE } from '../../corpus/index/posting_set.ts';
import { IMPACT_STEPS, LENGTH_PARTS, rarity } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { Engine } from '../match/engine.ts';
import { type FieldOrAll, gallop, type Postings, sizeOf, termPostings } from '../match/postings.ts';
import { STEP_WORK, type Steps } from '../match/steps.ts';
import type { Asked, AskedWord } from './asked.ts';
import { type Candidates, RANKED_ROWS } from './candidates.ts';

const PAIR_WEIGHT = 0.5;
/** Furthest distance of the second word from the first, in positions, in the query and on a page. */
const FURTHEST = 3;
/** Most pairs that are looked for: those of the rarest words. */
const MOST_PAIRS = 24;
/** Occurrences of a pair's first word on a page that are looked at. */
const MOST_PLACES = 1024;

/** Posting lists of up to this many postings a row are scanned: that costs less than a search for each row. */
const SCANNED = 24;
/** By page: 1 + its row while rows are marked, else 0. Reused: no row is marked across a pause. */
let MARKS = new Uint16Array(0);

/** In place of a posting: the page lacks the word. No posting has this place, as no page has so many positions. */
const ABSENT = 0xffffffff;
const NO_BYTES = new Uint8Array(0);

/** Two words that follow each other in the query, by index. */
interface Pair {
  readonly first: number;
  readonly second: number;
  readonly field: FieldOrAll;
  /** How often the query has the pair. */
  times: number;
}

/**
 * Adds what pages gain by having words of the query next to each other as the query has them: half of
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
  const memory = takeMemory(pages.length);
  const frequencies = memory.frequencies.fill(0, 0, pairs.length * pages.length);
  const postings = new RowPostings(text, asked.words, memory.found, pages);
  const pass = new FrequencyPass(memory.places, memory.found, pages, frequencies);
  for (const [i, field] of FIELDS.entries()) {
    const isAsked = (pair: Pair): boolean => pair.field === 'all' || pair.field === field;
    if (!pairs.some(isAsked)) continue;
    if (i > 0 && pairs.length * pages.length > STEP_WORK / 16) yield;
    pass.start(text, field, presentPairs(field, pairs, postings));
    while (pass.step()) yield;
  }
  addSums(pairs, frequencies, asked.passage === null ? RANKING.k1 : RANKING.passageK1, rows);
  giveBack(memory);
}

/** Working memory of one query. */
interface PairMemory {
  /** By pair, then row: the pair's frequency. */
  readonly frequencies: Float64Array;
  /** As in `RowPostings`. */
  readonly found: Uint32Array;
  readonly places: PairPlaces;
  readonly rows: number;
}

/** Memory that was given back. Creating typed arrays costs more than filling them. */
const SPARE: PairMemory[] = [];
const MOST_SPARE = 2;

/** @param rows how many there are at most */
function takeMemory(rows: number): PairMemory {
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

function giveBack(memory: PairMemory): void {
  memory.places.end();
  if (SPARE.length < MOST_SPARE) SPARE.push(memory);
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

/** Distinct pairs of neighbouring words that the site has; at most `MOST_PAIRS`, the rarest and most frequent in the query. */
function choosePairs({ texts, words }: Asked): Pair[] {
  if (words.length < 2) return [];
  const distinct = new Map<number, Pair>();
  const pairs: Pair[] = [];
  for (const { field, places } of texts) {
    const inField = (1 + FIELDS.indexOf(field as FieldName)) * words.length;
    for (let i = 1; i < places.length; i++) {
      const { word: first, position } = places[i - 1]!;
      const { word: second, position: after } = places[i]!;
      if (after - position > FURTHEST || words[first]!.rarity === 0 || words[second]!.rarity === 0) continue;
      const key = (inField + first) * words.length + second;
      const known = distinct.get(key);
      if (known === undefined) {
        const pair = { first, second, field, times: 1 };
        distinct.set(key, pair);
        pairs.push(pair);
      } else known.times++;
    }
  }
  return pairs.length <= MOST_PAIRS ? pairs : heaviest(pairs, words);
}

/** The `MOST_PAIRS` with the greatest weights, the greatest first; of equal ones those that come first in the query. */
function heaviest(pairs: readonly Pair[], words: readonly AskedWord[]): Pair[] {
  const chosen: Pair[] = [];
  const weights: number[] = [];
  for (const pair of pairs) {
    const weight = pair.times * (words[pair.first]!.rarity + words[pair.second]!.rarity);
    let at = chosen.length;
    if (at === MOST_PAIRS) {
      if (weight <= weights[at - 1]!) continue;
      at--;
    }
    for (; at > 0 && weights[at - 1]! < weight; at--) {
      chosen[at] = chosen[at - 1]!;
      weights[at] = weights[at - 1]!;
    }
    chosen[at] = pair;
    weights[at] = weight;
  }
  return chosen;
}

/**
 * Adds the frequencies of pairs in one field of the pages, in steps. The loops stand in a function of their own, because the compiler
 * optimises loops in a generator less well.
 */
class FrequencyPass {
  readonly #both: PairPlaces;
  readonly #found: Uint32Array;
  readonly #pages: Uint32Array;
  readonly #frequencies: Float64Array;
  #present: readonly PresentPair[] = [];
  #positions: Uint8Array = NO_BYTES;
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

/** Finds the postings of words on the rows, in one field after the other. */
class RowPostings {
  /** By word, from the index that `find` returns on, and row: the place (`PositionedSet`) of the page's posting in the field, or `ABSENT`. */
  readonly found: Uint32Array;
  readonly #text: TextIndex;
  readonly #words: readonly AskedWord[];
  readonly #pages: Uint32Array;
  #field: FieldName = 'title';
  /** By word: where it is in `found`; -1 when no row has it. */
  #starts: number[] = [];
  #used = 0;

  /** @param found has room for all words that are looked for, on each row; @param pages of the rows, ascending */
  constructor(text: TextIndex, words: readonly AskedWord[], found: Uint32Array, pages: Uint32Array) {
    this.found = found;
    this.#text = text;
    this.#words = words;
    this.#pages = pages;
  }

  /** Begins with a field: marks the pages of the rows for `find`. No work may pause before `end`. */
  start(field: FieldName): void {
    this.#field = field;
    this.#starts = [];
    this.#used = 0;
    const pages = this.#pages;
    const { length } = this.#text.stemmers;
    if (MARKS.length < length) MARKS = new Uint16Array(length);
    for (let row = 0; row < pages.length; row++) MARKS[pages[row]!] = row + 1;
  }

  end(): void {
    for (const page of this.#pages) MARKS[page] = 0;
  }

  /** @returns where the word's postings begin in `found`, or -1 when no row has the word */
  find(word: number): number {
    const known = this.#starts[word];
    if (known !== undefined) return known;
    const start = this.#used * this.#pages.length;
    const some = this.#read(this.#words[word]!, start);
    if (some) this.#used++;
    this.#starts[word] = some ? start : -1;
    return this.#starts[word]!;
  }

  #read({ terms }: AskedWord, start: number): boolean {
    const pages = this.#pages;
    const { found } = this;
    let some = false;
    const { starts } = this.#text.fields[this.#field];
    for (const { term, stemmers } of terms) {
      if (this.#text.lookUp === null && starts[term] === starts[term + 1]) continue;
      const list = termPostings(this.#text, this.#field, term);
      if (!some) found.fill(ABSENT, start, start + pages.length);
      if (sizeOf(list) < SCANNED * pages.length) some = this.#scan(list, stemmers, start) || some;
      else some = this.#search(list, stemmers, start) || some;
    }
    return some;
  }

  /** Looks at the whole list. */
  #scan({ pages, from, to }: Postings, stemmers: number, start: number): boolean {
    const { found } = this;
    const stemmerOf = this.#text.stemmers;
    const { places } = this.#text.fields[this.#field];
    const marks = MARKS;
    let some = false;
    for (let i = from; i < to; i++) {
      const mark = marks[pages[i]!]!;
      if (mark === 0 || ((stemmers >>> stemmerOf[pages[i]!]!) & 1) === 0) continue;
      found[start + mark - 1] = places[i]!;
      some = true;
    }
    return some;
  }

  /** Looks for each row. */
  #search(list: Postings, stemmers: number, start: number): boolean {
    const pages = this.#pages;
    const { places } = this.#text.fields[this.#field];
    let some = false;
    let at = list.from;
    for (let row = 0; row < pages.length; row++) {
      const page = pages[row]!;
      at = gallop(list, at, page);
      if (at === list.to) break;
      if (list.pages[at] !== page || ((stemmers >>> this.#text.stemmers[page]!) & 1) === 0) continue;
      this.found[start + row] = places[at]!;
      some = true;
    }
    return some;
  }
}

/** The positions of words on one page, of one posting for each word at a time. Reused, so that reading them needs no allocation. */
class PairPlaces {
  /** How many positions the last two postings have. */
  count = 0;
  #positions: Uint8Array = NO_BYTES;
  /** By word: the place that was read last, or `ABSENT`, its positions, and how many they are. */
  readonly #read: Uint32Array;
  readonly #places: Uint32Array[];
  readonly #counts: Uint32Array;

  /** @param most most words */
  constructor(most: number) {
    this.#read = new Uint32Array(most);
    this.#counts = new Uint32Array(most);
    this.#places = Array.from({ length: most }, () => new Uint32Array(SHORT_LIST));
  }

  /** @param positions as in `PositionedSet` */
  start(positions: Uint8Array): void {
    this.#positions = positions;
    this.#read.fill(ABSENT);
  }

  /** Keeps no memory that is not its own, and little of that. */
  end(): void {
    this.#positions = NO_BYTES;
    for (let word = 0; word < this.#places.length; word++) {
      if (this.#places[word]!.length > LONGEST_KEPT) this.#places[word] = new Uint32Array(SHORT_LIST);
    }
  }

  /**
   * @param first, second two words by number, and the places of their postings on the same page
   * @returns how many of the first one's first positions the second one follows within `FURTHEST`
   */
  countFollowing(first: number, firstPlace: number, second: number, secondPlace: number): number {
    if (this.#read[first] !== firstPlace) this.#readList(first, firstPlace);
    if (this.#read[second] !== secondPlace) this.#readList(second, secondPlace);
    const firstCount = this.#counts[first]!;
    const secondCount = this.#counts[second]!;
    this.count = firstCount + secondCount;
    return countNear(this.#places[first]!, firstCount, this.#places[second]!, secondCount);
  }

  #readList(word: number, place: number): void {
    let places = this.#places[word]!;
    let count = readPositionsAt(this.#positions, place, places);
    for (; count === places.length; count = readPositionsAt(this.#positions, place, places)) {
      places = new Uint32Array(4 * count);
    }
    this.#places[word] = places;
    this.#read[word] = place;
    this.#counts[word] = count;
  }
}

const SHORT_LIST = 64;
/** Longer lists of positions are not kept for the next query. */
const LONGEST_KEPT = 1024;

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
