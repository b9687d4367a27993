import { describe, expect, test } from 'vitest';
import type { BuildAsker, Found, Hit } from './ask_build.ts';
import { fetchBest, isCertain } from './fetch_best.ts';

const hit = (score: number, page: number): Hit => ({ _id: `${page}`, sort: [score, 0, page] });
/** Hits of falling scores. @param first the highest */
const hits = (count: number, first: number, step: number, from = 0): Hit[] =>
  Array.from({ length: count }, (_, i) => hit(first - (from + i) * step, from + i));

describe('isCertain', () => {
  test.each<[string, Hit[], number | null, boolean]>([
    ['fewer rows than are ranked', hits(99, 500, 1), 1, false],
    ['whole numbers that a float holds, even when all are equal', hits(106, 16_777_215, 0), 1, true],
    ['whole numbers that it does not hold', hits(106, 16_777_216, 0), 1, false],
    ['parts of 64 that it does not hold', hits(106, 262_144, 0), 64, false],
    ['sums of no whole parts that are equal', hits(106, 500, 0), null, false],
    ['sums of no whole parts that differ behind the border', hits(106, 500, 0.001), null, true],
    ['large sums that differ behind the border', hits(106, 2 ** 25, 64), 1, true],
  ])('knows of %s', (_, found, parts, expected) => {
    expect(isCertain(found, parts)).toBe(expected);
  });
});

describe('fetchBest', () => {
  const ask = async (total: number, score: (page: number) => number) => {
    const asked: Readonly<Record<string, unknown>>[] = [];
    const asker: Pick<BuildAsker, 'search'> = {
      async search(body): Promise<Found> {
        asked.push(body);
        const from = ((body.search_after as number[] | undefined)?.[2] ?? -1) + 1;
        const count = Math.min(body.size as number, total - from);
        return {
          total,
          hits: Array.from({ length: count }, (_, i) => hit(score(from + i), from + i)),
          aggregations: {},
        };
      },
    };
    const question = { query: { match_all: {} }, parts: 1, terms: [], more: { aggs: {} } };
    const { pages } = await fetchBest(asker as BuildAsker, question, new AbortController().signal);
    return { asked, pages };
  };

  test('asks once when the border is exact', async () => {
    const { asked, pages } = await ask(5000, () => 1000);
    expect([asked.length, pages.length]).toEqual([1, 106]);
  });

  test('goes on behind equal sums that are not exact, until one is lower or there are no more', async () => {
    const lower = await ask(5000, (page) => (page < 1500 ? 2 ** 25 : 2 ** 24));
    expect([lower.asked.length, lower.pages.length]).toEqual([3, 2106]);
    expect(lower.asked[1]).toMatchObject({ search_after: [2 ** 25, 0, 105], size: 1000 });
    const all = await ask(1200, () => 2 ** 25);
    expect(all.pages.map(({ page }) => page)).toEqual(Array.from({ length: 1200 }, (_, page) => page));
  });
});
