import { ANY_STEMMER, type FieldOrAll } from '../../query/match/postings.ts';

/** A query in OpenSearch's query language. */
export type Dsl = Readonly<Record<string, unknown>>;

export const ALL_PAGES: Dsl = { match_all: {} };

/** A query of the grammar in OpenSearch's language. */
export interface Translation {
  /** Null: no page matches. `_score` is the sum of impact times rarity, as a 32-bit float. */
  readonly query: Dsl | null;
  /** How matches are ordered. */
  readonly order: 'sum' | 'date' | 'path';
  /** Sums are multiples of 1 / `parts`; null: of nothing. */
  readonly parts: number | null;
}

/** Any of the queries; scores are added. @returns null without queries */
export function anyOf(queries: readonly Dsl[]): Dsl | null {
  return queries.length <= 1 ? (queries[0] ?? null) : { bool: { should: queries, minimum_should_match: 1 } };
}

/** The stemmers of a set: bit i for the site's stemmer i. */
export function stemmersOf(set: number): number[] {
  return Array.from({ length: 32 }, (_, stemmer) => stemmer).filter((stemmer) => (set >>> stemmer) & 1);
}

/** A query on pages of some stemmers. */
export function onStemmers(set: number, query: Dsl): Dsl {
  return set === ANY_STEMMER ? query : { bool: { must: [query], filter: [{ terms: { stemmer: stemmersOf(set) } }] } };
}

/** The pages that hold a term in a field, scored by its impact. */
export function impactOf(field: FieldOrAll, term: number, boost: number): Dsl {
  return { rank_feature: { field: `f.${field}.${term}`, linear: {}, boost } };
}
