import type { PageSums } from './page_sums.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';
import { STEP_WORK, type Steps } from './steps.ts';

/** A sum for every page. All are zero except while one question's work is between its first and its last addition. */
export class Accumulator {
  readonly sums: Float64Array;

  constructor(pageCount: number) {
    this.sums = new Float64Array(pageCount);
  }

  /**
   * Finds the pages that are in any list, in no order, with the sum of what the lists add.
   *
   * @param extra further lists, which add to the sums of pages found and find none themselves
   * @param into empty
   * @param weigh what an impact of a list counts for, by impact; null: as it is
   */
  *unite(
    lists: readonly Postings[],
    extra: readonly Postings[],
    into: PageSums,
    weigh: Float64Array | null = null,
  ): Steps<void> {
    let work = 0;
    for (const list of lists) {
      if (work > STEP_WORK) {
        work = 0;
        yield;
      }
      this.#addAll(list, list.impacts instanceof Uint8Array ? weigh : null, into);
      work += sizeOf(list);
    }
    for (const list of extra) {
      if (work > STEP_WORK) {
        work = 0;
        yield;
      }
      this.#add(list, into);
      work += Math.min(sizeOf(list), into.count);
    }
    const { sums } = this;
    for (let i = 0; i < into.count; i++) {
      const page = into.pages[i]!;
      into.sums[i] = sums[page]!;
      sums[page] = 0;
    }
  }

  /** A page is found where its sum is zero so far: every posting adds something. */
  #addAll({ pages, impacts, from, to, rarity }: Postings, weigh: Float64Array | null, into: PageSums): void {
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
  #add(list: Postings, found: PageSums): void {
    const { sums } = this;
    const { pages, impacts, from, to, rarity } = list;
    if (to - from <= found.count * 8) {
      for (let i = from; i < to; i++) if (sums[pages[i]!]! > 0) sums[pages[i]!]! += impacts[i]! * rarity;
      return;
    }
    for (let i = 0; i < found.count; i++) {
      const at = gallop(list, from, found.pages[i]!);
      if (at < to && pages[at] === found.pages[i]) sums[found.pages[i]!]! += impacts[at]! * rarity;
    }
  }
}
