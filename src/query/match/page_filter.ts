import { BitSet } from './bit_set.ts';

/** The pages that pass a query's collection and tag filters. */
export class PageFilter {
  /** Ascending. */
  readonly pages: Uint32Array;
  readonly bits: BitSet;

  /** @param pages ascending */
  constructor(pageCount: number, pages: Uint32Array) {
    this.pages = pages;
    this.bits = new BitSet(pageCount);
    this.bits.addAll(pages, 0, pages.length);
  }

  has(page: number): boolean {
    return this.bits.has(page);
  }

  /** Upper bound on its memory. */
  get bytes(): number {
    return 4 * this.pages.length + this.bits.bytes;
  }
}
