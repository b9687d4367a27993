/** Distinct pages found, each with its sum of impact times rarity. Its capacity is the site's page count. */
export class PageSums {
  readonly pages: Uint32Array;
  readonly sums: Float64Array;
  count = 0;

  constructor(pageCount: number) {
    this.pages = new Uint32Array(pageCount);
    this.sums = new Float64Array(pageCount);
  }

  add(page: number, sum: number): void {
    this.pages[this.count] = page;
    this.sums[this.count++] = sum;
  }

  /** Removes the pages that are not in the set. */
  keep(allowed: { has(page: number): boolean }): void {
    const { pages, sums } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (!allowed.has(pages[i]!)) continue;
      pages[kept] = pages[i]!;
      sums[kept++] = sums[i]!;
    }
    this.count = kept;
  }
}
