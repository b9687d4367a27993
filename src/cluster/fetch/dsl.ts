import { ANY_STEMMER } from '../../query/match/postings.ts';

/** A query in OpenSearch's query language. */
export type Dsl = Readonly<Record<string, unknown>>;

/** The stemmers of a set: bit i for the site's stemmer i. */
export function stemmersOf(set: number): number[] {
  return Array.from({ length: 32 }, (_, stemmer) => stemmer).filter((stemmer) => (set >>> stemmer) & 1);
}

/** A query on pages of some stemmers. */
export function onStemmers(set: number, query: Dsl): Dsl {
  return set === ANY_STEMMER ? query : { bool: { filter: [query, { terms: { stemmer: stemmersOf(set) } }] } };
}
