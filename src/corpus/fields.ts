/** The fields that a page is searched by. */
export const FIELDS = ['title', 'aliases', 'tags', 'description', 'body'] as const;
export type FieldName = (typeof FIELDS)[number];

/**
 * The one setting of the ranking: BM25F. `weight` multiplies a field's frequencies, `k1` says how soon repeats stop counting, `b` how
 * much a long field is held against a page.
 */
export const RANKING = {
  weight: { title: 3, aliases: 2.5, tags: 2, description: 1.5, body: 1 } satisfies Record<FieldName, number>,
  k1: 1.6,
  b: 0.6,
} as const;
