import { BitSet } from './bit_set.ts';
import type { Postings } from './postings.ts';

/** The pages that pass a query's collection and tag filters. */
export class PageFilter {
  /** Ascending. */
  readonly pages: Uint32Array;
  readonly bits: BitSet;
  /** The same pages as a posting list that adds zero to scores. */
  readonly postings: Postings;

  /** @param pages ascending */
  constructor(pageCount: number, pages: Uint32Array) {
    this.pages = pages;
    this.bits = new BitSet(pageCount);
    this.bits.addAll(pages, 0, pages.length);
    this.postings = { pages, impacts: new Uint8Array(pages.length), set: null, from: 0, to: pages.length, rarity: 0 };
  }

  has(page: number): boolean {
    return this.bits.has(page);
  }

  /** Upper bound on its memory. */
  get bytes(): number {
    return 5 * this.pages.length + this.bits.bytes;
  }
}
