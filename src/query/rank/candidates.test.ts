import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK, blockMaxima } from '../../corpus/index/posting_set.ts';
import { bestOfPages, bestOfPostings, giveBackRows, inPageOrder, RANKED_ROWS } from './candidates.ts';
import { byRank, type Row } from './top.ts';

/** Few distinct sums, so that ties are common. */
const sums = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: BLOCK * 4, size: 'max' });
const count = fc.integer({ min: 1, max: 100 });
const everyThird = Uint8Array.from({ length: BLOCK * 8 }, (_, page) => (page % 3 === 0 ? 1 : 0));
const foreign = fc.constantFrom(everyThird, null);

/** The rows that a full sort puts first, by page. */
function best(rows: readonly Row[], most: number, others: Uint8Array | null): Row[] {
  return rows
    .toSorted(byRank(others))
    .slice(0, most)
    .sort((a, b) => a.page - b.page);
}

function rowsOf({ pages, sums: found }: { pages: Uint32Array; sums: Float64Array }): Row[] {
  return Array.from(pages, (page, i) => ({ page, sum: found[i]! }));
}

test('bestOfPages chooses the rows that a full sort puts first, in whatever order they are', () => {
  const shuffled = sums.chain((all) => {
    const rows = all.map((sum, page) => ({ page, sum }));
    return fc.oneof(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }));
  });
  fc.assert(
    fc.property(shuffled, count, foreign, (rows, most, others) => {
      const pages = Uint32Array.from(rows, ({ page }) => page);
      const found = bestOfPages(
        pages,
        Float64Array.from(rows, ({ sum }) => sum),
        most,
        others,
      );
      expect(rowsOf(found)).toEqual(best(rows, most, others));
    }),
  );
});

/** Sums of more pages than `bestOfPages` sorts at once, the greatest first, last, or anywhere. */
const manySums = fc
  .record({
    length: fc.integer({ min: 4000, max: 9000 }),
    distinct: fc.constantFrom(1, 2, 7, 1000, 1_000_000),
    order: fc.constantFrom('rising', 'falling', 'any'),
    skew: fc.constantFrom(1, 8),
    seed: fc.nat(1_000_000),
  })
  .map(({ length, distinct, order, skew, seed }) => {
    let state = seed;
    const drawn = Float64Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return 1 + Math.floor((state / 2 ** 32) ** skew * distinct);
    });
    if (order === 'any') return drawn;
    return order === 'rising' ? drawn.sort() : drawn.sort().reverse();
  });

test('bestOfPages chooses the same rows among thousands of pages, whatever the first guess', () => {
  const far = Uint8Array.from({ length: 9000 }, (_, page) => (page % 3 === 0 ? 1 : 0));
  fc.assert(
    fc.property(manySums, fc.integer({ min: 1, max: 200 }), fc.constantFrom(far, null), (all, most, others) => {
      const pages = Uint32Array.from(all, (_, page) => page);
      const rows = Array.from(all, (sum, page) => ({ page, sum }));
      expect(rowsOf(bestOfPages(pages, all, most, others))).toEqual(best(rows, most, others));
    }),
    { numRuns: 60 },
  );
});

test('bestOfPostings chooses the same rows with and without block maxima', () => {
  fc.assert(
    fc.property(sums, fc.nat(BLOCK * 4), fc.nat(BLOCK * 4), count, foreign, (all, a, b, most, others) => {
      const impacts = Uint8Array.from(all);
      const pages = Uint32Array.from(all, (_, i) => i * 2);
      const set = { starts: new Uint32Array(0), pages, impacts, maxima: blockMaxima(impacts) };
      const from = Math.min(a, b, all.length);
      const to = Math.min(Math.max(a, b), all.length);
      const rows = all.slice(from, to).map((sum, i) => ({ page: (from + i) * 2, sum: sum * 7 }));
      const list = { pages, impacts, from, to, rarity: 7 };
      const expected = best(rows, most, others);
      expect(rowsOf(bestOfPostings({ ...list, set }, most, others))).toEqual(expected);
      expect(rowsOf(bestOfPostings({ ...list, set: null }, most, others))).toEqual(expected);
      const merged = { ...list, impacts: Float64Array.from(all), set: null };
      expect(rowsOf(bestOfPostings(merged, most, others))).toEqual(expected);
    }),
  );
});

test('bestOfPostings skips blocks of a long list by their maxima', () => {
  const impacts = Uint8Array.from({ length: BLOCK * 300 }, (_, i) => 1 + ((i * 7919) % 255));
  const pages = Uint32Array.from(impacts, (_, i) => i);
  const set = { starts: new Uint32Array(0), pages, impacts, maxima: blockMaxima(impacts) };
  const rows = Array.from(impacts, (sum, page) => ({ page, sum }));
  const found = bestOfPostings({ pages, impacts, set, from: 3, to: impacts.length - 5, rarity: 1 }, 100, null);
  expect(rowsOf(found)).toEqual(best(rows.slice(3, -5), 100, null));
});

test('inPageOrder sorts pages and keeps their sums', () => {
  expect(rowsOf(inPageOrder([7, 2, 5], [1, 2, 3]))).toEqual([
    { page: 2, sum: 2 },
    { page: 5, sum: 3 },
    { page: 7, sum: 1 },
  ]);
});

test('rows that were given back are used for one later choice, and leave nothing of the earlier one', () => {
  const pages = Uint32Array.from({ length: 3 * RANKED_ROWS }, (_, page) => page);
  const rising = Float64Array.from(pages, (page) => page + 1);
  const falling = Float64Array.from(pages, (page) => pages.length - page);
  const used = bestOfPages(pages, rising, RANKED_ROWS, null);
  giveBackRows(used);
  const first = bestOfPages(pages, falling, RANKED_ROWS, null);
  const second = bestOfPages(pages, rising, RANKED_ROWS, null);
  expect(first).toBe(used);
  expect(second).not.toBe(used);
  expect(rowsOf(first)).toEqual(rowsOf({ pages: pages.slice(0, RANKED_ROWS), sums: falling.slice(0, RANKED_ROWS) }));
  expect(rowsOf(second)).toEqual(rowsOf({ pages: pages.slice(-RANKED_ROWS), sums: rising.slice(-RANKED_ROWS) }));
});

test('shorter rows that were given back are not used again', () => {
  const pages = Uint32Array.from([3, 5]);
  const used = bestOfPages(pages, Float64Array.from([1, 2]), RANKED_ROWS, null);
  giveBackRows(used);
  expect(bestOfPages(pages, Float64Array.from([4, 5]), RANKED_ROWS, null)).not.toBe(used);
});
