import { expect, test } from 'vitest';
import { differencesOf, searchDifferencesOf } from '../../test/cluster/differences.ts';
import { askerOf } from '../../test/fixtures/asker_of.ts';
import { corpusOf, STAMPS } from '../../test/fixtures/corpus_of.ts';
import { copiesOfFewWords, pagesOfFewWords } from '../../test/fixtures/pages_of_few_words.ts';
import { PAGES_OF_NAMES, searchesOfNames } from '../../test/fixtures/pages_of_names.ts';
import { createDraw, randomPlans, randomSearches } from '../../test/naive/random_queries.ts';
import { openBudget } from '../cache/cache_budget.ts';
import { createEmbeddedEngine } from '../engine/embedded/embedded_engine.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import type { MatchNode, Plan } from '../query/ask/plan.ts';
import { answerPlan, answerSearch } from './cluster_answerer.ts';
import { createClusterEngine } from './cluster_engine.ts';
import { openClusterParts } from './cluster_parts.ts';
import { publicationOf } from './index/publication.ts';
import { openSite } from './index/site_parts.ts';

const CORPUS = corpusOf(pagesOfFewWords(90));
const embedded = createEmbeddedEngine(CORPUS, openBudget(1 << 22));

function openClustered(corpus = CORPUS, asker = askerOf(corpus)): Pick<SiteEngine, 'answerer' | 'searcher'> {
  const { parts, meta } = publicationOf(corpus);
  const budget = openBudget(1 << 22);
  const opened = openClusterParts(openSite(parts, meta.partsDigest), asker, budget);
  return {
    answerer: { answer: (plan, signal) => answerPlan(opened, plan, signal), inSteps: () => null },
    searcher: { search: (plan, signal) => answerSearch(opened, plan, signal), inSteps: () => null },
  };
}

// `test/cluster/equal_answers.test.ts` asks a real cluster the same.
test('gives the bytes of the embedded engine for queries, over a stand-in for a cluster', async () => {
  expect(await differencesOf(embedded, openClustered(), randomPlans(CORPUS, 120, 21))).toEqual([]);
});

test('gives the bytes of the embedded engine for searches as people type', async () => {
  expect(await searchDifferencesOf(embedded, openClustered(), randomSearches(CORPUS, 80, 22))).toEqual([]);
});

test('gives the bytes of the embedded engine for searches of a site with versions and translations', async () => {
  const corpus = corpusOf(copiesOfFewWords(40), {}, STAMPS, true);
  expect([corpus.copies.versions, corpus.copies.count]).toEqual([['2.0', '1.0'], 40]);
  const alone = createEmbeddedEngine(corpus, openBudget(1 << 22));
  const searches = randomSearches(corpus, 80, 24);
  expect(await searchDifferencesOf(alone, openClustered(corpus), searches)).toEqual([]);
});

test('gives the bytes of the embedded engine for searches of names in code', async () => {
  const corpus = corpusOf(PAGES_OF_NAMES);
  const whole = createEmbeddedEngine(corpus, openBudget(1 << 22));
  expect(await searchDifferencesOf(whole, openClustered(corpus), searchesOfNames(corpus))).toEqual([]);
});

test('knows the pages beside each page as the embedded engine does', () => {
  const corpus = corpusOf([
    { path: 'a', next: 'b' },
    { path: 'b', next: 'c', nextLabel: 'Go on' },
    { path: 'c', previous: 'a' },
  ]);
  const { parts, meta } = publicationOf(corpus);
  const site = openSite(parts, meta.partsDigest);
  const engine = createClusterEngine({
    ...{
      client: { request: () => Promise.reject(new Error('no request')), close: async () => {} },
      index: 'site',
      site,
    },
    budget: openBudget(1 << 22),
  });
  const known = createEmbeddedEngine(corpus, openBudget(1 << 22));
  const ofPages = (each: SiteEngine) => [0, 1, 2].map((page) => each.neighbours(page));
  expect(ofPages(engine)).toEqual(ofPages(known));
  expect(engine.neighbours(1)).toEqual({ previous: { page: 0, label: null }, next: { page: 2, label: 'Go on' } });
});

/** More clauses than a request may have. */
function manyClauses(seed: number): MatchNode[] {
  const draw = createDraw(seed);
  return Array.from({ length: 1_200 }, (): MatchNode => {
    const [page, length] = [draw(CORPUS.pages.count), 50 + draw(40)];
    const { bodies } = CORPUS.text;
    const from = bodies.offset(page, draw(bodies.positions(page)));
    return { text: bodies.window(page, from, length), in: draw(3) === 0 ? 'body' : 'all' };
  });
}

/** A query for each tree; the second has a filter. */
function plansOf(trees: readonly MatchNode[]): Plan[] {
  const rest = { form: 'match', collection: null, limit: 20, facets: ['collection', 'tags'] } as const;
  return trees.map((match, i) => ({ batch: false, queries: [{ ...rest, match, tag: i === 1 ? 'zebra' : null }] }));
}

test('gives the bytes of the embedded engine for trees of many words', async () => {
  const clauses = manyClauses(23);
  const denied: MatchNode = { not: clauses[7]! };
  const trees: MatchNode[] = [
    { any: clauses },
    { all: [{ any: clauses }, denied] },
    { any: [{ all: clauses }, denied] },
    { not: { any: clauses } },
    { all: [{ text: 'quartz', in: 'all' }, { not: { any: clauses } }] },
    { any: [{ text: 'zebra', in: 'title' }, { not: { all: [{ not: { any: clauses } }, clauses[3]!] } }] },
  ];
  expect(await differencesOf(embedded, openClustered(), plansOf(trees))).toEqual([]);
});
