import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { IMPACT_STEPS } from '../../corpus/index/ranking.ts';
import type { PageSums } from './page_sums.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';

/** By impact: what it adds to a sum. Filled again for each long list: a table costs less than one product per posting. */
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
    if (lists.length === 2 && extra.length === 0 && weigh === null && size <= STEP_WORK) {
      uniteTwo(lists[0]!, lists[1]!, into);
      return;
    }
    // Reading the sums of all pages at the end costs less than noticing each new page.
    const isLong = size > this.sums.length;
    for (let next = 0; next < lists.length; ) {
      if (next > 0) yield;
      next = isLong ? this.#sumStep(lists, next, weigh) : this.#findStep(lists, next, weigh, into);
    }
    if (isLong) this.#findAll(into);
    let work = 0;
    for (const list of extra) {
      if (work > STEP_WORK) {
        work = 0;
        yield;
      }
      this.#add(list, into);
      work += Math.min(sizeOf(list), into.count);
    }
    this.#moveSums(into);
  }

  /** Gives each page found its sum, and leaves all sums zero. */
  #moveSums({ pages, sums: foundSums, count }: PageSums): void {
    const { sums } = this;
    for (let i = 0; i < count; i++) {
      const page = pages[i]!;
      foundSums[i] = sums[page]!;
      sums[page] = 0;
    }
  }

  /**
   * Adds lists to the sums of all pages, from index `next` on, until a step's work is done. A plain function, because the compiler optimises
   * loops in a generator less well.
   * @returns the index of the next list
   */
  #sumStep(lists: readonly Postings[], next: number, weigh: Float64Array | null): number {
    const { sums } = this;
    let work = 0;
    let at = next;
    for (; at < lists.length && work <= STEP_WORK; at++) {
      const { pages, impacts, from, to, rarity } = lists[at]!;
      work += to - from;
      if (weigh === null || !(impacts instanceof Uint8Array)) {
        for (let i = from; i < to; i++) sums[pages[i]!]! += impacts[i]! * rarity;
      } else if (to - from < weigh.length) {
        for (let i = from; i < to; i++) sums[pages[i]!]! += weigh[impacts[i]!]! * rarity;
      } else {
        for (let impact = 0; impact < weigh.length; impact++) GAINS[impact] = weigh[impact]! * rarity;
        for (let i = from; i < to; i++) sums[pages[i]!]! += GAINS[impacts[i]!]!;
      }
    }
    return at;
  }

  /** Like `#sumStep`, and adds the new pages to `into`. A zero sum means that the page is new: every posting adds more than zero. */
  #findStep(lists: readonly Postings[], next: number, table: Float64Array | null, into: PageSums): number {
    const { sums } = this;
    const found = into.pages;
    let { count } = into;
    let work = 0;
    let at = next;
    for (; at < lists.length && work <= STEP_WORK; at++) {
      const { pages, impacts, from, to, rarity } = lists[at]!;
      work += to - from;
      const weigh = impacts instanceof Uint8Array ? table : null;
      for (let i = from; i < to; i++) {
        const page = pages[i]!;
        const sum = sums[page]!;
        if (sum === 0) found[count++] = page;
        sums[page] = sum + (weigh === null ? impacts[i]! : weigh[impacts[i]!]!) * rarity;
      }
    }
    into.count = count;
    return at;
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

/** Merges two lists. No branch depends on which list has the next page, because the processor cannot predict that. */
function uniteTwo(first: Postings, second: Postings, into: PageSums): void {
  const { pages: found, sums } = into;
  const { pages: firstPages, impacts: firstImpacts, to: firstTo, rarity: firstRarity } = first;
  const { pages: secondPages, impacts: secondImpacts, to: secondTo, rarity: secondRarity } = second;
  let { count } = into;
  let i = first.from;
  let j = second.from;
  while (i < firstTo && j < secondTo) {
    const before = firstPages[i]! - secondPages[j]!;
    // 1 when the list has the page, else 0: page numbers are below 2 ** 31.
    const inFirst = 1 - (-before >>> 31);
    const inSecond = 1 - (before >>> 31);
    found[count] = Math.min(firstPages[i]!, secondPages[j]!);
    sums[count++] = inFirst * firstImpacts[i]! * firstRarity + inSecond * secondImpacts[j]! * secondRarity;
    i += inFirst;
    j += inSecond;
  }
  into.count = count;
  into.addList(first, i, firstTo);
  into.addList(second, j, secondTo);
}
