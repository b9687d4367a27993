import type { Postings } from './postings.ts';

/** Distinct pages found, each with its sum of impact times rarity. */
export class PageSums {
  readonly pages: Uint32Array;
  readonly sums: Float64Array;
  count = 0;

  /** @param most pages it has room for */
  constructor(most: number) {
    this.pages = new Uint32Array(most);
    this.sums = new Float64Array(most);
  }

  add(page: number, sum: number): void {
    this.pages[this.count] = page;
    this.sums[this.count++] = sum;
  }

  addList({ pages, impacts, rarity, from, to }: Postings): void {
    const found = this.pages;
    const { sums } = this;
    let { count } = this;
    for (let i = from; i < to; i++) {
      found[count] = pages[i]!;
      sums[count++] = impacts[i]! * rarity;
    }
    this.count = count;
  }

  /** Adds pages with sums of zero. */
  addUnscored(pages: Uint32Array): void {
    this.pages.set(pages, this.count);
    this.sums.fill(0, this.count, this.count + pages.length);
    this.count += pages.length;
  }

  /** Replaces the pages by those of another one. */
  copy({ pages, sums, count }: PageSums): void {
    this.pages.set(pages.subarray(0, count));
    this.sums.set(sums.subarray(0, count));
    this.count = count;
  }

  /** The pages and sums as a list, valid until pages are added or removed. */
  asPostings(): Postings {
    return { pages: this.pages, impacts: this.sums, set: null, from: 0, to: this.count, rarity: 1 };
  }

  /** Removes the pages from index `first` on that are not in the set. */
  keep(allowed: { has(page: number): boolean }, first = 0): void {
    const { pages, sums } = this;
    let kept = first;
    for (let i = first; i < this.count; i++) {
      if (!allowed.has(pages[i]!)) continue;
      pages[kept] = pages[i]!;
      sums[kept++] = sums[i]!;
    }
    this.count = kept;
  }
}
