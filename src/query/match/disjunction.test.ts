import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedBy, PAGES, postings } from '../../../test/fixtures/postings_of.ts';
import { finish } from '../../async/steps.ts';
import { Accumulator } from './disjunction.ts';
import { PageSums } from './page_sums.ts';

const lists = fc.array(postings, { maxLength: 4 });
const range = Array.from({ length: PAGES }, (_, page) => page);
/** Sorted by page, because pages are found in no particular order. */
const found = ({ pages, sums, count }: PageSums) =>
  Array.from({ length: count }, (_, i) => [pages[i]!, sums[i]!] as const).sort(([a], [b]) => a - b);

test('unite finds the pages in any list, with the sums of lists and extras', () => {
  fc.assert(
    fc.property(lists, lists, (asked, extra) => {
      const matches = new PageSums(PAGES);
      const accumulator = new Accumulator(PAGES);
      finish(accumulator.unite(asked, extra, matches));
      const added = [...asked, ...extra].map(addedBy);
      const expected = range
        .filter((page) => added.slice(0, asked.length).some((list) => list.has(page)))
        .map((page) => [page, added.reduce((sum, list) => sum + (list.get(page) ?? 0), 0)]);
      expect(found(matches)).toEqual(expected);
      expect(accumulator.sums.every((sum) => sum === 0)).toBe(true);
    }),
  );
});

test('unite weighs impacts by a table when given one', () => {
  fc.assert(
    fc.property(postings, (list) => {
      const matches = new PageSums(PAGES);
      const squares = Float64Array.from({ length: 256 }, (_, i) => i * i);
      finish(new Accumulator(PAGES).unite([list], [], matches, squares));
      const expected = [...addedBy({ ...list, impacts: Float64Array.from(list.impacts, (i) => i * i) })];
      expect(found(matches)).toEqual(expected);
    }),
  );
});
