import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import type { Query } from '../ask/plan.ts';
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

function queryOf(text: string): Query {
  return { form: 'match', match: { text, in: 'all' }, collection: null, tag: null, limit: 10, facets: [] };
}

/** Sums by path; every page begins with 100. */
function lifted(text: string): Record<string, number> {
  const asked = readAsked(engine, queryOf(text))!;
  const pages = Uint32Array.from({ length: corpus.pages.count }, (_, page) => page);
  const sums = new Float64Array(pages.length).fill(100);
  liftTitles(engine, asked, { pages, sums });
  return Object.fromEntries(Array.from(pages, (page) => [corpus.pages.path(page), sums[page]!]));
}

describe('liftTitles', () => {
  const sums = lifted('beans');

  test('adds for a title of the words asked: its cover, its beginning and its name', () => {
    // 100 + 1 * (100 + 25) + (2 + 2 + 1) * 100, then the best of these once more.
    expect(sums.a).toBe(1450);
  });

  test('adds half to a page in another language', () => {
    // 100 + (125 + 500) / 2, then half of the best.
    expect(sums.h).toBe(412.5 + 725 / 2);
  });

  test('adds for an alias as for a title, and half for the last segment of a path', () => {
    expect(sums.d).toBe(100 + 725);
    expect(sums['guides/beans']).toBe(100 + 725 / 2);
  });

  test('adds to a title that goes on by its share of words, and by the rarity of those asked', () => {
    const beginning = (2 + 2 / 3 + 1) * 100;
    expect(sums.c).toBeGreaterThan(100 + beginning);
    expect(sums.c).toBeLessThan(100 + beginning + 125);
    expect(sums.b).toBe(100);
  });

  test('adds nothing for words in no title', () => {
    expect(Object.values(lifted('onions'))).toEqual([100, 100, 100, 100, 100, 100]);
  });
});

/** Titles in the order of their sums. */
function orderOf(titles: readonly string[], text: string): string[] {
  const site = corpusOf(titles.map((title, i) => ({ path: String(i), title })));
  const asked = readAsked(engineOf(site), queryOf(text))!;
  const pages = Uint32Array.from({ length: site.pages.count }, (_, page) => page);
  const sums = new Float64Array(pages.length).fill(100);
  liftTitles(engineOf(site), asked, { pages, sums });
  return Array.from(pages)
    .sort((a, b) => sums[b]! - sums[a]! || a - b)
    .map((page) => titles[page]!);
}

test.each([
  ['the fewest words missing', 'manage', ['Manage all of the clusters', 'Clusters', 'Manage roles']],
  ['function words as written', 'host on', ['Host and deploy', 'Hosts', 'Host on Render']],
  ['words as written, not their stems', 'string', ['strings', 'Strings in depth', 'String functions']],
  ['signs as written', 'c++', ['C compilers', 'C++ compilers']],
  ['signs that are no words', '$state', ['State', 'state()', '$state']],
  ['no signs', 'state', ['$state', 'state:', 'State']],
  ['signs at the end', 'operator[]', ['operator()', 'operator*', 'operator[]']],
  ['capital letters, when some are typed', 'Set', ['set', 'set()', 'Set']],
  ['a script without blanks', '数据', ['库数据', '数据库']],
  ['the whole title that a query begins with', 'hours now', ['Hour', 'Nowadays', 'Hours']],
  ['the longer title that a query begins with', 'set up a cluster today', ['Set up', 'Set', 'Set up a cluster']],
  ['a title that is asked about', 'What is an ETag?', ['What a tag is', 'ETags', 'ETag']],
  ['the longest title that is asked about', 'what is about hugo', ['Hugo', 'About Hugo']],
  ['a title that begins with a question before the one asked about', 'how links', ['Links', 'How links resolve']],
])('puts first %s', (_, text, titles) => {
  expect(orderOf(titles, text)[0]).toBe(titles.at(-1));
});
