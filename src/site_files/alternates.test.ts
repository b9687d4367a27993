import { describe, expect, test } from 'vitest';
import { createAlternates } from './alternates.ts';
import type { PageFacts } from './walk_pages.ts';

const english = { page: 0, language: 'en', path: 'a' };
const german = { page: 1, language: 'de', path: 'de/a' };
const french = { page: 2, language: 'fr', path: 'fr/a' };

/** @param addresses by page; undefined: the page may not be listed */
function alternatesOf(addresses: readonly (string | null | undefined)[], most?: number) {
  const translations = (page: number) => (page < 3 ? [english, german, french] : []);
  const alternates = createAlternates({ translations }, most);
  for (const [number, address] of addresses.entries())
    if (address !== undefined) alternates.add({ address } as PageFacts, number);
  return { count: alternates.count, found: addresses.map((_, number) => alternates.of(number)) };
}

describe('alternates', () => {
  const all = [
    { language: 'en', address: '/a' },
    { language: 'de', address: '/de' },
    { language: 'fr', address: '/fr' },
  ];

  test('are the same for each translation, and none for other pages', () => {
    expect(alternatesOf(['/a', '/de', '/fr', '/other'])).toEqual({ count: 3, found: [all, all, all, []] });
  });

  test.each([
    ['pages that are not listed', undefined],
    ['pages without an address', null],
  ])('leave out %s', (_, absent) => {
    expect(alternatesOf(['/a', absent, '/fr']).found).toEqual([[all[0], all[2]], [], [all[0], all[2]]]);
    expect(alternatesOf(['/a', absent, absent]).found).toEqual([[], [], []]);
  });

  test('are none where two languages have one canonical address', () => {
    expect(alternatesOf(['/a', '/a', '/fr']).found).toEqual([[], [], []]);
  });

  test('are kept for so many pages', () => {
    expect(alternatesOf(['/a', '/de', '/fr'], 2)).toEqual({
      count: 2,
      found: [all.slice(0, 2), all.slice(0, 2), []],
    });
  });
});
