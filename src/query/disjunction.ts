import type { Matches } from './matches.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';

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
    for (const list of asked) this.#addAll(list, list.impacts instanceof Uint8Array ? weigh : null);
    this.#collect(asked, into);
    for (const list of extra) this.#add(list, into);
    const { sums } = this;
    for (let i = 0; i < into.count; i++) {
      const page = into.pages[i]!;
      into.sums[i] = sums[page]!;
      sums[page] = 0;
    }
  }

  #addAll({ pages, impacts, from, to, rarity }: Postings, weigh: Float64Array | null): void {
    const { sums } = this;
    if (weigh === null) for (let i = from; i < to; i++) sums[pages[i]!]! += impacts[i]! * rarity;
    else for (let i = from; i < to; i++) sums[pages[i]!]! += weigh[impacts[i]!]! * rarity;
  }

  /** Notes the pages whose sum is not zero: from all pages when the lists are long, else from the lists. */
  #collect(asked: readonly Postings[], into: Matches): void {
    const { sums } = this;
    const listed = asked.reduce((sum, list) => sum + sizeOf(list), 0);
    let count = 0;
    if (listed * 2 > sums.length) {
      for (let page = 0; page < sums.length; page++) if (sums[page] !== 0) into.pages[count++] = page;
    } else {
      const seen = new Set<number>();
      for (const { pages, from, to } of asked) for (let i = from; i < to; i++) seen.add(pages[i]!);
      for (const page of [...seen].sort((a, b) => a - b)) into.pages[count++] = page;
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
