import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedBy, PAGES, postings } from '../../../test/fixtures/postings_of.ts';
import { intersect } from './conjunction.ts';
import { PageSums } from './page_sums.ts';
import { finish } from './steps.ts';

test('intersect finds the pages in all lists, ascending, with the sums of lists and extras', () => {
  const extras = fc.array(postings, { maxLength: 2 });
  fc.assert(
    fc.property(fc.array(postings, { minLength: 1, maxLength: 4 }), extras, (asked, extra) => {
      const matches = new PageSums(PAGES);
      finish(intersect(asked, extra, matches));
      const added = [...asked, ...extra].map(addedBy);
      const expected = Array.from({ length: PAGES }, (_, page) => page)
        .filter((page) => added.slice(0, asked.length).every((list) => list.has(page)))
        .map((page) => [page, added.reduce((sum, list) => sum + (list.get(page) ?? 0), 0)]);
      expect(Array.from({ length: matches.count }, (_, i) => [matches.pages[i], matches.sums[i]])).toEqual(expected);
    }),
  );
});
