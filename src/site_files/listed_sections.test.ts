import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SectionCounts } from './listed_sections.ts';
import type { PageFacts } from './walk_pages.ts';

const pageAt = (path: string, collection: string | null): PageFacts => ({
  ...{ path, collection, address: null, twin: '', title: '', description: '', tags: [] },
  ...{ published: null, updated: null, language: 'en' },
});

/** @param sizes bytes by path, in the order of paths @returns the chosen paths */
function choose(sizes: Readonly<Record<string, number>>, room: number): string[] {
  const pages = Object.entries(sizes).map(([path, bytes]) => ({ page: pageAt(path, path.split('/')[0]!), bytes }));
  const counts = new SectionCounts();
  for (const { page, bytes } of pages) counts.count(page, bytes);
  const isChosen = counts.divide(room, new Set(pages.map(({ page }) => page.collection)));
  return pages.filter(({ page, bytes }) => isChosen(page, bytes)).map(({ page }) => page.path);
}

describe('SectionCounts', () => {
  it.each([
    ['all pages that fit', { 'a/1': 10, 'a/b/2': 10, 'b/1': 10 }, 30, ['a/1', 'a/b/2', 'b/1']],
    ['short paths first', { 'a/a/a': 10, 'a/b': 10, 'a/c': 10 }, 20, ['a/b', 'a/c']],
    ['the first by path at the last depth', { 'a/1': 10, 'a/2': 10, 'a/3': 10 }, 25, ['a/1', 'a/2']],
    [
      'an equal share of each section',
      { 'a/1': 10, 'a/2': 10, 'a/3': 10, 'b/1': 10, 'b/2': 10, 'b/3': 10 },
      40,
      ['a/1', 'a/2', 'b/1', 'b/2'],
    ],
    ['what a small section leaves', { 'a/1': 10, 'b/1': 10, 'b/2': 10, 'b/3': 10 }, 40, ['a/1', 'b/1', 'b/2', 'b/3']],
    ['a page that fits behind one that does not', { 'a/1': 30, 'a/2': 10 }, 20, ['a/2']],
    ['nothing without room', { 'a/1': 10 }, 0, []],
    ['nothing with less than no room', { 'a/1': 10 }, -5, []],
  ])('chooses %s', (_, sizes, room, chosen) => {
    expect(choose(sizes as Readonly<Record<string, number>>, room)).toEqual(chosen);
  });

  it('never takes more than the room, and all pages when they fit', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(
        fc.dictionary(path, fc.integer({ min: 1, max: 50 })),
        fc.integer({ min: 0, max: 400 }),
        (sizes, room) => {
          const chosen = choose(sizes, room);
          const taken = chosen.reduce((sum, each) => sum + sizes[each]!, 0);
          const total = Object.values(sizes).reduce((sum, each) => sum + each, 0);
          expect(taken).toBeLessThanOrEqual(room);
          if (total <= room) expect(chosen).toHaveLength(Object.keys(sizes).length);
        },
      ),
    );
  });

  it('chooses the same again after another division', () => {
    const counts = new SectionCounts();
    const page = pageAt('a', null);
    counts.count(page, 10);
    for (let round = 0; round < 2; round++) {
      expect(counts.divide(10, new Set([null]))(page, 10)).toBe(true);
    }
  });
});
