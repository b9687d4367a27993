/** The searchable fields of a page. */
export const FIELDS = ['title', 'aliases', 'tags', 'description', 'body'] as const;
export type FieldName = (typeof FIELDS)[number];

/** Fields whose length lowers the weight of their terms. */
export const LENGTH_FIELDS = ['title', 'body'] as const satisfies readonly FieldName[];

/**
 * Parameters of the BM25F ranking. `weight` multiplies a field's term frequencies, `b` sets how much the length of a field lowers
 * them (0 for names and descriptions), `k1` how soon repeats stop adding to the score.
 */
export const RANKING = {
  weight: { title: 3, aliases: 2.5, tags: 2.25, description: 2.05, body: 1 } satisfies Record<FieldName, number>,
  b: { title: 0.62, aliases: 0, tags: 0, description: 0, body: 0.62 } satisfies Record<FieldName, number>,
  /** Lower bound on a field's relative length, so that one mention in a short body never beats one in a description. */
  shortest: 0.5,
  k1: 1.7,
  /** `k1` for `like` queries. */
  passageK1: 3,
  /** Weight of a function word beside other words, as a share of its rarity. */
  commonShare: 1 / 64,
} as const;
