import { describe, expect, test } from 'vitest';
import type { Corpus } from '../../src/corpus/corpus.ts';
import type { Answerer } from '../../src/engine/answerer.ts';
import type { Query } from '../../src/query/ask/plan.ts';
import { corpusOf, type TestPage } from '../fixtures/corpus_of.ts';
import { compareRandomQueries } from '../naive/random_queries.ts';

/** A small site in three languages. The expected answers below were derived by hand. */
const SITE: readonly TestPage[] = [
  {
    path: 'de/start',
    title: 'Erste Schritte',
    language: 'de',
    text: 'Das running zebra und der Plan.',
    collection: 'writing',
    published: '2026-02-01',
    tags: ['start'],
    links: ['en/start'],
  },
  {
    path: 'en/phrases',
    title: 'Phrases',
    text: 'The quartz plinth stands by a fjord. Planes use node:sqlite and C++.',
    collection: 'writing',
    published: '2026-01-01',
    tags: ['text', 'start'],
    links: ['en/start', 'ja/water'],
  },
  { path: 'en/start', title: 'First steps', text: 'A plan of a kiosk.', collection: 'glossary', links: ['ja/water'] },
  { path: 'index', title: 'Home', text: 'Quartz and the plinth.', links: ['en/phrases'] },
  { path: 'ja/water', title: '水', language: 'ja', text: '火と水', tags: ['text'], links: ['index'] },
];

const LISTING = { collection: null, tag: null, limit: 10, facets: [] } as const;
const clause = (text: string, field = 'all') => ({ form: 'match', match: { text, in: field }, ...LISTING }) as Query;
const like = (passage: string): Query => ({ form: 'like', like: passage, ...LISTING });
const walk = (from: string, follow: 'outgoing' | 'incoming' | 'both', depth: number): Query => ({
  form: 'traverse',
  traverse: { from, follow, depth },
  ...LISTING,
});

/** Name, query, paths of the rows in order, and whether the answer is relaxed. */
const EXPECTED: readonly (readonly [string, Query, readonly string[], boolean])[] = [
  ['a phrase', clause('"quartz plinth"'), ['en/phrases'], false],
  ['a phrase that no page has', clause('"fjord kiosk"'), [], false],
  ['a phrase of function words and a word', clause('"the plinth"'), ['index'], false],
  ['words that no page has together', clause('fjord kiosk'), ['en/start', 'en/phrases'], true],
  ['a phrase and a word that no page has', clause('"quartz plinth" kiosk'), ['en/phrases'], true],
  ['a word by the stem of each page’s own language', clause('planes', 'body'), ['en/phrases', 'de/start'], false],
  ['a function word of the page’s language', clause('und zebra', 'body'), ['de/start'], false],
  ['a compound name', clause('node:sqlite'), ['en/phrases'], false],
  ['a name with its sign', clause('c++'), ['en/phrases'], false],
  ['a single character', clause('水', 'body'), ['ja/water'], false],
  ['text without a term', clause('!!!'), [], false],
  ['likeness to a single character', like('水'), ['ja/water'], false],
  ['likeness to a page’s own text', like('A plan of a kiosk.'), ['en/start', 'de/start'], false],
  ['a walk along links', walk('/index', 'outgoing', 2), ['en/phrases', 'en/start', 'ja/water'], false],
  ['a walk against links', walk('ja/water', 'incoming', 1), ['en/phrases', 'en/start'], false],
  ['a walk from no page', walk('nowhere', 'both', 5), [], false],
  ['a slug', { form: 'slug', slug: 'start', ...LISTING }, ['de/start', 'en/start'], false],
  ['a slug under a filter', { form: 'slug', slug: 'start', ...LISTING, tag: 'start' }, ['de/start'], false],
  ['a path', { form: 'path', path: '/', ...LISTING, limit: 1 }, ['index'], false],
  ['a filter, newest first', { form: 'filter', ...LISTING, collection: 'writing' }, ['de/start', 'en/phrases'], false],
  ['two filters', { form: 'filter', ...LISTING, collection: 'writing', tag: 'text' }, ['en/phrases'], false],
  ['an unknown tag', { form: 'filter', ...LISTING, tag: 'none' }, [], false],
  [
    'a tree of negation alone, newest first, then by path',
    { form: 'match', match: { not: { text: 'quartz', in: 'all' } }, ...LISTING },
    ['de/start', 'en/start', 'ja/water'],
    false,
  ],
  [
    'a tree under a filter',
    {
      form: 'match',
      match: {
        any: [
          { text: 'zebra', in: 'all' },
          { all: [{ text: 'plinth', in: 'all' }, { not: { text: 'fjord', in: 'all' } }] },
        ],
      },
      ...LISTING,
      tag: 'start',
    },
    ['de/start'],
    false,
  ],
];

