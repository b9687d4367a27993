import { IMPACT_STEPS } from '../../corpus/index/ranking.ts';
import type { PageSums } from './page_sums.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';
import { STEP_WORK, type Steps } from './steps.ts';

/** By impact: what it adds to a sum. Reused: it is filled for each long list, because a table costs less than a product a posting. */
const GAINS = new Float64Array(IMPACT_STEPS + 1);

/** One sum per page, indexed by page number. All sums are zero between uses. */
export class Accumulator {
  readonly sums: Float64Array;

  constructor(pageCount: number) {
    this.sums = new Float64Array(pageCount);
  }

  /**
   * Finds the pages that are in any list, with their summed scores: in page order when the lists are long, else in no particular order.
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
    let size = 0;
    for (const list of lists) size += sizeOf(list);
    // Reading the sums of all pages at the end costs less than noticing each new page.
    const isLong = size > this.sums.length;
    let work = 0;
    for (const list of lists) {
      if (work > STEP_WORK) {
        work = 0;
        yield;
      }
      if (!isLong) this.#find(list, weigh, into);
      else if (weigh !== null && list.impacts instanceof Uint8Array) this.#addWeighed(list, list.impacts, weigh);
      else this.#addAll(list);
      work += sizeOf(list);
    }
    if (isLong) this.#findAll(into);
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
  #find({ pages, impacts, from, to, rarity }: Postings, table: Float64Array | null, into: PageSums): void {
    const weigh = impacts instanceof Uint8Array ? table : null;
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

  #addAll({ pages, impacts, from, to, rarity }: Postings): void {
    const { sums } = this;
    for (let i = from; i < to; i++) sums[pages[i]!]! += impacts[i]! * rarity;
  }

  #addWeighed({ pages, from, to, rarity }: Postings, impacts: Uint8Array, weigh: Float64Array): void {
    const { sums } = this;
    if (to - from < weigh.length) {
      for (let i = from; i < to; i++) sums[pages[i]!]! += weigh[impacts[i]!]! * rarity;
      return;
    }
    for (let impact = 0; impact < weigh.length; impact++) GAINS[impact] = weigh[impact]! * rarity;
    for (let i = from; i < to; i++) sums[pages[i]!]! += GAINS[impacts[i]!]!;
  }

  /** Adds the pages whose sums are not zero. */
  #findAll(into: PageSums): void {
    const { sums } = this;
    const found = into.pages;
    let { count } = into;
    for (let page = 0; page < sums.length; page++) if (sums[page] !== 0) found[count++] = page;
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
