import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { pageDocument } from '../../src/cluster/index/page_document.ts';
import { readPages } from '../../src/cluster/index/read_pages.ts';
import { type LoadedCorpus, loadWholeArtefact } from '../../src/corpus/load_artefact.ts';
import { createEmbeddedEngine } from '../../src/engine/embedded/embedded_engine.ts';
import type { SiteEngine } from '../../src/engine/site_engine.ts';
import { describeAnswerer } from '../contracts/answerer.ts';
import { describeCuratedSearcher } from '../contracts/curated_searcher.ts';
import { corpusOf, curatedCorpusOf, STAMPS } from '../fixtures/corpus_of.ts';
import { copiesOfFewWords, pagesOfFewWords } from '../fixtures/pages_of_few_words.ts';
import { PAGES_OF_NAMES, searchesOfNames } from '../fixtures/pages_of_names.ts';
import { randomPlans, randomSearches } from '../naive/random_queries.ts';
import { differencesOf, searchDifferencesOf } from './differences.ts';
import { type PublishedSite, publishSite, testCluster } from './published.ts';

const MINUTES = 60_000;
const sites: PublishedSite[] = [];
afterAll(async () => {
  for (const site of sites) await site.remove();
}, MINUTES);

async function published(
  corpus: LoadedCorpus,
  options: Parameters<typeof publishSite>[1] = {},
): Promise<PublishedSite> {
  const site = await publishSite(corpus, options);
  sites.push(site);
  return site;
}

const CORPUS = corpusOf(pagesOfFewWords(300));

