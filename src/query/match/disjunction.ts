import type { PageSums } from './page_sums.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';
import { STEP_WORK, type Steps } from './steps.ts';

/** One sum per page, indexed by page number. All sums are zero between uses. */
export class Accumulator {
  readonly sums: Float64Array;

  constructor(pageCount: number) {
    this.sums = new Float64Array(pageCount);
  }

  /**
   * Finds the pages that are in any list, in no particular order, with their summed scores.
   *
   * @param extra lists that add to the scores of pages found and find no pages themselves
   * @param into empty
   * @param weigh maps an impact to its weight, indexed by impact; null: the impact itself
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

  /** A zero sum means that the page is new: every posting adds more than zero. */
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

  /** Iterates over whichever is shorter: the list or the pages found. */
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
