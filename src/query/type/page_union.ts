import { RANKING } from '../../corpus/index/fields.ts';
import type { PostingSet } from '../../corpus/index/posting_set.ts';
import { IMPACT_STEPS, rarity } from '../../corpus/index/ranking.ts';
import { BitSet } from '../match/bit_set.ts';
import type { Postings } from '../match/postings.ts';

/** Postings of one typed word, with how many edits each page's spelling is away. */
export interface NearPostings extends Postings {
  /** Parallel to `pages`; null: 0 for all. */
  readonly edits: Uint8Array | null;
}

/** The frequency that each impact stands for: the reverse of `impact`. */
const FREQUENCIES = Float64Array.from({ length: IMPACT_STEPS + 1 }, (_, step) => {
  const share = Math.min(step, IMPACT_STEPS - 0.5) / IMPACT_STEPS;
  return (RANKING.k1 * share) / (1 - share);
});

/** Unites the postings of a word's spellings as if they were one term: their frequencies are added. */
export class PageUnion {
  readonly #pageCount: number;
  readonly #stemmers: Uint8Array | null;
  readonly #frequencies: Float64Array;
  /** 1 + the edits of the nearest spelling on the page; 0: none. */
  readonly #nearness: Uint8Array;
  readonly #touched: BitSet;

  /** @param stemmers by page: its stemmer; null when the site has only one */
  constructor(pageCount: number, stemmers: Uint8Array | null) {
    this.#pageCount = pageCount;
    this.#stemmers = stemmers;
    this.#frequencies = new Float64Array(pageCount);
    this.#nearness = new Uint8Array(pageCount);
    this.#touched = new BitSet(pageCount);
  }

  /**
   * Adds the postings of a term. A page keeps only its nearest spellings, so terms are added by ascending `edits`.
   * @param allowed bit i: pages of the site's stemmer i count
   */
  add({ pages, impacts, starts }: PostingSet, term: number, weight: number, edits: number, allowed: number): void {
    const frequencies = this.#frequencies;
    const nearness = this.#nearness;
    const stemmers = this.#stemmers;
    const own = edits + 1;
    const to = starts[term + 1]!;
    for (let i = starts[term]!; i < to; i++) {
      const page = pages[i]!;
      if (stemmers !== null && ((allowed >>> stemmers[page]!) & 1) === 0) continue;
      if (nearness[page] === 0) {
        nearness[page] = own;
        this.#touched.add(page);
      } else if (nearness[page] !== own) continue;
      frequencies[page]! += weight * FREQUENCIES[impacts[i]!]!;
    }
  }

  /** Adds pages with a frequency for each. @param bits one bit a page */
  addPages(bits: Uint32Array, frequency: number): void {
    new BitSet(this.#pageCount, bits).forEach((page) => {
      if (this.#nearness[page] === 0) {
        this.#nearness[page] = 1;
        this.#touched.add(page);
      }
      this.#frequencies[page]! += frequency;
    });
  }

  /**
   * @param mostRarity bound on the rarity: that of the word typed, so that a rare spelling is never worth more
   * @returns the pages added, ascending; the union is empty afterwards
   */
  take(mostRarity: number): NearPostings {
    const count = this.#touched.count();
    const pages = new Uint32Array(count);
    const impacts = new Float64Array(count);
    const edits = new Uint8Array(count);
    let at = 0;
    let farthest = 0;
    this.#touched.forEach((page) => {
      const frequency = this.#frequencies[page]!;
      pages[at] = page;
      impacts[at] = (IMPACT_STEPS * frequency) / (RANKING.k1 + frequency);
      edits[at] = this.#nearness[page]! - 1;
      if (edits[at]! > farthest) farthest = edits[at]!;
      at++;
      this.#frequencies[page] = 0;
      this.#nearness[page] = 0;
    });
    this.#touched.clear();
    return {
      ...{ pages, impacts, set: null, from: 0, to: count },
      rarity: Math.min(mostRarity, rarity(this.#pageCount, count)),
      edits: farthest === 0 ? null : edits,
    };
  }
}
