import { expect, test } from 'vitest';
import { finish } from '../../async/steps.ts';
import type { SearchPlan } from '../ask/search_plan.ts';
import { searchFilter } from './search_filter.ts';

test('pages pass that meet every condition', () => {
  const plan = {
    ...{ q: null, collection: null, tags: [], fields: [], language: null, updated: { from: 1, to: null } },
    ...{ published: null, offset: 0, limit: 10 },
  } as unknown as SearchPlan;
  const all = Uint32Array.from({ length: 1000 }, (_, page) => page);
  const updated = all.map((page) => page % 2);
  const engine = {
    corpus: { pages: { count: all.length, updated }, fields: [] },
    curated: () => null,
    filter: () => null,
  };
  expect(finish(searchFilter(engine as never, plan))!.pages).toEqual(all.filter((page) => page % 2 === 1));
});
