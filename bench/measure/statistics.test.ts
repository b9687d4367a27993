import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, medianByPlace, percentile } from './statistics.ts';

const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 50 });

describe('percentile', () => {
  it.each([
    [[7], 0.5, 7],
    [[4, 1, 3, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.99, 4],
    [Array.from({ length: 200 }, (_, i) => i + 1), 0.99, 198],
  ])('of %j at %d is %d', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  it('has the share of the values at or below it', () => {
    fc.assert(
      fc.property(numbers, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
        const found = percentile(values, share);
        expect(values.filter((value) => value <= found).length).toBeGreaterThanOrEqual(share * values.length);
        expect(values.filter((value) => value < found).length).toBeLessThan(share * values.length);
      }),
    );
  });
});

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

it('medianByPlace takes each place over all rounds', () => {
  expect(
    medianByPlace([
      [1, 30],
      [2, 10],
      [9, 20],
    ]),
  ).toEqual([2, 20]);
});
