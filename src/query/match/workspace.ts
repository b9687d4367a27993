import type { Corpus } from '../../corpus/corpus.ts';
import { BitSet } from './bit_set.ts';
import { PageSums } from './page_sums.ts';
import { PageUnion } from './spellings/page_union.ts';

/** Working memory that the queries of one request use one after the other. The request owns it until it ends, pauses included. */
export class Workspace {
  readonly found: PageSums;
  /** Pages found by another way than that of `found`. */
  readonly spare: PageSums;
  /** By page: its sum while lists are united; all zero between uses. */
  readonly sums: Float64Array;
  /** Edits of the pages in `found`, parallel to it. */
  readonly edits: Uint8Array;
  /** A set of pages, cleared by whoever uses it. */
  readonly seen: BitSet;
  #union: PageUnion | null = null;

  constructor(pageCount: number) {
    this.found = new PageSums(pageCount);
    this.spare = new PageSums(pageCount);
    this.sums = new Float64Array(pageCount);
    this.edits = new Uint8Array(pageCount);
    this.seen = new BitSet(pageCount);
  }

  /** Made when a word first stands for several. */
  union(corpus: Corpus): PageUnion {
    this.#union ??= new PageUnion(corpus);
    return this.#union;
  }
}
