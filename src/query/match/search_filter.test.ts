import { expect, test } from 'vitest';
import { finish } from '../../async/steps.ts';
import type { SearchPlan } from '../ask/search_plan.ts';
import { searchFilter } from './search_filter.ts';

test('pages pass that meet every condition', () => {
  const plan = {
    ...{
      q: null,
      collection: null,
      tags: [],
      fields: [],
      language: null,
      version: 'current',
      updated: { from: 1, to: null },
    },
    ...{ published: null, offset: 0, limit: 10 },
  } as unknown as SearchPlan;
  const all = Uint32Array.from({ length: 1000 }, (_, page) => page);
  const updated = all.map((page) => page % 2);
  const engine = {
    corpus: { pages: { count: all.length, updated }, copies: { versions: ['1.0'], version: updated }, fields: [] },
    curated: () => null,
    filter: () => null,
  };
  expect(finish(searchFilter(engine as never, plan))!.pages).toEqual(all.filter((page) => page % 2 === 1));
});

test('pages of a version pass, and none of an unknown one', () => {
  const version = Uint16Array.of(0, 1, 2, 1);
  const engine = {
    corpus: { pages: { count: 4 }, copies: { versions: ['2.0', '1.0'], version }, fields: [] },
    curated: () => null,
    filter: () => null,
  };
  const passing = (name: string) => {
    const plan = { tags: [], fields: [], language: null, updated: null, published: null, version: name };
    return finish(searchFilter(engine as never, plan as unknown as SearchPlan))?.pages ?? null;
  };
  expect([passing('2.0'), passing('3.0'), passing('current'), passing('all')]).toEqual([
    Uint32Array.of(1, 3),
    Uint32Array.of(),
    null,
    null,
  ]);
});
