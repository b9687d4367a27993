import { type FieldName, RANKING } from './fields.ts';

/** An impact is the query-independent part of a term's score on a page, quantised to 1 to 255: one byte per posting. */
export const IMPACT_STEPS = 255;
/** Rarity is stored as an integer in units of 1 / `RARITY_PARTS`. */
export const RARITY_PARTS = 4096;

/** Steps between an average and its double, at least. */
const AVERAGE_STEPS = 256;

/**
 * Rounds an average length to one of few values, at most one part in 512 away. Few edits move it, so most edits leave the
 * impacts of all other pages as they are. Exact on every machine.
 * @example coarseAverage(1000.9) === 1000; coarseAverage(1001.2) === 1002
 */
export function coarseAverage(average: number): number {
  if (average === 0) return 0;
  let step = 1;
  while (average / step >= 2 * AVERAGE_STEPS) step *= 2;
  while (average / step < AVERAGE_STEPS) step /= 2;
  return Math.round(average / step) * step;
}

/** Relative lengths are stored as integers in units of 1 / `LENGTH_PARTS`. */
export const LENGTH_PARTS = 4096;

/** The length of a field in relation to the average, as far as it lowers the weight of the field's terms. */
export function relativeLength(field: FieldName, length: number, averageLength: number): number {
  const b = RANKING.b[field];
  return Math.max(RANKING.shortest, 1 - b + (b * length) / (averageLength || 1));
}

/** A field's contribution to a term's frequency on a page, weighted and normalised by the field's relative length. */
export function weightedFrequency(field: FieldName, count: number, length: number, averageLength: number): number {
  return (RANKING.weight[field] * count) / relativeLength(field, length, averageLength);
}

/** @param frequency the sum of `weightedFrequency` over the fields; @returns 1 to 255, with diminishing growth */
export function impact(frequency: number): number {
  return Math.max(1, Math.round((IMPACT_STEPS * frequency) / (RANKING.k1 + frequency)));
}

/** Inverse document frequency as in Lucene's BM25: always above zero. */
export function rarity(pages: number, pagesWithTerm: number): number {
  return Math.max(1, Math.round(RARITY_PARTS * Math.log(1 + (pages - pagesWithTerm + 0.5) / (pagesWithTerm + 0.5))));
}

/** Decimal places of a public score. Whole sums that differ give different scores; re-ranked ones need `roundToScores`. */
export const SCORE_PLACES = 7;

/** @param sum of rarity times impact over terms; @returns the public score in units of its last decimal place */
export function scoreParts(sum: number): number {
  return Math.round((sum / (IMPACT_STEPS * RARITY_PARTS)) * 10 ** SCORE_PLACES);
}

/** Rounds sums to what their scores show, in place: rows with the same score then have the same sum, and are ordered by path. */
export function roundToScores(sums: Float64Array): void {
  const partsOfSum = 10 ** SCORE_PLACES / (IMPACT_STEPS * RARITY_PARTS);
  for (let row = 0; row < sums.length; row++) sums[row] = scoreParts(sums[row]!) / partsOfSum;
}

/**
 * Converts an impact to the one that `passageK1` gives, in which repeats add more: for the many terms of a whole passage.
 * @param step 1 to 255; @returns the new impact, not rounded
 */
export function passageImpact(step: number): number {
  // The last step includes shares rounded up to 1, for which the frequency would be infinite.
  const share = Math.min(step, IMPACT_STEPS - 0.5) / IMPACT_STEPS;
  const frequency = (RANKING.k1 * share) / (1 - share);
  return (IMPACT_STEPS * frequency) / (RANKING.passageK1 + frequency);
}
