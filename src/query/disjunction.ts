import type { Matches } from './matches.ts';
import { gallop, type Postings } from './postings.ts';

/** Sums by page, zero but while a query runs; and the bits of pages found. */
export class Accumulator {
  readonly sums: Float64Array;

  constructor(pageCount: number) {
    this.sums = new Float64Array(pageCount);
  }

  /**
   * Finds the pages that are in any list, with the sum of what the lists add.
   * @param extra lists that add to the sums of pages found and find none themselves
   * @param weigh what an impact of a list counts for, by impact; null: as it is
   */
  unite(
    asked: readonly Postings[],
    extra: readonly Postings[],
    into: Matches,
    weigh: Float64Array | null = null,
  ): void {
    const { sums } = this;
    into.count = 0;
    let count = 0;
    for (const { pages, impacts, from, to, rarity } of asked) {
      const table = impacts instanceof Uint8Array ? weigh : null;
      for (let i = from; i < to; i++) {
        const page = pages[i]!;
        if (sums[page] === 0) into.pages[count++] = page;
        sums[page]! += (table === null ? impacts[i]! : table[impacts[i]!]!) * rarity;
      }
    }
    into.count = count;
    for (const list of extra) this.#add(list, into);
    for (let i = 0; i < count; i++) {
      const page = into.pages[i]!;
      into.sums[i] = sums[page]!;
      sums[page] = 0;
    }
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