describe.skipIf(testCluster === null)('a cluster, named by CATCHWORD_TEST_CLUSTER', () => {
  describeAnswerer('the engine over a cluster', (corpus) => {
    // Published by the first question: Vitest runs this callback to collect tests, also when it skips them.
    let opening: Promise<PublishedSite> | undefined;
    return {
      answer: async (plan, signal) => {
        opening ??= published(corpus as LoadedCorpus);
        return (await opening).engine.answerer.answer(plan, signal);
      },
      inSteps: () => null,
    };
  });

  describeCuratedSearcher('the engine over a cluster', (corpus) => {
    let opening: Promise<PublishedSite> | undefined;
    return {
      search: async (plan, signal) => {
        opening ??= published(corpus);
        return (await opening).engine.searcher.search(plan, signal);
      },
    };
  });

  test(
    'gives the same bytes for searches on a curated site',
    async () => {
      const rules = [
        'synonyms: [[quartz, fjord], zebra -> planes, naïve -> quartz plinth]',
        'pins: [{ words: plinth, page: index }, { words: zebra, page: a/quartz-0, place: 2 }]',
        'weights: { a/: 2, b/: 0.3 }',
        'exclude: [c/]',
      ].join('\n');
      const corpus = curatedCorpusOf(pagesOfFewWords(300), rules);
      const { engine } = await published(corpus, { shards: 3 });
      const embedded = createEmbeddedEngine(corpus, openBudget(1 << 24));
      expect(await searchDifferencesOf(embedded, engine, randomSearches(corpus, 150, 6))).toEqual([]);
    },
    5 * MINUTES,
  );

  test.each([1, 2, 5])(
    'gives the same bytes as the embedded engine, over %i shards',
    async (shards) => {
      const { engine } = await published(CORPUS, { shards });
      const embedded = createEmbeddedEngine(CORPUS, openBudget(1 << 24));
      expect(await differencesOf(embedded, engine, randomPlans(CORPUS, 120, shards))).toEqual([]);
    },
    5 * MINUTES,
  );

  test(
    'gives the same bytes with replicas, deleted documents and several segments',
    async () => {
      const site = await published(CORPUS, { shards: 3, replicas: testCluster!.length > 1 ? 1 : 0 });
      const { client, index } = site;
      const change = async (path: string, body: unknown, method: 'PUT' | 'POST' = 'POST') =>
        expect(await client.request({ method, path: `/${index}/${path}`, body, deadline: MINUTES })).toMatchObject({
          status: 200,
        });
      await change('_settings', { 'index.blocks.write': false }, 'PUT');
      // Each document is written again, which deletes the one before: statistics of Lucene count both until segments are merged.
      for (let round = 0; round < 2; round++) {
        let lines = '';
        for (const page of readPages(CORPUS)) {
          if (page.page % 2 === round)
            lines += `{"index":{"_id":"${page.page}"}}\n${JSON.stringify(pageDocument(page))}\n`;
        }
        const path = `/${index}/_bulk`;
        expect(await client.request({ method: 'POST', path, lines, deadline: MINUTES })).toMatchObject({
          status: 200,
          body: { errors: false },
        });
        await change('_refresh', undefined);
      }
      const embedded = createEmbeddedEngine(CORPUS, openBudget(1 << 24));
      expect(await differencesOf(embedded, site.engine, randomPlans(CORPUS, 120, 7))).toEqual([]);
    },
    5 * MINUTES,
  );

  test(
    'gives the same pages, lists, map and stamps',
    async () => {
      const { engine } = await published(CORPUS);
      const embedded = createEmbeddedEngine(CORPUS, openBudget(1 << 24));
      expect([engine.settings, engine.stamps]).toEqual([embedded.settings, embedded.stamps]);
      for (const page of [0, 1, 17, 299]) {
        const path = await embedded.pages.path(page);
        expect(await engine.pages.find(path)).toBe(page);
        for (const read of ['row', 'markdown', 'wholePage'] as const) {
          expect(Buffer.from(await engine.pages[read](page)).toString()).toBe(
            Buffer.from(await embedded.pages[read](page)).toString(),
          );
        }
      }
      expect(await engine.pages.find('nowhere')).toBe(-1);
      expect(await engine.pages.listFrom('b/', 3)).toEqual(await embedded.pages.listFrom('b/', 3));
      expect(await engine.map.bytes()).toEqual(await embedded.map.bytes());
      for (const name of ['collections', 'tags', 'sitePages'] as const) {
        const [one, other] = [embedded.lists[name], engine.lists[name]];
        expect(other.total).toBe(one.total);
        for (const count of [0, 1, one.total]) {
          expect(Buffer.from(await other.rows(count)).toString()).toBe(Buffer.from(await one.rows(count)).toString());
        }
      }
    },
    5 * MINUTES,
  );

  test(
    'finds the same page by a name: its path, its canonical address or an alias',
    async () => {
      const corpus = corpusOf([
        { path: 'about', aliases: ['docs/x', '/old/sixth', 'https://elsewhere.example/z'] },
        { path: 'docs/größe', canonical: 'https://elsewhere.example/größe', aliases: ['Die Gro\u0308ße'] },
        { path: 'docs/x', aliases: ['The X', 'shared'] },
        { path: 'index' },
        { path: 'zebra', canonical: 'https://elsewhere.example/z', aliases: ['shared', '/', 'zebra'] },
      ]);
      const { engine } = await published(corpus, { shards: 2 });
      const embedded = createEmbeddedEngine(corpus, openBudget(1 << 24));
      const names = ['docs/x', '/docs/x', '//docs/x', 'Docs/x', 'old/sixth', 'https://elsewhere.example/z', 'The X'];
      names.push('shared', '/', 'index', 'docs/gro\u0308ße', 'Die Größe', 'https://site.example/about', '__proto__');
      for (const name of [...names, ...names])
        expect([name, await engine.pages.pathNamed(name)]).toEqual([name, await embedded.pages.pathNamed(name)]);
    },
    5 * MINUTES,
  );

  test(
    'gives the same bytes for searches of names in code',
    async () => {
      const corpus = corpusOf(PAGES_OF_NAMES);
      const { engine } = await published(corpus);
      const embedded = createEmbeddedEngine(corpus, openBudget(1 << 24));
      expect(await searchDifferencesOf(embedded, engine, searchesOfNames(corpus))).toEqual([]);
    },
    5 * MINUTES,
  );

  test(
    'gives the same bytes for searches as people type',
    async () => {
      const { engine } = await published(CORPUS, { shards: 3 });
      const embedded = createEmbeddedEngine(CORPUS, openBudget(1 << 24));
      expect(await searchDifferencesOf(embedded, engine, randomSearches(CORPUS, 150, 4))).toEqual([]);
    },
    5 * MINUTES,
  );

  test(
    'gives the same bytes for searches of a site with versions and translations',
    async () => {
      const corpus = corpusOf(copiesOfFewWords(60), {}, STAMPS, true);
      const { engine } = await published(corpus, { shards: 2 });
      const embedded = createEmbeddedEngine(corpus, openBudget(1 << 24));
      expect(await searchDifferencesOf(embedded, engine, randomSearches(corpus, 150, 5))).toEqual([]);
      const factsOf = ({ languages, versions, copies }: SiteEngine) => [
        ...[languages, versions],
        Array.from({ length: corpus.pages.count }, (_, page) => copies(page, 3)),
      ];
      expect(factsOf(engine)).toEqual(factsOf(embedded));
    },
    5 * MINUTES,
  );

  // Larger sites: CATCHWORD_TEST_ARTEFACTS names artefact files, comma-separated.
  const artefacts = (process.env.CATCHWORD_TEST_ARTEFACTS ?? '').split(',').filter((file) => existsSync(file));
  test.each(artefacts)(
    'gives the same bytes for %s',
    async (file) => {
      const corpus = loadWholeArtefact(file);
      const { engine } = await published(corpus, { shards: 3 });
      const embedded = createEmbeddedEngine(corpus, openBudget(1 << 24));
      expect(await differencesOf(embedded, engine, randomPlans(corpus, 300, 11))).toEqual([]);
      expect(await searchDifferencesOf(embedded, engine, randomSearches(corpus, 100, 12))).toEqual([]);
    },
    30 * MINUTES,
  );
});
