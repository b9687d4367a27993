/** The fields that a page is searched by. */
export const FIELDS = ['title', 'aliases', 'tags', 'description', 'body'] as const;
export type FieldName = (typeof FIELDS)[number];

/**
 * The parameters of the ranking, BM25F. `weight` multiplies a field's frequencies, `b` sets how much a long field lowers them (the
 * length of names and descriptions does not matter), `k1` how soon repeats stop counting.
 */
export const RANKING = {
  weight: { title: 3, aliases: 2.5, tags: 2.25, description: 2.05, body: 1 } satisfies Record<FieldName, number>,
  b: { title: 0.62, aliases: 0, tags: 0, description: 0, body: 0.62 } satisfies Record<FieldName, number>,
  /** No field counts as shorter than this share of the average: one mention in a short body never beats one in a description. */
  shortest: 0.5,
  k1: 1.7,
  /** `k1` when a whole passage is compared. */
  passageK1: 3,
  /** The share of its rarity with which a function word counts beside other words. */
  commonShare: 1 / 64,
} as const;
