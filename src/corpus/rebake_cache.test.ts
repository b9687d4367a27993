import { describe, expect, test } from 'vitest';
import { RebakeCache } from './rebake_cache.ts';

describe('the rebake cache', () => {
  test('makes a result again only when one of its inputs is another object', () => {
    const cache = new RebakeCache();
    const [one, two] = [Buffer.from('one'), Buffer.from('two')];
    let made = 0;
    const recall = (...parts: Uint8Array[]) => cache.recall('block', parts[0]!, parts, () => ++made);
    expect([recall(one, two), recall(one, two), recall(one), recall(one, Buffer.from('two')), recall(two)]).toEqual([
      1, 1, 2, 3, 4,
    ]);
    expect(cache.recall('digest', two, [two], () => 'another')).toBe('another');
  });

  test('makes a result of a list again when an item, or their number, changed', () => {
    const cache = new RebakeCache();
    let made = 0;
    const results = [['a'], ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c'], []].map((items) =>
      cache.recallList('list', items, () => ++made),
    );
    expect(results).toEqual([1, 1, 2, 3, 3, 4]);
  });

  test('gives the last result of a name to what renews it, unless it keeps nothing', () => {
    const twice = (cache: RebakeCache) => [1, 2].map(() => cache.renew<number>('sum', (last) => (last ?? 0) + 1));
    expect([twice(new RebakeCache()), twice(new RebakeCache(false))]).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });
});
