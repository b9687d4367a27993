import { describe, expect, test } from 'vitest';
import { ListRebakeCache, PageRebakeCache } from './page_rebake_cache.ts';

describe('the rebake cache of a page', () => {
  const site = {};

  test('makes a result once for the same inputs, and again for others', () => {
    const cache = new PageRebakeCache<string>();
    const key = {};
    let made = 0;
    const recall = (title: string, page: object) =>
      cache.recall(
        key,
        page,
        site,
        () => [title],
        () => `${title} ${++made}`,
      );
    const page = {};
    expect(recall('a', page)).toBe('a 1');
    expect(recall('a', {})).toBe('a 1');
    expect(recall('b', {})).toBe('b 2');
    expect(recall('a', {})).toBe('a 3');
  });

  test('compares no inputs while page and site are the same objects', () => {
    const cache = new PageRebakeCache<number>();
    const page = {};
    cache.recall(
      page,
      page,
      site,
      () => [],
      () => 1,
    );
    const fail = () => expect.unreachable();
    expect(cache.recall(page, page, site, fail, fail)).toBe(1);
    expect(
      cache.recall(
        page,
        page,
        {},
        () => ['new'],
        () => 2,
      ),
    ).toBe(2);
  });
});

test('the rebake cache of a list makes a result again when an item, or their number, changed', () => {
  const cache = new ListRebakeCache<string, number>();
  let made = 0;
  const results = [['a'], ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c'], []].map((items) =>
    cache.recall(items, () => ++made),
  );
  expect(results).toEqual([1, 1, 2, 3, 3, 4]);
});
