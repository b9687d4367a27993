import { expect, test } from 'vitest';
import { askerOf } from '../../test/fixtures/asker_of.ts';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { openBudget } from '../cache/cache_budget.ts';
import { createEmbeddedPageReader } from '../engine/embedded/embedded_page_reader.ts';
import { createClusterPageReader } from './cluster_page_reader.ts';

// Names that several pages have, at different precedence.
const CORPUS = corpusOf([
  { path: 'about', aliases: ['docs/x', '/old/sixth', 'https://elsewhere.example/z'] },
  { path: 'docs/größe', canonical: 'https://elsewhere.example/größe', aliases: ['Die Gro\u0308ße'] },
  { path: 'docs/x', aliases: ['The X', 'shared'] },
  { path: 'index' },
  { path: 'zebra', canonical: 'https://elsewhere.example/z', aliases: ['shared', '/', 'zebra'] },
]);

test.each([
  ...[
    'docs/x',
    '/docs/x',
    '//docs/x',
    'Docs/x',
    'old/sixth',
    'https://elsewhere.example/z',
    'The X',
    'shared',
    '/',
    '',
  ],
  ...['index', 'docs/gro\u0308ße', 'Die Größe', 'https://site.example/about', 'zebra', 'nowhere', '__proto__'],
])('finds the page that %j stands for, as the embedded reader does', async (name) => {
  const reader = createClusterPageReader(askerOf(CORPUS), openBudget(0));
  expect(await reader.pathNamed(name)).toBe(createEmbeddedPageReader(CORPUS).pathNamed(name));
});

test('reads pages in requests of at most 32, as single reads give them', async () => {
  const corpus = corpusOf(Array.from({ length: 70 }, (_, page) => ({ path: `p${page}`, text: `Text ${page}.` })));
  const asker = askerOf(corpus);
  const asked: [string, number][] = [];
  const reader = createClusterPageReader(
    {
      ...asker,
      search(body, signal) {
        asked.push(['search', (body as { query: { terms: { path: string[] } } }).query.terms.path.length]);
        return asker.search(body, signal);
      },
      sources(pages, members, signal) {
        asked.push([members.join(), pages.length]);
        return asker.sources(pages, members, signal);
      },
    },
    openBudget(0),
  );
  const embedded = createEmbeddedPageReader(corpus);
  const numbers = Array.from({ length: 70 }, (_, page) => page).reverse();
  const paths = numbers.map((page) => (page === 7 ? 'nowhere' : `p${page}`));
  expect(await Promise.all(paths.map(reader.find))).toEqual(paths.map(embedded.find));
  for (const read of ['row', 'markdown'] as const) {
    const read70 = (await Promise.all(numbers.map(reader[read]))).map((bytes) => Buffer.from(bytes).toString());
    expect(read70).toEqual(numbers.map((page) => Buffer.from(embedded[read](page) as Uint8Array).toString()));
  }
  const counts = (what: string): [string, number][] => [32, 32, 6].map((count) => [what, count]);
  expect(asked).toEqual([...counts('search'), ...counts('shown.row'), ...counts('markdown')]);
});

test('asks once for a name that was asked for before, also when no page has it', async () => {
  let asked = 0;
  const asker = askerOf(CORPUS);
  const reader = createClusterPageReader(
    {
      ...asker,
      search(body, signal) {
        asked++;
        return asker.search(body, signal);
      },
    },
    openBudget(1 << 20),
  );
  for (let round = 0; round < 3; round++) {
    expect(await reader.pathNamed('/docs/x')).toBe('docs/x');
    expect(await reader.pathNamed('nowhere')).toBe(null);
  }
  expect(asked).toBe(2);
});
