import type { Unit } from '../../corpus/analysis/unit.ts';
import type { FieldOrAll } from './postings.ts';

/** All pages that match one query, before rows are chosen. Valid until the workspace's next query. */
export interface MatchSet {
  /** Distinct pages; their number is the exact total. */
  readonly pages: Uint32Array;
  /** How rows are chosen and ordered. Sums are of impact times rarity. */
  readonly order:
    | { readonly by: 'sum'; readonly sums: Float64Array }
    | { readonly by: 'date'; has(page: number): boolean }
    | { readonly by: 'path' }
    | { readonly by: 'distance'; readonly distances: Uint8Array };
  /** Terms that excerpts show; null for queries whose rows have no excerpt. */
  readonly excerptTerms: readonly ExcerptTerm[] | null;
  /** The clauses that add to sums, in the order of the query; null when the query has none, or they are not known. */
  readonly clauses: readonly ReadText[] | null;
  /** Whether pages are included that do not contain every required term. */
  readonly relaxed: boolean;
}

/** A unit and the field to find it in, for choosing an excerpt. */
export interface ExcerptTerm {
  readonly unit: Unit;
  readonly field: FieldOrAll;
}

/** The units of a text in order, and the field to find them in. */
export interface ReadText {
  readonly field: FieldOrAll;
  readonly units: readonly Unit[];
}
