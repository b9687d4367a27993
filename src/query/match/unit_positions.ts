import type { Unit } from '../../corpus/analysis/unit.ts';
import type { FieldName } from '../../corpus/index/fields.ts';
import { PositionCursor, readPositions } from '../../corpus/index/posting_set.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { gallop, NO_POSTINGS, type Postings, setOf, sizeOf, termPostings } from './postings.ts';

/** Finds where a unit's parts are adjacent in one field of a page. Streams the positions, so its memory does not grow with the page. */
export class UnitPositions {
  readonly #stemmers: Uint8Array;
  readonly #parts: readonly PartInField[];
  /** Weight of a hit: the number of parts times the rarity of the rarest term. */
  readonly weight: number;

  constructor(index: TextIndex, field: FieldName, unit: Unit) {
    this.#stemmers = index.stemmers;
    const parts: PartInField[] = [];
    let rarest = 0;
    for (const { terms, known, offset } of unit.parts) {
      const lists: Postings[] = [];
      for (const term of terms) {
        const number = terms.length === 1 && known !== null ? (known[0]?.term ?? -1) : index.vocabulary.find(term);
        const list = number < 0 ? NO_POSTINGS : termPostings(index, field, number);
        lists.push(list);
        rarest = Math.max(rarest, list.rarity);
      }
      let size = 0;
      for (const list of lists) size += sizeOf(list);
      parts.push({ offset, lists, size, cursor: new PositionCursor(), list: NO_POSTINGS, at: 0 });
    }
    // The rarest part first: most pages that lack the unit lack that part.
    this.#parts = parts.length > 1 ? parts.sort((a, b) => a.size - b.size) : parts;
    this.weight = rarest * parts.length;
  }

  /** Whether the unit is a single word or character. */
  get single(): boolean {
    return this.#parts.length === 1;
  }

  isOn(page: number): boolean {
    if (!this.#open(page)) return false;
    return this.single || this.#next(0) >= 0;
  }

  /**
   * Reads the first positions into `into`, up to its length, so that a page that repeats a word thousands of times costs no
   * more than another.
   *
   * @returns how many were read
   */
  first(page: number, into: Uint32Array): number {
    if (this.single) {
      const at = this.#posting(0, page);
      return at < 0 ? 0 : readPositions(setOf(this.#parts[0]!.list), at, into);
    }
    return this.#read(page, 0, Number.POSITIVE_INFINITY, into);
  }

  /**
   * Reads into `into` the positions from `from` to `from + into.length`.
   * @returns how many were read
   */
  within(page: number, from: number, into: Uint32Array): number {
    return this.#read(page, from, from + into.length, into);
  }

  #read(page: number, from: number, to: number, into: Uint32Array): number {
    if (!this.#open(page)) return 0;
    let count = 0;
    for (let place = this.#next(from); place >= 0 && place < to && count < into.length; place = this.#next(place + 1)) {
      into[count++] = place;
    }
    return count;
  }

  /** @returns the page's index in the list of one of the part's terms, or -1 */
  #posting(part: number, page: number): number {
    const own = this.#parts[part]!;
    const list = own.lists.length === 1 ? own.lists[0]! : own.lists[this.#stemmers[page]!]!;
    // Most pages are asked for in ascending order.
    const isBehind = own.list === list && own.at < list.to && list.pages[own.at]! <= page;
    own.list = list;
    own.at = gallop(list, isBehind ? own.at : list.from, page);
    return own.at < list.to && list.pages[own.at] === page ? own.at : -1;
  }

  /** @returns false when a part does not occur on the page */
  #open(page: number): boolean {
    for (let part = 0; part < this.#parts.length; part++) {
      const posting = this.#posting(part, page);
      if (posting < 0) return false;
      const { cursor, list } = this.#parts[part]!;
      cursor.open(setOf(list), posting);
    }
    return true;
  }

  /** @returns the first position of at least `least` at which all parts match, or -1; `least` must not decrease */
  #next(least: number): number {
    const parts = this.#parts;
    // Advance each part to the candidate position; a part that lands after it moves the candidate forward.
    let place = least;
    for (let i = 0, agreed = 0; ; i = i + 1 === parts.length ? 0 : i + 1) {
      const { offset, cursor } = parts[i]!;
      if (!cursor.reach(place + offset)) return -1;
      const found = cursor.position - offset;
      agreed = found === place ? agreed + 1 : 1;
      place = found;
      if (agreed === parts.length) return place;
    }
  }
}

/** A part and the posting lists of its terms in the field: one list, or one per stemmer of the site. */
interface PartInField {
  readonly offset: number;
  readonly lists: readonly Postings[];
  /** Postings in all lists. */
  readonly size: number;
  readonly cursor: PositionCursor;
  /** The list that was searched last, and where. */
  list: Postings;
  at: number;
}
