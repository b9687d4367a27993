/** The fields that a page is searched by. */
export const FIELDS = ['title', 'aliases', 'tags', 'description', 'body'] as const;
export type FieldName = (typeof FIELDS)[number];

/**
 * The one setting of the ranking: BM25F. `weight` multiplies a field's frequencies, `k1` says how soon repeats stop counting, `b` how
 * much a long field is held against a page. `commonShare` is the share of its rarity with which a function word counts beside words that
 * tell something.
 */
export const RANKING = {
  weight: { title: 3, aliases: 2.5, tags: 2, description: 1.5, body: 1 } satisfies Record<FieldName, number>,
  k1: 1.7,
  b: 0.62,
  /** `k1` when a whole passage is compared. */
  passageK1: 3,
  commonShare: 1 / 64,
} as const;
