import type { Corpus } from '../../../corpus/corpus.ts';
import { RANKING } from '../../../corpus/index/fields.ts';
import { IMPACT_STEPS, rarity } from '../../../corpus/index/ranking.ts';
import { BitSet } from '../bit_set.ts';
import { type Postings, sizeOf } from '../postings.ts';
import type { NearPostings } from '../sought_word.ts';

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

export interface TakeOptions {
  /** Bound on the rarity: that of the word typed, so that a rare spelling is never worth more. */
  readonly mostRarity?: number;
  /** Is added to each page's frequency. */
  readonly least?: number;
  /** Only pages of this list are taken; null: all. */
  readonly within?: Postings | null;
}

/** When more than one page in this many is used, the whole arrays are cleared at once. */
const DENSE = 16;

/**
 * Unites the postings of a word's spellings as if they were one term: their frequencies are added. A page keeps only its nearest
 * spellings. Empty between two words.
 */
export class PageUnion {
  /** By term: the weight that it was given, or 0; and the stemmers on whose pages it counts. */
  readonly #weights: Float32Array;
  readonly #allowed: Uint32Array;
  /** The terms that have a weight. */
  #terms: number[] = [];
  /** By page: its stemmer; null when the site has only one. */
  readonly #stemmers: Uint8Array | null;
  /** 0: the page is not in the union, or has only the least frequency. */
  readonly #frequencies: Float64Array;
  /** 1 + the edits of the nearest spelling on the page; 0: none. */
  readonly #nearness: Uint8Array;
  /** The pages of the union, one bit each. */
  readonly #bits: Uint32Array;
  readonly #set: BitSet;

  constructor({ pages, text, analyser }: Corpus) {
    this.#weights = new Float32Array(text.vocabulary.count);
    this.#allowed = new Uint32Array(text.vocabulary.count);
    this.#stemmers = analyser.algorithms.length > 1 ? text.stemmers : null;
    this.#frequencies = new Float64Array(pages.count);
    this.#nearness = new Uint8Array(pages.count);
    this.#bits = new Uint32Array(Math.ceil(pages.count / 32));
    this.#set = new BitSet(pages.count, this.#bits);
  }

  /** How many terms have a weight. */
  get weighed(): number {
    return this.#terms.length;
  }

  /** Gives a term at least this weight. @param stemmers bit i: it counts on pages of the site's stemmer i */
  weigh(term: number, weight: number, stemmers: number): void {
    if (this.#weights[term] === 0) {
      this.#terms.push(term);
      this.#allowed[term] = stemmers;
    } else this.#allowed[term]! |= stemmers;
    if (this.#weights[term]! < weight) this.#weights[term] = weight;
  }

  /** @returns the terms that have a weight, which have none afterwards */
  takeTerms(): { readonly term: number; readonly weight: number; readonly stemmers: number }[] {
    const terms = this.#terms.map((term) => {
      const weight = this.#weights[term]!;
      this.#weights[term] = 0;
      return { term, weight, stemmers: this.#allowed[term]! };
    });
    this.#terms = [];
    return terms;
  }

  /**
   * Adds the postings of a spelling some edits away. Spellings are added by ascending edits.
   * @param stemmers bit i: pages of the site's stemmer i count
   */
  add({ pages, impacts, from, to }: Postings, weight: number, edits: number, stemmers: number): void {
    const frequencies = this.#frequencies;
    const nearness = this.#nearness;
    const bits = this.#bits;
    const stemmerOf = this.#stemmers;
    const own = edits + 1;
    for (let i = from; i < to; i++) {
      const page = pages[i]!;
      if (stemmerOf !== null && ((stemmers >>> stemmerOf[page]!) & 1) === 0) continue;
      const nearest = nearness[page]!;
      if (nearest === 0) {
        nearness[page] = own;
        bits[page >>> 5]! |= 1 << (page & 31);
      } else if (nearest !== own) continue;
      frequencies[page]! += weight * FREQUENCIES[impacts[i]!]!;
    }
  }

  /** Adds pages that have the least frequency given to `take`. @param bits one bit a page */
  addPages(bits: Uint32Array): void {
    this.#set.union(new BitSet(0, bits));
  }

  /** @returns the pages, ascending; the union is empty afterwards */
  take({ mostRarity = Number.POSITIVE_INFINITY, least = 0, within = null }: TakeOptions = {}): HeldPages {
    const set = this.#set;
    const holding = set.count();
    const pages =
      within !== null && sizeOf(within) < holding
        ? set.among(within.pages.subarray(within.from, within.to))
        : set.toPages(holding);
    const impacts = new Float64Array(pages.length);
    const edits = new Uint8Array(pages.length);
    const { k1 } = RANKING;
    for (let i = 0; i < pages.length; i++) {
      const frequency = this.#frequencies[pages[i]!]! + least;
      impacts[i] = (IMPACT_STEPS * frequency) / (k1 + frequency);
      edits[i] = Math.max(0, this.#nearness[pages[i]!]! - 1);
    }
    const { length } = this.#frequencies;
    if (holding * DENSE > length) {
      this.#frequencies.fill(0);
      this.#nearness.fill(0);
    } else {
      set.forEach((page) => {
        this.#frequencies[page] = 0;
        this.#nearness[page] = 0;
      });
    }
    set.clear();
    const list = {
      ...{ pages, impacts, set: null, from: 0, to: pages.length, edits },
      rarity: Math.min(mostRarity, rarity(length, holding)),
    };
    return { list, holding };
  }
}
