import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK } from '../../corpus/index/posting_set.ts';
import { type Row, Top, topOfPages } from './top.ts';

/** Few distinct sums, so that ties are common. */
const sums = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: BLOCK * 4, size: 'max' });
const limit = fc.integer({ min: 1, max: 100 });

/** Every third page is in another language. */
const foreign = Uint8Array.from({ length: BLOCK * 8 }, (_, page) => (page % 3 === 0 ? 1 : 0));

function sorted(rows: readonly Row[], most: number): Row[] {
  return rows
    .toSorted((a, b) => b.sum - a.sum || foreign[a.page]! - foreign[b.page]! || a.page - b.page)
    .slice(0, most);
}

test('keeps the rows that a full sort would put first, in whatever order they are offered', () => {
  const pages = sums.chain((all) => {
    const rows = all.map((sum, page) => ({ page, sum }));
    return fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length });
  });
  fc.assert(
    fc.property(pages, limit, (rows, most) => {
      const top = new Top(most, foreign);
      for (const { page, sum } of rows) top.offer(page, sum);
      expect(top.rows()).toEqual(sorted(rows, most));
    }),
  );
});

test('topOfPages keeps the rows that a full sort would put first', () => {
  fc.assert(
    fc.property(sums, limit, (all, most) => {
      const pages = Uint32Array.from(all, (_, page) => page);
      expect(topOfPages(pages, Float64Array.from(all), most, foreign)).toEqual(
        sorted(
          all.map((sum, page) => ({ page, sum })),
          most,
        ),
      );
    }),
  );
});
