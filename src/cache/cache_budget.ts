/**
 * Every cache of a service that grows with what callers ask, and its share of the budget in thousandths. A cache that is not here
 * must be bounded by the site or the program, not by its callers.
 */
export const cacheShares = {
  /** Bodies of answers to questions that were asked twice, by plan. */
  answers: 180,
  /** What was made of them for GET, by query string. */
  searches: 150,
  /** What was made of them for QUERY, by plan. */
  queries: 70,
  /** Keys of plans that were asked once. */
  askedOnce: 20,
  /** Answers of `/api/pages/{path}`. */
  pages: 160,
  /** Markdown twins. */
  markdown: 60,
  /** Lists cut short by `limit`, of all list resources together. */
  lists: 50,
  /** Compressed variants of all answers. */
  compressed: 105,
  /** The OpenAPI description, by the origin that it names. */
  descriptions: 30,
  /** The API catalogue, by the origin that it names. */
  catalogues: 10,
  /** What request targets lead to. */
  places: 30,
  /** What `Accept-Encoding` fields prefer. */
  encodings: 5,
  /** Analysed words of queries. */
  words: 45,
  /** Pages on which pairs of words stand side by side. */
  pairs: 50,
  /** Pages that collections and tags leave. */
  filters: 15,
  /** What facets say of tags besides their counts. */
  facets: 20,
} as const;

export type CacheName = keyof typeof cacheShares;

/** The memory that the caches of one service may take. */
export interface CacheBudget {
  /** Bytes that a cache may take, for `createBoundedCache`. */
  boundOf(name: CacheName): number;
}

/** @param bytes for all caches together; 0: nothing is cached */
export function openBudget(bytes: number): CacheBudget {
  return { boundOf: (name) => Math.floor((bytes / 1000) * cacheShares[name]) };
}
