import { describe, expect, it } from 'vitest';
import { type CacheName, cacheShares, openBudget } from './cache_budget.ts';

const names = Object.keys(cacheShares) as CacheName[];

describe('openBudget', () => {
  it('distributes the whole budget and no more', () => {
    expect(Object.values(cacheShares).reduce((sum, share) => sum + share, 0)).toBe(1000);
    for (const bytes of [0, 1, 999, 1_000_000, 64 * 2 ** 20, 2 ** 40 + 1]) {
      const bounds = names.map((name) => openBudget(bytes).boundOf(name));
      const sum = bounds.reduce((total, bound) => total + bound, 0);
      expect(sum).toBeLessThanOrEqual(bytes);
      expect(sum).toBeGreaterThan(bytes - names.length - 1);
    }
  });

  it('gives each cache its proportional share', () => {
    expect(openBudget(1_000_000).boundOf('answers')).toBe(1000 * cacheShares.answers);
    expect(names.map((name) => openBudget(0).boundOf(name))).toEqual(names.map(() => 0));
  });
});
