import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELDS, RANKING } from './fields.ts';
import {
  coarseAverage,
  IMPACT_STEPS,
  impact,
  passageImpact,
  RARITY_PARTS,
  rarity,
  roundToScores,
  scoreParts,
  weightedFrequency,
} from './ranking.ts';

const { k1, b, weight, shortest } = RANKING;

describe('the ranking’s formulas', () => {
  test.each(FIELDS)(
    'a mention in %s has the field’s weight at average length and less where the field is longer',
    (field) => {
      expect(weightedFrequency(field, 2, 10, 10)).toBeCloseTo(2 * weight[field]);
      expect(weightedFrequency(field, 2, 20, 10)).toBeCloseTo((2 * weight[field]) / (1 + b[field]));
    },
  );

  test.each(FIELDS)('a mention in a very short %s has a bounded weight', (field) => {
    const most = (2 * weight[field]) / shortest;
    expect(weightedFrequency(field, 2, 1, 1e9)).toBeCloseTo(Math.min(most, (2 * weight[field]) / (1 - b[field])));
  });

  test('a field that is empty on every page gives a finite frequency', () => {
    for (const field of FIELDS) expect(weightedFrequency(field, 0, 0, 0)).toBe(0);
  });

  test('an average is rounded by at most one part in 512, and the result is not rounded again', () => {
    expect([0, 1, 5.25, 1000.9, 1001.2].map(coarseAverage)).toEqual([0, 1, 5.25, 1000, 1002]);
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e9, noNaN: true }), (average) => {
        const coarse = coarseAverage(average);
        expect(Math.abs(coarse - average)).toBeLessThanOrEqual(average / 512);
        expect(coarseAverage(coarse)).toBe(coarse);
      }),
    );
  });

  test('an impact is 1 to 255 and never falls as the frequency grows', () => {
    expect(impact(k1)).toBe(Math.round(IMPACT_STEPS / 2));
    expect(impact(1e-9)).toBe(1);
    expect(impact(1e9)).toBe(IMPACT_STEPS);
    const frequency = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(frequency, frequency, (x, y) => {
        expect(impact(Math.max(x, y))).toBeGreaterThanOrEqual(impact(Math.min(x, y)));
      }),
    );
  });

  test.each([
    [1, 1, Math.log(1 + 0.5 / 1.5)],
    [1000, 1, Math.log(1 + 999.5 / 1.5)],
    [1000, 1000, Math.log(1 + 0.5 / 1000.5)],
  ])('of %i pages, %i with the term, the rarity is as BM25 has it', (pages, held, expected) => {
    expect(rarity(pages, held)).toBe(Math.round(RARITY_PARTS * expected));
  });

  test('a rarity is above zero even for a term on every page of a large site', () => {
    expect(rarity(10_000_000, 10_000_000)).toBe(1);
  });

  test('a score is rarity times impact, to seven digits', () => {
    expect(scoreParts(IMPACT_STEPS * RARITY_PARTS * 2)).toBe(2_0000000);
    expect(scoreParts(IMPACT_STEPS * RARITY_PARTS * 1.23456789)).toBe(1_2345679);
    expect(scoreParts(0)).toBe(0);
  });

  test('different sums have different scores', () => {
    for (const sum of [0, 1, 12_345, 1e6, 1e8, 1e9]) expect(scoreParts(sum + 1)).toBeGreaterThan(scoreParts(sum));
  });

  test('rounded sums show the scores that they had, and are equal where these are', () => {
    const sums = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(sums, fc.double({ min: 0, max: 0.5, noNaN: true }), (sum, more) => {
        const rounded = Float64Array.of(sum, sum + more);
        roundToScores(rounded);
        expect(Array.from(rounded, scoreParts)).toEqual([scoreParts(sum), scoreParts(sum + more)]);
        expect(rounded[0] === rounded[1]).toBe(scoreParts(sum) === scoreParts(sum + more));
      }),
    );
  });

  test('a passage’s impact grows with each step and stays below the original impact', () => {
    const steps = Array.from({ length: IMPACT_STEPS }, (_, i) => passageImpact(i + 1));
    expect(steps.every((step, i) => step > (steps[i - 1] ?? 0) && step <= i + 1)).toBe(true);
  });
});
