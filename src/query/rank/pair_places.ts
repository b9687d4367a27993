import { readPositionsAt } from '../../corpus/index/posting_set.ts';
import { FURTHEST } from './choose_pairs.ts';
import { ABSENT } from './row_postings.ts';

/** Occurrences of a pair's first word on a page that are looked at. */
const MOST_PLACES = 1024;

const NO_BYTES = new Uint8Array(0);

/** The positions of words on one page, one posting per word. Reused, so that reading them needs no allocation. */
export class PairPlaces {
  /** How many positions the last two postings have. */
  count = 0;
  #positions: Uint8Array = NO_BYTES;
  /** By word: the place read last or `ABSENT`, its positions, and their number. */
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

  /** Releases the arrays that belong to others, and its own long lists. */
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
