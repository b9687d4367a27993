import { expect, test } from 'vitest';
import { describeCuratedSearcher } from '../../test/contracts/curated_searcher.ts';
import { corpusOf, curatedCorpusOf, type TestPage } from '../../test/fixtures/corpus_of.ts';
import { searchPlan } from '../../test/fixtures/search_of.ts';
import { bakedDocumentation, searchesOf } from '../../test/static_search/many_searches.ts';
import { fetchedFrom, partsOf } from '../../test/static_search/parts_of.ts';
import { openBudget } from '../cache/cache_budget.ts';
import type { LoadedCorpus } from '../corpus/load_artefact.ts';
import { createEmbeddedEngine } from '../engine/embedded/embedded_engine.ts';
import type { Searcher } from '../engine/searcher.ts';
import { openFetchedCorpus } from './fetched_corpus.ts';
import { createFetchedSearcher } from './fetched_searcher.ts';

/** @param isFresh each search begins with the tables alone, as that of a new reader */
function searcherOf(corpus: LoadedCorpus, isFresh = false): Pick<Searcher, 'search'> {
  const packed = partsOf(corpus);
  const open = async () => {
    const parts = fetchedFrom(packed);
    await parts.open(new AbortController().signal);
    return createFetchedSearcher(openFetchedCorpus(parts), parts);
  };
  let opened = open();
  return {
    async search(plan, signal) {
      if (isFresh) opened = open();
      return (await opened)(plan, signal);
    },
  };
}

describeCuratedSearcher('the searcher of static files', (corpus) => searcherOf(corpus));

const WORDS =
  'red crimson scarlet redis cluster clustering Wagen Wägen café naïve getUserName max_depth v2 42 日本語 of the'.split(
    ' ',
  );

const SYLLABLES = 'ba cel di for gu ra set ti nor lu ät ga pro con mi ver'.split(' ');

/** Words that no other page has: all together are too many for the tables. */
function ownWords(page: number): string[] {
  return Array.from({ length: 45 }, (_, i) => {
    const number = 45 * page + i;
    return [0, 4, 8, 12].map((bits) => SYLLABLES[((number * 40503) >> bits) & 15]).join('');
  });
}

/** Pages of several versions and languages, with tags, dates, headings and the owner's own fields. */
function pagesOfVersions(): TestPage[] {
  return ['v1', 'v2', 'v10'].flatMap((version, at) =>
    Array.from({ length: 40 }, (_, page): TestPage => {
      const word = (step: number) => WORDS[(page * step + at) % WORDS.length]!;
      const words = Array.from({ length: 10 + page }, (_, place) => word(place + 1));
      const text = [...words, ...ownWords(40 * at + page)].join(' ');
      return {
        path: `docs/${version}/${word(3).toLowerCase()}-${page}`,
        title: `${word(1)} ${word(2)} ${page}`,
        description: `About ${word(5)} and ${word(4)}.`,
        aliases: page % 7 === 0 ? [`old-${page}`] : [],
        tags: [`t${page % 3}`],
        collection: page % 4 === 0 ? 'writing' : null,
        published: `2025-0${1 + (page % 9)}-11`,
        updated: page % 2 === 0 ? null : '2026-01-02',
        language: page % 5 === 0 ? 'de' : 'en',
        headings: [{ depth: 2, text: `On ${word(6)}`, anchor: 'on' }],
        sections: [4],
        links: [],
        text,
        fields: { status: page % 2 === 0 ? 'stable' : 'beta' },
      };
    }),
  );
}

test('a rule of as many synonyms as are allowed is answered by a new reader', async () => {
  const names = Array.from({ length: 32 }, (_, i) => `${String.fromCharCode(97 + (i % 26))}term${i}`);
  const pages = Array.from({ length: 400 }, (_, page) => ({
    path: `p${page}`,
    text: `${names[page % 32]} ${'x'.repeat(page % 7)} w${page} v${page}`,
  }));
  const corpus = curatedCorpusOf(pages, `synonyms:\n  - [${names.join(', ')}]\n`);
  const plan = searchPlan(corpus, `q=${names[3]}`);
  const { signal } = new AbortController();
  const expected = await createEmbeddedEngine(corpus, openBudget(1 << 22)).searcher.search(plan, signal);
  const answer = await searcherOf(corpus, true).search(plan, signal);
  expect(Buffer.from(answer.body).toString()).toBe(Buffer.from(expected.body).toString());
  expect(answer.total).toBe(400);
});

test('of a small site the tables contain the dictionary, of others they do not', async () => {
  const partsOfKind = (corpus: LoadedCorpus, kind: string) =>
    [...partsOf(corpus).contents.keys()].filter((name) => name.startsWith(`${kind}-`)).length;
  const [small, other] = [await bakedDocumentation(), corpusOf(pagesOfVersions(), { fields: FIELDS }, undefined, true)];
  expect([partsOfKind(small, 'dictionary'), partsOfKind(small, 'ranks')]).toEqual([0, 0]);
  expect(partsOfKind(other, 'dictionary')).toBeGreaterThan(5);
});

const FIELDS = [{ name: 'status', type: 'string' }] as const;

test.each([
  ['the documentation', bakedDocumentation, 500],
  ['versions and languages', async () => corpusOf(pagesOfVersions(), { fields: FIELDS }, undefined, true), 350],
  [
    'a curated site',
    async () =>
      curatedCorpusOf(pagesOfVersions(), 'synonyms:\n  - [red, crimson]\nweights:\n  docs/v1/: 0.5\n', {}, true),
    150,
  ],
])('static files of %s give the bytes of the server', async (_, open, count) => {
  const corpus = await open();
  const { signal } = new AbortController();
  const server = createEmbeddedEngine(corpus, openBudget(1 << 22)).searcher;
  const readers = [searcherOf(corpus), searcherOf(corpus, true)];
  let found = 0;
  let at = 0;
  for (const query of searchesOf(corpus, count)) {
    const plan = searchPlan(corpus, query);
    const expected = await server.search(plan, signal);
    // Now and then a reader who has nothing yet: that is slow.
    const answer = await readers[at++ % 5 === 0 ? 1 : 0]!.search(plan, signal);
    expect(Buffer.from(answer.body).toString(), query).toBe(Buffer.from(expected.body).toString());
    expect([answer.total, answer.exactTotal]).toEqual([expected.total, expected.exactTotal]);
    if (expected.total > 0) found++;
  }
  expect(found).toBeGreaterThan(count / 2);
});
