import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedBy, PAGES, postings } from '../../../test/fixtures/postings_of.ts';
import { finish } from '../../async/steps.ts';
import { unite } from './disjunction.ts';
import type { PageSums } from './page_sums.ts';
import { Workspace } from './workspace.ts';

const lists = fc.array(postings, { maxLength: 4 });
const range = Array.from({ length: PAGES }, (_, page) => page);
/** Sorted by page, because pages are found in no particular order. */
const found = ({ pages, sums, count }: PageSums) =>
  Array.from({ length: count }, (_, i) => [pages[i]!, sums[i]!] as const).sort(([a], [b]) => a - b);

test('unite finds the pages in any list, with their sums over all lists', () => {
  fc.assert(
    fc.property(lists, (asked) => {
      const workspace = new Workspace(PAGES);
      finish(unite(asked, workspace));
      const added = asked.map(addedBy);
      const expected = range
        .filter((page) => added.some((list) => list.has(page)))
        .map((page) => [page, added.reduce((sum, list) => sum + (list.get(page) ?? 0), 0)]);
      expect(found(workspace.found)).toEqual(expected);
      expect(workspace.sums.every((sum) => sum === 0)).toBe(true);
    }),
  );
});

test('unite weighs impacts by a table when given one', () => {
  fc.assert(
    fc.property(postings, (list) => {
      const workspace = new Workspace(PAGES);
      const squares = Float64Array.from({ length: 256 }, (_, i) => i * i);
      finish(unite([list], workspace, squares));
      const expected = [...addedBy({ ...list, impacts: Float64Array.from(list.impacts, (i) => i * i) })];
      expect(found(workspace.found)).toEqual(expected);
    }),
  );
});
