import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBoundedCache, ENTRY_BYTES } from './bounded_cache.ts';

/** Memory of an entry with a key of one character. */
const entryBytes = ENTRY_BYTES + 2;

describe('createBoundedCache', () => {
  it('evicts entries that were not used while new entries filled half its bound', () => {
    const cache = createBoundedCache<number>(4 * (entryBytes + 10));
    for (const [at, key] of ['a', 'b', 'c', 'd'].entries()) cache.set(key, at, 10);
    expect(cache.get('a')).toBe(0);
    cache.set('e', 4, 10);
    expect(['b', 'a', 'e'].map((key) => cache.get(key))).toEqual([undefined, 0, 4]);
  });

  it('never exceeds its bound, and always keeps the entry that was set or read last', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), weight: fc.nat(600), reads: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const cache = createBoundedCache<number>(1000);
        const set = new Map<string, number>();
        for (const { key, weight, reads } of steps) {
          const known = cache.get(key);
          if (reads) {
            expect([undefined, set.get(key)]).toContain(known);
          } else {
            cache.set(key, weight, weight);
            set.set(key, weight);
            expect(cache.get(key)).toBe(weight + entryBytes <= 500 ? weight : undefined);
          }
          const held = [...set].filter(([each]) => cache.get(each) !== undefined);
          expect(held.reduce((sum, [, each]) => sum + each + entryBytes, 0)).toBeLessThanOrEqual(1000);
        }
      }),
    );
  });

  it('counts a key once when it is set again', () => {
    const cache = createBoundedCache<number>(4 * (entryBytes + 10));
    cache.set('a', 1, 10);
    cache.set('b', 2, 10);
    for (let value = 0; value < 5; value++) cache.set('b', value, 10);
    expect([cache.get('a'), cache.get('b')]).toEqual([1, 4]);
  });

  it('does not cache a value that takes more than half its bound', () => {
    const cache = createBoundedCache<number>(2 * (entryBytes + 9));
    cache.set('a', 1, 9);
    expect(cache.get('a')).toBe(1);
    cache.set('a', 2, 10);
    expect(cache.get('a')).toBeUndefined();
  });

  it('caches nothing with a bound of 0, and counts two bytes per character of a key', () => {
    const none = createBoundedCache<number>(0);
    none.set('', 1, 0);
    expect(none.get('')).toBeUndefined();
    const cache = createBoundedCache<number>(2 * (ENTRY_BYTES + 20));
    cache.set('k'.repeat(10), 1, 0);
    cache.set('k'.repeat(11), 2, 0);
    expect([cache.get('k'.repeat(10)), cache.get('k'.repeat(11))]).toEqual([1, undefined]);
  });

  it('counts hits, misses and the memory of its entries', () => {
    const use = { hits: 0, misses: 0, bytes: 0 };
    const cache = createBoundedCache<number>(4 * (entryBytes + 10), use);
    for (const key of ['a', 'b', 'c', 'a']) cache.set(key, 1, 10);
    for (const key of ['a', 'b', 'z']) cache.get(key);
    expect(use).toEqual({ hits: 2, misses: 1, bytes: 3 * (entryBytes + 10) });
    // The third pair evicts the first one.
    for (const key of ['d', 'e', 'f']) cache.set(key, 1, 10);
    const kept = ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => cache.get(key) !== undefined).length;
    expect(use.bytes).toBe(kept * (entryBytes + 10));
    expect(use.hits).toBe(2 + kept);
  });
});
