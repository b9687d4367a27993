import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestOfPages, type Candidates, inPageOrder, type Row, topOfPages } from './top.ts';

/** Few distinct sums, so that ties are common. */
const sums = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 256, size: 'max' });
const limit = fc.integer({ min: 1, max: 100 });

/** Every third page is in another language. */
const everyThird = Uint8Array.from({ length: 9000 }, (_, page) => (page % 3 === 0 ? 1 : 0));
const foreign = fc.constantFrom(everyThird, null);
const shuffled = sums.chain((all) => {
  const rows = all.map((sum, page) => ({ page, sum }));
  return fc.oneof(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }));
});

function sorted(rows: readonly Row[], most: number, others: Uint8Array | null): Row[] {
  const isForeign = (page: number): number => others?.[page] ?? 0;
  return rows
    .toSorted((a, b) => b.sum - a.sum || isForeign(a.page) - isForeign(b.page) || a.page - b.page)
    .slice(0, most);
}

const listsOf = (rows: readonly Row[]): Candidates => ({
  pages: Uint32Array.from(rows, ({ page }) => page),
  sums: Float64Array.from(rows, ({ sum }) => sum),
});
const rowsOf = ({ pages, sums: found }: Candidates): Row[] =>
  Array.from(pages, (page, i) => ({ page, sum: found[i]! }));
const byPage = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.page - b.page);

test('the rows that a full sort puts first are chosen, in whatever order they are', () => {
  fc.assert(
    fc.property(shuffled, limit, foreign, (rows, most, others) => {
      expect(topOfPages(listsOf(rows), most, others)).toEqual(sorted(rows, most, others));
      expect(rowsOf(bestOfPages(listsOf(rows), most, others))).toEqual(byPage(sorted(rows, most, others)));
    }),
  );
});

/** Sums of many pages, the greatest first, last, or anywhere. */
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

test('the same rows are chosen among thousands of pages', () => {
  fc.assert(
    fc.property(manySums, fc.integer({ min: 1, max: 200 }), foreign, (all, most, others) => {
      const rows = Array.from(all, (sum, page) => ({ page, sum }));
      expect(topOfPages(listsOf(rows), most, others)).toEqual(sorted(rows, most, others));
      const best = bestOfPages(listsOf(rows), 2 * most, others);
      expect(rowsOf(best)).toEqual(byPage(sorted(rows, 2 * most, others)));
      expect(rowsOf(bestOfPages(best, most, others))).toEqual(byPage(sorted(rows, most, others)));
    }),
    { numRuns: 60 },
  );
});

test('inPageOrder sorts pages and keeps their sums', () => {
  expect(rowsOf(inPageOrder(Uint32Array.of(7, 2, 5), Float64Array.of(1, 2, 3)))).toEqual([
    { page: 2, sum: 2 },
    { page: 5, sum: 3 },
    { page: 7, sum: 1 },
  ]);
});