interface Answer {
  readonly items: readonly { readonly path: string }[];
  readonly count: number;
  readonly total: number;
  readonly relaxed?: true;
}

/**
 * The contract of every answerer.
 * @param open gives an answerer of the pages of a corpus
 */
export function describeAnswerer(name: string, open: (corpus: Corpus) => Answerer): void {
  const { signal } = new AbortController();
  const corpus = corpusOf(SITE);
  const answerer = open(corpus);
  const ask = async (...queries: readonly Query[]): Promise<unknown> => {
    const plan = { batch: queries.length !== 1, queries };
    return JSON.parse(Buffer.from(await answerer.answer(plan, signal)).toString());
  };

  describe(name, () => {
    test.each(EXPECTED)('answers %s', async (_, query, paths, relaxed) => {
      const { items, ...rest } = (await ask(query)) as Answer;
      expect(items.map(({ path }) => path)).toEqual(paths);
      expect(rest).toEqual({ count: paths.length, total: paths.length, ...(relaxed ? { relaxed } : {}) });
    });

    test('answers a batch with the answers of its queries, in order', async () => {
      const queries = EXPECTED.map(([, query]) => query).slice(0, 10);
      const answers: unknown[] = [];
      for (const query of queries) answers.push(await ask(query));
      expect(await ask(...queries)).toEqual({ answers });
    });

    test('writes a whole row', async () => {
      expect(await ask({ ...clause('"quartz plinth"'), facets: ['collection', 'tags'] } as Query)).toEqual({
        items: [
          {
            path: 'en/phrases',
            canonical: 'https://site.example/en/phrases',
            title: 'Phrases',
            description: '',
            indexing: 'index, follow',
            collection: 'writing',
            slug: 'phrases',
            aliases: [],
            tags: [
              { slug: 'start', title: 'START' },
              { slug: 'text', title: 'TEXT' },
            ],
            published: '2026-01-01',
            updated: null,
            language: 'en',
            markdown: 'https://site.example/en/phrases.md',
            match: {
              score: expect.any(Number),
              excerpt: 'The quartz plinth stands by a fjord. Planes use node:sqlite and C++.',
              ranges: [[4, 17]],
              section: null,
              titleRanges: [],
            },
          },
        ],
        count: 1,
        total: 1,
        facets: {
          collection: [
            { value: 'writing', count: 1 },
            { value: 'demos', count: 0 },
            { value: 'glossary', count: 0 },
          ],
          tags: [
            { value: 'start', title: 'START', count: 1 },
            { value: 'text', title: 'TEXT', count: 1 },
          ],
        },
      });
    });

    test('gives the same bytes each time', async () => {
      const plan = { batch: false, queries: [clause('fjord kiosk')] };
      const first = await answerer.answer(plan, signal);
      expect(await answerer.answer(plan, signal)).toEqual(first);
    });

    test('does no work for a caller that has gone', async () => {
      const plan = { batch: false, queries: [clause('fjord kiosk')] };
      const gone = AbortSignal.abort(new Error('gone'));
      await expect((async () => answerer.answer(plan, gone))()).rejects.toThrow('gone');
    });

    test('answers random queries as a scan of every page does', async () => {
      expect(await compareRandomQueries(corpus, answerer, 400, 1)).toEqual([]);
    });
  });
}
