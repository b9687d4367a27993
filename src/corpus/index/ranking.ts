import { type FieldName, RANKING } from './fields.ts';

/** The part of a term's score on a page that no query changes, in 1 to 255 steps: one byte for each posting. */
export const IMPACT_STEPS = 255;
/** Rarity is stored as a whole number of these parts. */
export const RARITY_PARTS = 4096;

/** What a field adds to a term's frequency on a page: weighted, and lowered for fields longer than the average. */
export function weightedFrequency(field: FieldName, count: number, length: number, averageLength: number): number {
  const b = RANKING.b[field];
  const relativeLength = 1 - b + (b * length) / (averageLength || 1);
  return (RANKING.weight[field] * count) / Math.max(RANKING.shortest, relativeLength);
}

/** @param frequency the sum of `weightedFrequency` over the fields; @returns 1 to 255, growing ever more slowly */
export function impact(frequency: number): number {
  return Math.max(1, Math.round((IMPACT_STEPS * frequency) / (RANKING.k1 + frequency)));
}

/** Inverse document frequency, as Lucene's BM25 has it: always above zero. */
export function rarity(pages: number, pagesWithTerm: number): number {
  return Math.max(1, Math.round(RARITY_PARTS * Math.log(1 + (pages - pagesWithTerm + 0.5) / (pagesWithTerm + 0.5))));
}

/** Enough decimal places to show sums that differ as different scores, so that rows with the same score are in the order of their paths. */
const SCORE_PARTS = 10_000_000;

/** @param sum of rarity times impact over terms; @returns the score that answers show, rounded to seven digits */
export function score(sum: number): number {
  return Math.round((sum / (IMPACT_STEPS * RARITY_PARTS)) * SCORE_PARTS) / SCORE_PARTS;
}

/**
 * An impact in which repeats count for longer, for the many terms of a whole passage.
 * @param step 1 to 255; @returns the impact that a larger `k1` would have given, not rounded
 */
export function passageImpact(step: number): number {
  // The last step also means all shares that were rounded up to 1, for which the frequency would be infinite.
  const share = Math.min(step, IMPACT_STEPS - 0.5) / IMPACT_STEPS;
  const frequency = (RANKING.k1 * share) / (1 - share);
  return (IMPACT_STEPS * frequency) / (RANKING.passageK1 + frequency);
}
