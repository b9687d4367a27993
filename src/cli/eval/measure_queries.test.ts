import { describe, expect, it } from 'vitest';
import { compareOutcomes, fallsBeyond, measureQuery, type Outcome, subtractTotals, sumUp } from './measure_queries.ts';

const query = (right: Readonly<Record<string, number>>) => ({
  text: 'q',
  line: 1,
  right: new Map(Object.entries(right)),
});
const others = (count: number): string[] => Array.from({ length: count }, (_, at) => `other-${at}`);

describe('measureQuery', () => {
  it.each([
    ['one page, first', { a: 1 }, ['a', 'x'], 1, 1],
    ['one page, third', { a: 1 }, ['x', 'y', 'a'], 3, 0.5],
    ['one page, tenth', { a: 5 }, [...others(9), 'a'], 10, 0.289065],
    ['no right page', { a: 1 }, ['x'], null, 0],
    ['nothing found', { a: 1 }, [], null, 0],
    ['two pages in the best order', { a: 1, b: 3 }, ['b', 'a'], 1, 1],
    // (1 + 3 / log2(3)) / (3 + 1 / log2(3))
    ['two pages in the other order', { a: 1, b: 3 }, ['a', 'b'], 1, 0.796708],
    // (1 + 1 / log2(4)) / (1 + 1 / log2(3))
    ['two pages with another between them', { a: 1, b: 1 }, ['a', 'x', 'b'], 1, 0.919721],
    [
      'eleven right pages, of which ten can be found',
      Object.fromEntries(others(11).map((path) => [path, 1])),
      others(10),
      1,
      1,
    ],
  ] as const)('%s', (_, right, found, rank, ndcg) => {
    expect(measureQuery(query(right), found)).toEqual({ rank, ndcg, refused: false, found });
  });

  it('counts what is refused as nothing found', () => {
    expect(measureQuery(query({ a: 1 }), null)).toEqual({ rank: null, ndcg: 0, refused: true, found: [] });
  });
});

const outcome = (rank: number | null, ndcg: number, refused = false): Outcome => ({ rank, ndcg, refused, found: [] });

it('sumUp counts ranks and takes the means to six decimals', () => {
  const outcomes = [
    outcome(1, 1),
    outcome(3, 0.5),
    outcome(4, 0.4),
    outcome(10, 0.3),
    outcome(null, 0),
    outcome(null, 0, true),
  ];
  expect(sumUp(outcomes)).toEqual({
    queries: 6,
    first: 1,
    amongThree: 2,
    amongTen: 4,
    mrr: 0.280556,
    ndcg: 0.366667,
    refused: 1,
  });
});

describe('compareOutcomes', () => {
  it.each([
    [outcome(1, 1), outcome(1, 1), 0],
    [outcome(null, 0), outcome(null, 0, true), 0],
    [outcome(1, 0.5), outcome(2, 0.9), 1],
    [outcome(null, 0), outcome(10, 0.1), -1],
    [outcome(2, 0.6), outcome(2, 0.5), 1],
    [outcome(2, 0.5), outcome(2, 0.6), -1],
  ])('of %j and %j is %d', (own, other, sign) => {
    expect(compareOutcomes(own, other)).toBe(sign);
  });
});

it('a fall counts when it is larger than what is allowed, by the figures as they are shown', () => {
  const totals = sumUp([outcome(1, 1)]);
  const differences = subtractTotals({ ...totals, mrr: 0.7, ndcg: 0.8 }, { ...totals, mrr: 0.8, ndcg: 0.7 });
  expect(differences).toEqual({ first: 0, amongThree: 0, amongTen: 0, mrr: -0.1, ndcg: 0.1, refused: 0 });
  expect(fallsBeyond(0.1, differences)).toEqual([]);
  expect(fallsBeyond(0, differences)).toEqual([['MRR@10', 0.1]]);
  expect(fallsBeyond(0, subtractTotals(totals, totals))).toEqual([]);
});
