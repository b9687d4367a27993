import type { Unit } from '../../corpus/analysis/analyse_query.ts';
import type { FieldOrAll, Postings } from './postings.ts';

/** All pages that match one query, before any is chosen as a row. It is valid until the workspace's next query. */
export interface MatchSet {
  /** The pages, without repeats; their number is the exact total. */
  readonly pages: Uint32Array;
  /** What rows are chosen and ordered by. Sums are of impact times rarity. */
  readonly order:
    | { readonly by: 'sum'; readonly sums: Float64Array }
    | { readonly by: 'postings'; readonly postings: Postings }
    | { readonly by: 'date'; has(page: number): boolean }
    | { readonly by: 'path' }
    | { readonly by: 'distance'; readonly distances: Uint8Array };
  /** What the excerpts of rows show; null for queries whose rows have none. */
  readonly excerptTerms: readonly ExcerptTerm[] | null;
  /** Whether pages were admitted that do not hold all that was asked. */
  readonly relaxed: boolean;
}

/** What a text asks for and where; excerpts show the best place of it. */
export interface ExcerptTerm {
  readonly unit: Unit;
  readonly field: FieldOrAll;
}
