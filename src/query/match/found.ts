import type { Unit } from '../../corpus/analysis/analyse_query.ts';
import type { FieldOrAll } from './postings.ts';
import type { Ranked } from './top.ts';

/** What a text asks for and where; rows show the best place of it. */
export interface Wanted {
  readonly unit: Unit;
  readonly field: FieldOrAll;
}

/** What one query found, before it is rendered. */
export interface Found {
  /** The rows to show, in order. */
  readonly rows: readonly Ranked[];
  /** All pages that match, for counting; a view that the next query overwrites. */
  readonly pages: Uint32Array;
  /** What rows carry besides the page: text rows an excerpt, traverse rows their distance, others nothing. */
  readonly show:
    | { readonly kind: 'excerpt'; readonly wanted: readonly Wanted[] }
    | { readonly kind: 'distance' }
    | { readonly kind: 'none' };
  readonly relaxed: boolean;
}
