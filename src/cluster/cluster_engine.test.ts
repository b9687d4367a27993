import { expect, test } from 'vitest';
import { differencesOf, searchDifferencesOf } from '../../test/cluster/differences.ts';
import { askerOf } from '../../test/fixtures/asker_of.ts';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { pagesOfFewWords } from '../../test/fixtures/pages_of_few_words.ts';
import { createDraw, randomPlans, randomSearches } from '../../test/naive/random_queries.ts';
import { openBudget } from '../cache/cache_budget.ts';
import { createQueryAnalyser } from '../corpus/analysis/analyse_query.ts';
import { createEmbeddedEngine } from '../engine/embedded_engine.ts';
import type { MatchNode, Plan } from '../query/ask/plan.ts';
import { createClusterAnswerer, openParts } from './cluster_answerer.ts';
import { createClusterSearcher } from './cluster_searcher.ts';
import { asksCandidates } from './fetch_candidates.ts';
import { publicationOf } from './index/publication.ts';
import { openSite } from './index/site_parts.ts';

const CORPUS = corpusOf(pagesOfFewWords(90));
const embedded = createEmbeddedEngine(CORPUS, openBudget(1 << 22));

function openClustered() {
  const { parts, meta } = publicationOf(CORPUS);
  const budget = openBudget(1 << 22);
  const opened = openParts(openSite(parts, meta.partsDigest), askerOf(CORPUS), budget);
  return { answerer: createClusterAnswerer(opened), searcher: createClusterSearcher(opened, budget) };
}

// `test/cluster/equal_answers.test.ts` asks a real cluster the same.
test('gives the bytes of the embedded engine for queries, over a stand-in for a cluster', async () => {
  expect(await differencesOf(embedded, openClustered(), randomPlans(CORPUS, 120, 21))).toEqual([]);
});

test('gives the bytes of the embedded engine for searches as people type', async () => {
  expect(await searchDifferencesOf(embedded, openClustered(), randomSearches(CORPUS, 80, 22))).toEqual([]);
});

test('gives the bytes of the embedded engine for trees of many words, which are matched by the front end', async () => {
  const draw = createDraw(23);
  const clauses = Array.from({ length: 1_200 }, (): MatchNode => {
    const [page, length] = [draw(CORPUS.pages.count), 50 + draw(40)];
    const { bodies } = CORPUS.text;
    const from = bodies.offset(page, draw(bodies.positions(page)));
    return { text: bodies.window(page, from, length), in: draw(3) === 0 ? 'body' : 'all' };
  });
  const denied: MatchNode = { not: clauses[7]! };
  const trees: MatchNode[] = [
    { any: clauses },
    { all: [{ any: clauses }, denied] },
    { any: [{ all: clauses }, denied] },
  ];
  const analyser = createQueryAnalyser(CORPUS.analyser.algorithms, CORPUS.settings.language);
  expect(trees.map((tree) => asksCandidates(analyser, tree))).toEqual([true, true, true]);
  const rest = { form: 'match', collection: null, limit: 20, facets: ['collection', 'tags'] } as const;
  const plans = trees.map(
    (match, i): Plan => ({ batch: false, queries: [{ ...rest, match, tag: [null, 'zebra', null][i]! }] }),
  );
  expect(await differencesOf(embedded, openClustered(), plans)).toEqual([]);
});
