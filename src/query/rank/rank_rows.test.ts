import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import type { Query } from '../ask/plan.ts';
import type { MatchSet } from '../match/match_set.ts';
import { rankRows } from './rank_rows.ts';

const engine = engineOf(
  corpusOf([
    { path: 'a', text: 'One two three four.', published: '2026-01-01' },
    { path: 'b', text: 'Four three two one.', published: '2026-01-03' },
    { path: 'c', text: 'One two three four. And more.' },
    { path: 'd', text: 'None.', published: '2026-01-02' },
  ]),
);
const LISTING = { collection: null, tag: null, facets: [] } as const;
const filter: Query = { form: 'filter', ...LISTING, limit: 2 };

function rows(query: Query, order: MatchSet['order'], pages: readonly number[]) {
  return rankRows(engine, query, { pages: Uint32Array.from(pages), order, excerptTerms: null, relaxed: false });
}

describe('rankRows', () => {
  test('puts the greatest sums first, ties by path', () => {
    const order = { by: 'sum', sums: Float64Array.of(1, 3, 3, 2) } as const;
    expect(rows(filter, order, [3, 2, 1, 0])).toEqual([
      { page: 1, sum: 3 },
      { page: 2, sum: 3 },
    ]);
  });

  test('puts the newest pages first, those without a date last', () => {
    const members = new Set([0, 2, 3]);
    const order = { by: 'date', has: (page: number) => members.has(page) } as const;
    expect(rows({ ...filter, limit: 9 } as Query, order, [0, 2, 3]).map(({ page }) => page)).toEqual([3, 0, 2]);
    expect(rows(filter, order, [0, 2, 3]).map(({ page }) => page)).toEqual([3, 0]);
  });

  test.each(['path', 'distance'] as const)('keeps the given order of pages by %s', (by) => {
    const order = by === 'path' ? { by } : { by, distances: new Uint8Array(4) };
    expect(rows(filter, order, [2, 0, 1])).toEqual([
      { page: 2, sum: 0 },
      { page: 0, sum: 0 },
    ]);
  });

  test('compares more rows than the limit with the passage of a like query', () => {
    const like: Query = { form: 'like', like: 'One two three four.', ...LISTING, limit: 1 };
    const order = { by: 'sum', sums: Float64Array.of(10, 10, 11, 9) } as const;
    // Factor 4 for the page that contains only the passage, 3 for the one that contains more text too, 1.5 for the one that
    // contains one of its two pieces.
    expect(rows(like, order, [0, 1, 2, 3])).toEqual([{ page: 0, sum: 40 }]);
    expect(rows({ ...like, limit: 9 }, order, [0, 1, 2, 3])).toEqual([
      { page: 0, sum: 40 },
      { page: 2, sum: 33 },
      { page: 1, sum: 15 },
      { page: 3, sum: 9 },
    ]);
  });
});
