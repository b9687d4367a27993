import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedBy, PAGES, postings } from '../../../test/fixtures/postings_of.ts';
import { find, gallop, unite } from './postings.ts';

test('gallop finds the first index whose page is at least the given one, like a linear search', () => {
  fc.assert(
    fc.property(postings, fc.nat(PAGES), fc.nat(PAGES), (list, page, ahead) => {
      const start = Math.min(list.from + ahead, list.to);
      let expected = start;
      while (expected < list.to && list.pages[expected]! < page) expected++;
      expect(gallop(list, start, page)).toBe(expected);
    }),
  );
});

test('find gives the index of a page, or -1, like a linear search', () => {
  fc.assert(
    fc.property(postings, fc.nat(PAGES), (list, page) => {
      const place = list.pages.subarray(list.from, list.to).indexOf(page);
      expect(find(list, page)).toBe(place < 0 ? -1 : list.from + place);
    }),
  );
});

test('unite lists every page once, ascending, with its sum over all lists', () => {
  fc.assert(
    fc.property(fc.array(postings, { minLength: 1, maxLength: 4 }), (lists) => {
      const sums = new Map<number, number>();
      for (const list of lists)
        for (const [page, added] of addedBy(list)) sums.set(page, (sums.get(page) ?? 0) + added);
      const united = unite(lists);
      expect([...addedBy(united)]).toEqual([...sums].sort(([a], [b]) => a - b));
    }),
  );
});
