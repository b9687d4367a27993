import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { readAsked } from './asked.ts';
import { liftTitles } from './titles.ts';

const corpus = corpusOf([
  { path: 'a', title: 'Beans' },
  { path: 'b', title: 'Peas' },
  { path: 'c', title: 'Beans and peas' },
  { path: 'd', title: 'Other', aliases: ['Beans'] },
  { path: 'guides/beans', title: 'Third' },
  { path: 'h', title: 'Beans', language: 'de' },
]);
const engine = engineOf(corpus);

/** Sums by path; every page begins with 100. */
function lifted(text: string): Record<string, number> {
  const match = { text, in: 'all' } as const;
  const asked = readAsked(engine, { form: 'match', match, collection: null, tag: null, limit: 10, facets: [] })!;
  const pages = Uint32Array.from({ length: corpus.pages.count }, (_, page) => page);
  const sums = new Float64Array(pages.length).fill(100);
  liftTitles(engine, asked, { pages, sums });
  return Object.fromEntries(Array.from(pages, (page) => [corpus.pages.path(page), sums[page]!]));
}

describe('liftTitles', () => {
  const sums = lifted('beans');

  test('adds for a title of the words asked: its cover, its beginning and its name', () => {
    // 100 + 1 * (100 + 25) + 100, then the best of these once more.
    expect(sums.a).toBe(650);
  });

  test('adds half to a page in another language', () => {
    // 100 + (125 + 100) / 2, then half of the best.
    expect(sums.h).toBe(212.5 + 325 / 2);
  });

  test('adds for an alias as for a title, and half for the last segment of a path', () => {
    expect(sums.d).toBe(100 + 325);
    expect(sums['guides/beans']).toBe(100 + 325 / 2);
  });

  test('adds to a title that has more words by the rarity of those asked', () => {
    expect(sums.c).toBeGreaterThan(200);
    expect(sums.c).toBeLessThan(325);
    expect(sums.b).toBe(100);
  });

  test('adds nothing for words in no title', () => {
    expect(Object.values(lifted('onions'))).toEqual([100, 100, 100, 100, 100, 100]);
  });
});
