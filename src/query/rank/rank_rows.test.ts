import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf, type TestPage } from '../../../test/fixtures/corpus_of.ts';
import { finish } from '../../async/steps.ts';
import type { Query } from '../ask/plan.ts';
import { matchQuery } from '../match/match_query.ts';
import type { MatchSet } from '../match/match_set.ts';
import { Workspace } from '../match/workspace.ts';
import { rankRows, rowsInOrder } from './rank_rows.ts';

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
  const matched: MatchSet = {
    pages: Uint32Array.from(pages),
    order,
    excerptTerms: null,
    clauses: null,
    relaxed: false,
  };
  return finish(rankRows(engine, query, matched));
}

describe('rankRows', () => {
  test('puts the greatest sums first, ties by path', () => {
    const order = { by: 'sum', sums: Float64Array.of(1, 3, 3, 2) } as const;
    expect(rows(filter, order, [3, 2, 1, 0])).toEqual([
      { page: 1, sum: 3 },
      { page: 2, sum: 3 },
    ]);
  });

  test('orders rows whose scores are shown as one number by path, though re-ranking left them parts of a unit apart', () => {
    const match: Query = { form: 'match', match: { text: 'one', in: 'body' }, ...LISTING, limit: 3 };
    const order = { by: 'sum', sums: Float64Array.of(1e6 + 0.01, 1e6 + 0.02, 1e6 + 0.5) } as const;
    const ranked = rows(match, order, [0, 1, 2]);
    expect(ranked.map(({ page }) => page)).toEqual([2, 0, 1]);
    expect(ranked[1]!.sum).toBe(ranked[2]!.sum);
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
    // Far above what pairs and the space add.
    const order = { by: 'sum', sums: Float64Array.of(10e9, 10e9, 11e9, 9e9) } as const;
    // Factor 4 for the page that contains only the passage, 3 for the one that contains more text too, 1.5 for the one that
    // contains one of its two pieces.
    expect(rows(like, order, [0, 1, 2, 3]).map(({ page }) => page)).toEqual([0]);
    expect(rows({ ...like, limit: 9 }, order, [0, 1, 2, 3]).map(({ page }) => page)).toEqual([0, 2, 1, 3]);
  });
});

test('rows are taken in a given order from an offset on', () => {
  const order = Uint32Array.of(4, 2, 0, 3, 1);
  const pages = (offset: number, limit: number) =>
    rowsInOrder(order, (page) => page !== 0, offset, limit).map(({ page }) => page);
  expect([pages(0, 2), pages(1, 2), pages(3, 9), pages(9, 9)]).toEqual([[4, 2], [2, 3], [1], []]);
});

describe('the order of an answer', () => {
  const paths = (pages: readonly TestPage[], query: Partial<Query>, limit = 10): string[] => {
    const site = corpusOf(pages);
    const asked = { collection: null, tag: null, facets: [], limit, ...query } as Query;
    const matched = finish(matchQuery(engineOf(site), new Workspace(site.pages.count), asked));
    return finish(rankRows(engineOf(site), asked, matched)).map(({ page }) => site.pages.path(page));
  };
  const search = (text: string, field: 'all' | 'title' | 'body' = 'all'): Partial<Query> => ({
    form: 'match',
    match: { text, in: field },
  });
  const often = 'Sowing beans. '.repeat(40);

  test('puts the page first whose title or alias is what was asked, wherever its sum put it', () => {
    const others = Array.from({ length: 150 }, (_, i) => ({ path: `b${i}`, title: `Beans ${i}`, text: often }));
    const filler = 'Other words about nothing much. '.repeat(300);
    const titled = { path: 'z-titled', title: 'Sowing beans', text: filler };
    const aliased = { path: 'z-aliased', title: 'Peas', aliases: ['Sowing Beans'], text: filler };
    expect(paths([...others, titled], search('SOWING beans!'))[0]).toBe('z-titled');
    expect(paths([...others, aliased], search('sowing beans'))[0]).toBe('z-aliased');
    expect(
      paths([...others, titled], {
        form: 'match',
        match: {
          all: [
            { text: 'sowing', in: 'all' },
            { text: 'beans', in: 'all' },
          ],
        },
      })[0],
    ).toBe('z-titled');
  });

  test('puts a title that begins with what was asked before one that only has its words', () => {
    const pages = [
      { path: 'a', title: 'Guide to sowing beans', text: often },
      { path: 'b', title: 'Sowing beans guide', text: 'Sowing beans.' },
    ];
    expect(paths(pages, search('sowing beans'))).toEqual(['b', 'a']);
  });

  test('puts pages of the language of the site first when they have the same title, and when they have the same sum', () => {
    const pages = [
      { path: 'de/beans', title: 'Sowing beans', text: often, language: 'de' },
      { path: 'en/beans', title: 'Sowing beans', text: 'Sowing.', language: 'en-GB' },
      { path: 'de/x', title: 'X', text: 'Vegetable', language: 'de' },
      { path: 'en/x', title: 'X', text: 'Vegetable' },
    ];
    expect(paths(pages, search('sowing beans'))).toEqual(['en/beans', 'de/beans']);
    expect(paths(pages, search('vegetable'))).toEqual(['en/x', 'de/x']);
  });

  test('puts words in the order of the query before the same words apart', () => {
    const pages = [
      { path: 'a', text: 'Runner in the garden. Nothing else here. Beans.' },
      { path: 'b', text: 'In the garden nothing else here. Runner beans.' },
    ];
    expect(paths(pages, search('runner beans'))).toEqual(['b', 'a']);
    expect(paths(pages, search('runner beans', 'body'))).toEqual(['b', 'a']);
  });

  test('returns the same rows first for a lower limit', () => {
    const pages = Array.from({ length: 130 }, (_, i) => ({
      path: `p${i}`,
      title: i % 3 === 0 ? `Beans ${i}` : `Peas ${i}`,
      text: 'sowing '.repeat(1 + (i % 7)) + 'beans '.repeat(1 + (i % 5)),
    }));
    const all = paths(pages, search('sowing beans'), 200);
    expect(new Set(all).size).toBe(130);
    for (const limit of [1, 10, 99, 100, 101])
      expect(paths(pages, search('sowing beans'), limit)).toEqual(all.slice(0, limit));
  });
});
