import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK, blockMaxima } from '../../corpus/index/posting_set.ts';
import { type Row, Top, topOfPages, topOfPostings } from './top.ts';

/** Few distinct sums, so that ties are common. */
const sums = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: BLOCK * 4, size: 'max' });
const limit = fc.integer({ min: 1, max: 100 });

function sorted(rows: readonly Row[], most: number): Row[] {
  return rows.toSorted((a, b) => b.sum - a.sum || a.page - b.page).slice(0, most);
}

test('keeps the rows that a full sort would put first, in whatever order they are offered', () => {
  const pages = sums.chain((all) => {
    const rows = all.map((sum, page) => ({ page, sum }));
    return fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length });
  });
  fc.assert(
    fc.property(pages, limit, (rows, most) => {
      const top = new Top(most);
      for (const { page, sum } of rows) top.offer(page, sum);
      expect(top.rows()).toEqual(sorted(rows, most));
    }),
  );
});

test('topOfPages keeps the rows that a full sort would put first', () => {
  fc.assert(
    fc.property(sums, limit, (all, most) => {
      const pages = Uint32Array.from(all, (_, page) => page);
      expect(topOfPages(pages, Float64Array.from(all), most)).toEqual(
        sorted(
          all.map((sum, page) => ({ page, sum })),
          most,
        ),
      );
    }),
  );
});

test('topOfPostings keeps the same rows with and without block maxima', () => {
  fc.assert(
    fc.property(sums, fc.nat(BLOCK * 4), fc.nat(BLOCK * 4), limit, (all, a, b, most) => {
      const impacts = Uint8Array.from(all);
      const pages = Uint32Array.from(all, (_, i) => i * 2);
      const set = { starts: new Uint32Array(0), pages, impacts, maxima: blockMaxima(impacts) };
      const from = Math.min(a, b, all.length);
      const to = Math.min(Math.max(a, b), all.length);
      const rows = all.slice(from, to).map((sum, i) => ({ page: (from + i) * 2, sum: sum * 7 }));
      const list = { pages, impacts, from, to, rarity: 7 };
      expect(topOfPostings({ ...list, set }, most)).toEqual(sorted(rows, most));
      expect(topOfPostings({ ...list, set: null }, most)).toEqual(sorted(rows, most));
    }),
  );
});
