import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ndcg, recall } from './metrics.ts';

const judged = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 0],
  ['d', -1],
]);

describe('ndcg', () => {
  it.each([
    ['the best order', ['a', 'b', 'c'], 1],
    ['the two swapped', ['b', 'a'], (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3))],
    ['a stranger first', ['x', 'a'], 3 / Math.log2(3) / (3 + 1 / Math.log2(3))],
    ['only irrelevant documents', ['c', 'd', 'x'], 0],
    ['no answer', [], 0],
  ])('is by the formula for %s', (_, ranked, expected) => {
    expect(ndcg(ranked, judged, 10)).toBeCloseTo(expected, 12);
  });

  it('looks no deeper than the depth, in the answer and in the ideal order', () => {
    expect(ndcg(['x', 'a'], judged, 1)).toBe(0);
    expect(ndcg(['a', 'x'], judged, 1)).toBe(1);
  });

  it('is between 0 and 1 for every order', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['a', 'b', 'c', 'd', 'x', 'y']),
        fc.integer({ min: 1, max: 6 }),
        (ranked, depth) => {
          const value = ndcg(ranked, judged, depth);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        },
      ),
    );
  });
});

describe('recall', () => {
  it.each([
    ['both relevant', ['b', 'x', 'a'], 3, 1],
    ['one within the depth', ['b', 'x', 'a'], 2, 0.5],
    ['none', ['c', 'd'], 10, 0],
    ['no answer', [], 10, 0],
  ])('is the part found: %s', (_, ranked, depth, expected) => {
    expect(recall(ranked, judged, depth)).toBe(expected);
  });

  it('is 0 where nothing is relevant', () => {
    expect(recall(['c'], new Map([['c', 0]]), 10)).toBe(0);
  });
});
