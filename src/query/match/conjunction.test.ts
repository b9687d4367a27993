import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedBy, PAGES, postings } from '../../../test/fixtures/postings_of.ts';
import { finish } from '../../async/steps.ts';
import { intersect } from './conjunction.ts';
import { PageFilter } from './page_filter.ts';
import { PageSums } from './page_sums.ts';

test('intersect finds the pages in all lists that pass the filter, ascending, with the sums of lists and extras', () => {
  const extras = fc.array(postings, { maxLength: 2 });
  const filters = fc.option(fc.uniqueArray(fc.nat(PAGES - 1)));
  fc.assert(
    fc.property(fc.array(postings, { minLength: 1, maxLength: 4 }), extras, filters, (asked, extra, allowed) => {
      const matches = new PageSums(2 * PAGES);
      // Found before, and not searched for again.
      matches.add(PAGES, 7);
      const filter = allowed === null ? null : new PageFilter(PAGES, Uint32Array.from(allowed).sort());
      finish(intersect(asked, extra, matches, filter));
      const added = [...asked, ...extra].map(addedBy);
      const expected = Array.from({ length: PAGES }, (_, page) => page)
        .filter((page) => allowed === null || allowed.includes(page))
        .filter((page) => added.slice(0, asked.length).every((list) => list.has(page)))
        .map((page) => [page, added.reduce((sum, list) => sum + (list.get(page) ?? 0), 0)]);
      expect(Array.from({ length: matches.count }, (_, i) => [matches.pages[i], matches.sums[i]])).toEqual([
        [PAGES, 7],
        ...expected,
      ]);
    }),
  );
});

test.each([
  ['scanned', 2],
  ['searched', 100],
])('intersects lists of sites of any size, one after the other, when the longer one is %s', (_, times) => {
  for (const size of [10, 100_000, 1000]) {
    const multiples = (step: number) => {
      const pages = Uint32Array.from({ length: Math.ceil(size / step) }, (_, i) => i * step);
      const impacts = new Uint8Array(pages.length).fill(step % 250);
      return { pages, impacts, set: null, from: 0, to: pages.length, rarity: 2 };
    };
    const matches = new PageSums(size);
    finish(intersect([multiples(2 * times), multiples(3)], [], matches));
    expect(Array.from(matches.pages.subarray(0, matches.count))).toEqual(
      Array.from({ length: Math.ceil(size / (6 * times)) }, (_, i) => i * 6 * times),
    );
    const sum = 2 * (((2 * times) % 250) + 3);
    expect(new Set(matches.sums.subarray(0, matches.count))).toEqual(new Set([sum]));
  }
});
