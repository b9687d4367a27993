/** Relevance of documents to one query: document id -> grade; grades of 0 and below are not relevant. */
export type Judgements = ReadonlyMap<string, number>;

/**
 * Normalised discounted cumulative gain with the grade as gain, as in trec_eval's `ndcg_cut`: the sum of grade / log2(rank + 1)
 * over the first `depth` documents, divided by that of the best possible order.
 * @param ranked document ids, best first, without repeats
 */
export function ndcg(ranked: readonly string[], judgements: Judgements, depth: number): number {
  const ideal = [...judgements.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const best = discountedGain(ideal.slice(0, depth));
  if (best === 0) return 0;
  return discountedGain(ranked.slice(0, depth).map((id) => Math.max(0, judgements.get(id) ?? 0))) / best;
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
}

/** The share of the relevant documents that are among the first `depth`. */
export function recall(ranked: readonly string[], judgements: Judgements, depth: number): number {
  const relevant = [...judgements].filter(([, grade]) => grade > 0).map(([id]) => id);
  if (relevant.length === 0) return 0;
  const found = new Set(ranked.slice(0, depth));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}
