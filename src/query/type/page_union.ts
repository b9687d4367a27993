import { RANKING } from '../../corpus/index/fields.ts';
import { IMPACT_STEPS, rarity } from '../../corpus/index/ranking.ts';
import { BitSet } from '../match/bit_set.ts';
import { type Postings, sizeOf } from '../match/postings.ts';

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

/** The pages of a union, and their number on the whole site. */
export interface HeldPages {
  readonly list: NearPostings;
  /** At least as many as in the list, which may have been restricted. */
  readonly holding: number;
}

/** Pages and their impacts, parallel. */
type Lists = Pick<Postings, 'pages' | 'impacts'>;

/** When more than one page in this many is used, the whole arrays are cleared at once. */
const DENSE = 16;

/** Unites the postings of a word's spellings as if they were one term: their frequencies are added. */
export class PageUnion {
  readonly #pageCount: number;
  readonly #stemmers: Uint8Array | null;
  /** 0: the page is not in the union, or has only the least frequency. */
  readonly #frequencies: Float64Array;
  /** 1 + the edits of the nearest spelling on the page; 0: none. Used by `addNear` alone. */
  readonly #nearness: Uint8Array;
  /** One bit for each page of the union. */
  readonly #touched: Uint32Array;
  /** The list that `take` gives. */
  readonly #pages: Uint32Array;
  readonly #impacts: Float64Array;

  /** @param stemmers by page: its stemmer; null when the site has only one */
  constructor(pageCount: number, stemmers: Uint8Array | null) {
    this.#pageCount = pageCount;
    this.#stemmers = stemmers;
    this.#frequencies = new Float64Array(pageCount);
    this.#nearness = new Uint8Array(pageCount);
    this.#touched = new Uint32Array(Math.ceil(pageCount / 32));
    this.#pages = new Uint32Array(pageCount);
    this.#impacts = new Float64Array(pageCount);
  }

  /**
   * Adds the postings `[from, to)` of a list, or of a whole set: an object for each term would cost more than most terms.
   * @param allowed bit i: pages of the site's stemmer i count
   */
  add({ pages, impacts }: Lists, from: number, to: number, weight: number, allowed: number): void {
    const frequencies = this.#frequencies;
    const touched = this.#touched;
    const stemmers = this.#stemmers;
    for (let i = from; i < to; i++) {
      const page = pages[i]!;
      if (stemmers !== null && ((allowed >>> stemmers[page]!) & 1) === 0) continue;
      touched[page >>> 5]! |= 1 << (page & 31);
      frequencies[page]! += weight * FREQUENCIES[impacts[i]!]!;
    }
  }

  /** Like `add`, for a spelling some edits away. A page keeps only its nearest spellings, so terms are added by ascending `edits`. */
  addNear({ pages, impacts }: Lists, from: number, to: number, weight: number, edits: number, allowed: number): void {
    const frequencies = this.#frequencies;
    const nearness = this.#nearness;
    const touched = this.#touched;
    const stemmers = this.#stemmers;
    const own = edits + 1;
    for (let i = from; i < to; i++) {
      const page = pages[i]!;
      if (stemmers !== null && ((allowed >>> stemmers[page]!) & 1) === 0) continue;
      const nearest = nearness[page]!;
      if (nearest === 0) {
        nearness[page] = own;
        touched[page >>> 5]! |= 1 << (page & 31);
      } else if (nearest !== own) continue;
      frequencies[page]! += weight * FREQUENCIES[impacts[i]!]!;
    }
  }

  /** Adds pages that have the least frequency given to `take`. @param bits one bit a page */
  addPages(bits: Uint32Array): void {
    const touched = this.#touched;
    for (let i = 0; i < bits.length; i++) touched[i]! |= bits[i]!;
  }

  /**
   * Takes the pages added without edits; the union is empty afterwards.
   * @param mostRarity bound on the rarity: that of the word typed, so that a rare spelling is never worth more
   * @param least is added to each page's frequency
   * @param within only pages of this list are given; null: all
   * @returns pages ascending, valid until the next call
   */
  take(mostRarity: number, least: number, within: Postings | null): HeldPages {
    const holding = this.#count();
    const frequencies = this.#frequencies;
    const touched = this.#touched;
    const pages = this.#pages;
    const impacts = this.#impacts;
    const { k1 } = RANKING;
    let to = 0;
    if (within !== null && sizeOf(within) < holding) {
      for (let i = within.from; i < within.to; i++) {
        const page = within.pages[i]!;
        if (((touched[page >>> 5]! >>> (page & 31)) & 1) === 0) continue;
        const frequency = frequencies[page]! + least;
        pages[to] = page;
        impacts[to++] = (IMPACT_STEPS * frequency) / (k1 + frequency);
      }
      this.#clear(holding);
    } else {
      const leastImpact = (IMPACT_STEPS * least) / (k1 + least);
      for (let i = 0; i < touched.length; i++) {
        for (let word = touched[i]!; word !== 0; word &= word - 1) {
          const page = i * 32 + 31 - Math.clz32(word & -word);
          const frequency = frequencies[page]!;
          frequencies[page] = 0;
          pages[to] = page;
          impacts[to++] =
            frequency === 0 ? leastImpact : (IMPACT_STEPS * (frequency + least)) / (k1 + frequency + least);
        }
      }
      touched.fill(0);
    }
    const list = {
      ...{ pages, impacts, set: null, from: 0, to, edits: null },
      rarity: Math.min(mostRarity, rarity(this.#pageCount, holding)),
    };
    return { list, holding };
  }

  /** @returns the pages added by `addNear`, ascending; the union is empty afterwards */
  takeNear(): NearPostings {
    const count = this.#count();
    const touched = this.#touched;
    const pages = new Uint32Array(count);
    const impacts = new Float64Array(count);
    const edits = new Uint8Array(count);
    const { k1 } = RANKING;
    let at = 0;
    for (let i = 0; i < touched.length; i++) {
      for (let word = touched[i]!; word !== 0; word &= word - 1) {
        const page = i * 32 + 31 - Math.clz32(word & -word);
        const frequency = this.#frequencies[page]!;
        pages[at] = page;
        impacts[at] = (IMPACT_STEPS * frequency) / (k1 + frequency);
        edits[at++] = this.#nearness[page]! - 1;
      }
    }
    this.#clear(count);
    const list = { pages, impacts, set: null, from: 0, to: count, edits };
    return { ...list, rarity: rarity(this.#pageCount, count) };
  }

  #count(): number {
    return new BitSet(this.#pageCount, this.#touched).count();
  }

  #clear(count: number): void {
    const frequencies = this.#frequencies;
    const nearness = this.#nearness;
    if (count * DENSE > this.#pageCount) {
      frequencies.fill(0);
      nearness.fill(0);
    } else {
      new BitSet(this.#pageCount, this.#touched).forEach((page) => {
        frequencies[page] = 0;
        nearness[page] = 0;
      });
    }
    this.#touched.fill(0);
  }
}
