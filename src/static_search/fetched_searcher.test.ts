import { expect, test } from 'vitest';
import { describeCuratedSearcher } from '../../test/contracts/curated_searcher.ts';
import { corpusOf, curatedCorpusOf } from '../../test/fixtures/corpus_of.ts';
import { searchPlan } from '../../test/fixtures/search_of.ts';
import { bakedDocumentation, FIELDS, pagesOfVersions, searchesOf } from '../../test/static_search/many_searches.ts';
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
