import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedBy, PAGES, postings } from '../../../test/fixtures/postings_of.ts';
import { STEP_WORK } from '../../async/steps.ts';
import { END, PAUSE, SharedPages } from './shared_pages.ts';

test('SharedPages gives the pages that are in every list, ascending, and their index in each', () => {
  fc.assert(
    fc.property(fc.array(postings, { minLength: 1, maxLength: 4 }), (lists) => {
      const shared = new SharedPages(lists);
      const found: number[] = [];
      for (let page = shared.next(); page !== END; page = shared.next()) {
        found.push(page);
        expect(lists.map(({ pages }, i) => pages[shared.places[i]!])).toEqual(lists.map(() => page));
      }
      const inAll = Array.from({ length: PAGES }, (_, page) => page).filter((page) =>
        lists.every((list) => addedBy(list).has(page)),
      );
      expect(found).toEqual(inAll);
    }),
  );
});

test('SharedPages pauses after many postings without a shared page', () => {
  const listOf = (pages: readonly number[]) => {
    const impacts = new Uint8Array(pages.length);
    return { pages: Uint32Array.from(pages), impacts, set: null, from: 0, to: pages.length, rarity: 1 };
  };
  const count = 2 * STEP_WORK;
  const even = listOf(Array.from({ length: count }, (_, i) => 2 * i));
  const odd = listOf([...Array.from({ length: count }, (_, i) => 2 * i + 1), 2 * count]);
  const shared = new SharedPages([listOf([...even.pages, 2 * count]), odd]);
  let pauses = 0;
  let page = shared.next();
  for (; page === PAUSE; page = shared.next()) pauses++;
  expect([page, shared.next()]).toEqual([2 * count, END]);
  expect(pauses).toBeGreaterThan(2);
});
