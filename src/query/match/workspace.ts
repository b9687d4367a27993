import { BitSet } from './bit_set.ts';
import { Accumulator } from './disjunction.ts';
import { PageSums } from './page_sums.ts';

/** Working memory that the queries of one request use one after the other. The request owns it until it ends, pauses included. */
export class Workspace {
  readonly found: PageSums;
  /** Pages found by another way than that of `found`. */
  readonly spare: PageSums;
  readonly accumulator: Accumulator;
  readonly #pageCount: number;
  /** Sets to reuse: at most as many as one tree needs at once. */
  readonly #sets: BitSet[] = [];

  constructor(pageCount: number) {
    this.#pageCount = pageCount;
    this.found = new PageSums(pageCount);
    this.spare = new PageSums(pageCount);
    this.accumulator = new Accumulator(pageCount);
  }

  /** @returns an empty set of pages */
  takeSet(): BitSet {
    const set = this.#sets.pop();
    if (set === undefined) return new BitSet(this.#pageCount);
    set.clear();
    return set;
  }

  /** Returns a set to the pool of `takeSet`. */
  giveBack(set: BitSet): void {
    this.#sets.push(set);
  }
}
