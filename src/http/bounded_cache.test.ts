import { describe, expect, it } from 'vitest';
import { createBoundedCache } from './bounded_cache.ts';

describe('createBoundedCache', () => {
  it('forgets what was unused longest once its bound is passed', () => {
    const cache = createBoundedCache<number>(33);
    cache.set('a', 1, 10);
    cache.set('b', 2, 10);
    cache.set('c', 3, 10);
    expect(cache.get('a')).toBe(1);
    cache.set('d', 4, 10);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([1, undefined, 3, 4]);
  });

  it('counts a key that is set again once', () => {
    const cache = createBoundedCache<number>(22);
    cache.set('a', 1, 10);
    cache.set('b', 2, 10);
    for (let value = 0; value < 5; value++) cache.set('b', value, 10);
    expect([cache.get('a'), cache.get('b')]).toEqual([1, 4]);
  });

  it('keeps nothing that is heavier than the bound', () => {
    const cache = createBoundedCache<number>(10);
    cache.set('a', 1, 11);
    expect(cache.get('a')).toBeUndefined();
  });
});
