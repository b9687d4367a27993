import type { Matches } from './matches.ts';
import { gallop, type Postings } from './postings.ts';

/** Sums by page, zero but while a query runs; and the bits of pages found. */
export class Accumulator {
  readonly sums: Float64Array;

  constructor(pageCount: number) {
    this.sums = new Float64Array(pageCount);
  }

  /**
   * Finds the pages that are in any list, in no order, with the sum of what the lists add.
   * @param extra lists that add to the sums of pages found and find none themselves
   * @param weigh what an impact of a list counts for, by impact; null: as it is
   */
  unite(
    asked: readonly Postings[],
    extra: readonly Postings[],
    into: Matches,
    weigh: Float64Array | null = null,
  ): void {
    into.count = 0;
    for (const list of asked) this.#addAll(list, list.impacts instanceof Uint8Array ? weigh : null, into);
    for (const list of extra) this.#add(list, into);
    const { sums } = this;
    for (let i = 0; i < into.count; i++) {
      const page = into.pages[i]!;
      into.sums[i] = sums[page]!;
      sums[page] = 0;
    }
  }

  /** A page is found where its sum is zero so far: every posting adds something. */
  #addAll({ pages, impacts, from, to, rarity }: Postings, weigh: Float64Array | null, into: Matches): void {
    const { sums } = this;
    const found = into.pages;
    let { count } = into;
    for (let i = from; i < to; i++) {
      const page = pages[i]!;
      const sum = sums[page]!;
      if (sum === 0) found[count++] = page;
      sums[page] = sum + (weigh === null ? impacts[i]! : weigh[impacts[i]!]!) * rarity;
    }
    into.count = count;
  }

  /** Walks the shorter of the two: the list, or the pages found. */
  #add(list: Postings, found: Matches): void {
    const { pages, impacts, from, to, rarity } = list;
    if (to - from <= found.count * 8) {
      for (let i = from; i < to; i++) if (this.sums[pages[i]!]! > 0) this.sums[pages[i]!]! += impacts[i]! * rarity;
      return;
    }
    for (let i = 0; i < found.count; i++) {
      const at = gallop(list, from, found.pages[i]!);
      if (at < to && pages[at] === found.pages[i]) this.sums[found.pages[i]!]! += impacts[at]! * rarity;
    }
  }
}
