import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedBy, PAGES, postings } from '../../../test/fixtures/postings_of.ts';
import { find, gallop, unite } from './postings.ts';

test('gallop finds the first place from which pages are no less, as a walk does', () => {
  fc.assert(
    fc.property(postings, fc.nat(PAGES), fc.nat(PAGES), (list, page, ahead) => {
      const start = Math.min(list.from + ahead, list.to);
      let expected = start;
      while (expected < list.to && list.pages[expected]! < page) expected++;
      expect(gallop(list, start, page)).toBe(expected);
    }),
  );
});

test('find gives the place of a page, or -1, as a walk does', () => {
  fc.assert(
    fc.property(postings, fc.nat(PAGES), (list, page) => {
      const place = list.pages.subarray(list.from, list.to).indexOf(page);
      expect(find(list, page)).toBe(place < 0 ? -1 : list.from + place);
    }),
  );
});

test('unite lists every page once, ascending, with what all lists add', () => {
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
