import { BLOCK } from '../../corpus/index/posting_set.ts';
import type { Postings } from '../match/postings.ts';

/** A result row. */
export interface Row {
  readonly page: number;
  /** Sum of impact times rarity; 0 for unscored rows. */
  readonly sum: number;
}

/**
 * Keeps the top rows of those offered: highest sum first, ties by page number, which is path order. A binary heap with the worst
 * kept row at the root.
 */
export class Top {
  readonly #limit: number;
  readonly #pages: number[] = [];
  readonly #sums: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get full(): boolean {
    return this.#pages.length === this.#limit;
  }

  /** When pages are offered in ascending order, the sum that the next page must exceed; -1 until `full`. */
  get threshold(): number {
    return this.full ? this.#sums[0]! : -1;
  }

  offer(page: number, sum: number): void {
    const pages = this.#pages;
    const sums = this.#sums;
    if (pages.length < this.#limit) {
      let at = pages.push(page) - 1;
      sums.push(sum);
      for (; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!this.#worse(page, sum, parent)) break;
        pages[at] = pages[parent]!;
        sums[at] = sums[parent]!;
        at = parent;
      }
      pages[at] = page;
      sums[at] = sum;
      return;
    }
    if (this.#worse(page, sum, 0)) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#limit) break;
      if (child + 1 < this.#limit && this.#worse(pages[child + 1]!, sums[child + 1]!, child)) child++;
      if (this.#worse(page, sum, child)) break;
      pages[at] = pages[child]!;
      sums[at] = sums[child]!;
      at = child;
    }
    pages[at] = page;
    sums[at] = sum;
  }

  /** The rows kept, best first. */
  rows(): Row[] {
    return this.#pages
      .map((page, i) => ({ page, sum: this.#sums[i]! }))
      .sort((a, b) => b.sum - a.sum || a.page - b.page);
  }

  #worse(page: number, sum: number, than: number): boolean {
    const other = this.#sums[than]!;
    return sum < other || (sum === other && page > this.#pages[than]!);
  }
}

/** The top rows of pages in any order. @param sums parallel to `pages` */
export function topOfPages(pages: Uint32Array, sums: Float64Array, limit: number): Row[] {
  const top = new Top(limit);
  let threshold = -1;
  for (let i = 0; i < pages.length; i++) {
    if (sums[i]! < threshold) continue;
    top.offer(pages[i]!, sums[i]!);
    threshold = top.threshold;
  }
  return top.rows();
}

/** The top rows of one posting list. Skips blocks whose maximum impact is too low. */
export function topOfPostings(list: Postings, limit: number): Row[] {
  const top = new Top(limit);
  const { pages, impacts, set, from, to, rarity } = list;
  let threshold = -1;
  for (let i = from; i < to; ) {
    const end = Math.min(to, (((i / BLOCK) | 0) + 1) * BLOCK);
    if (set !== null && set.maxima[(i / BLOCK) | 0]! * rarity <= threshold) {
      i = end;
      continue;
    }
    for (; i < end; i++) {
      const sum = impacts[i]! * rarity;
      if (sum <= threshold) continue;
      top.offer(pages[i]!, sum);
      threshold = top.threshold;
    }
  }
  return top.rows();
}
