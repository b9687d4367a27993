/** Pages found, without repeats, and beside each its sum of impact times rarity. Holds as many as the site has pages. */
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

  /** Drops the pages that a set lacks. */
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
