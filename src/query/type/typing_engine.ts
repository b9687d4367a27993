import type { BoundedCache } from '../../cache/bounded_cache.ts';
import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { WordRange } from '../../corpus/words/walk_words.ts';
import { BitSet } from '../match/bit_set.ts';
import type { Engine } from '../match/engine.ts';
import { Workspace } from '../match/workspace.ts';
import { ExcerptScratch } from '../show/excerpt.ts';
import type { FacetTexts } from '../show/facets.ts';
import { JsonWriter } from '../show/json_writer.ts';
import { PageUnion } from './page_union.ts';
import type { RowParts } from './row_parts.ts';
import { RowNotes } from './row_texts.ts';
import type { SectionParts } from './section_parts.ts';
import type { OpenWord } from './sought_word.ts';

/** What all searches of one corpus share. */
export interface TypingEngine {
  readonly engine: Engine;
  /** Near words by typed word. A search after each letter asks again for the words before it. */
  readonly nearWords: BoundedCache<readonly WordRange[]>;
  /** Open words that many words begin with, by the word and its terms: most people type the same first letters. */
  readonly openWords: BoundedCache<OpenWord>;
  /** Parts of rows, by page. */
  readonly rowParts: BoundedCache<RowParts>;
  /** Parts of sections, by heading. */
  readonly sectionParts: BoundedCache<SectionParts>;
}

export function createTypingEngine(engine: Engine, budget: CacheBudget): TypingEngine {
  return {
    engine,
    nearWords: budget.createCache('nearWords'),
    openWords: budget.createCache('openWords'),
    rowParts: budget.createCache('rowParts'),
    sectionParts: budget.createCache('sectionParts'),
  };
}

/** Working memory of one search. Reusable after it completes, but not after an error or an early stop. */
export class SearchScratch {
  readonly workspace: Workspace;
  readonly union: PageUnion;
  /** Edits of the pages in `workspace.found`, parallel to it. */
  readonly edits: Uint8Array;
  /** A set of pages, cleared by whoever uses it. */
  readonly pages: BitSet;
  /** By term: the weight that it has in the union in progress; all 0 between two unions. */
  readonly weights: Float32Array;
  /** By term: the stemmers on whose pages it counts there. */
  readonly stemmers: Uint32Array;
  readonly excerpts = new ExcerptScratch();
  readonly writer = new JsonWriter();
  readonly notes = new RowNotes();
  readonly facetTexts: FacetTexts;

  /** @param facetTexts shared by all searches */
  constructor({ corpus }: Engine, facetTexts: FacetTexts) {
    const { count } = corpus.pages;
    this.workspace = new Workspace(count);
    this.union = new PageUnion(count, corpus.analyser.algorithms.length > 1 ? corpus.text.stemmers : null);
    this.edits = new Uint8Array(count);
    this.pages = new BitSet(count);
    this.weights = new Float32Array(corpus.text.vocabulary.count);
    this.stemmers = new Uint32Array(corpus.text.vocabulary.count);
    this.facetTexts = facetTexts;
  }
}
