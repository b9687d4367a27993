import { expect, test } from 'vitest';
import { differencesOf, searchDifferencesOf } from '../../test/cluster/differences.ts';
import { askerOf } from '../../test/fixtures/asker_of.ts';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { pagesOfFewWords } from '../../test/fixtures/pages_of_few_words.ts';
import { createDraw, randomPlans, randomSearches } from '../../test/naive/random_queries.ts';
import { openBudget } from '../cache/cache_budget.ts';
import { createQueryAnalyser } from '../corpus/analysis/analyse_query.ts';
import { createEmbeddedEngine } from '../engine/embedded/embedded_engine.ts';
import type { MatchNode, Plan } from '../query/ask/plan.ts';
import { createClusterAnswerer } from './cluster_answerer.ts';
import { openClusterParts } from './cluster_parts.ts';
import { createClusterSearcher } from './cluster_searcher.ts';
import type { BuildAsker } from './fetch/ask_build.ts';
import { asksCandidates, MOST_CANDIDATES } from './fetch/fetch_candidates.ts';
import { publicationOf } from './index/publication.ts';
import { openSite } from './index/site_parts.ts';
import { createStageRunner } from './run_again.ts';

const CORPUS = corpusOf(pagesOfFewWords(90));
const embedded = createEmbeddedEngine(CORPUS, openBudget(1 << 22));

function openClustered(asker = askerOf(CORPUS)) {
  const { parts, meta } = publicationOf(CORPUS);
  const budget = openBudget(1 << 22);
  const opened = openClusterParts(openSite(parts, meta.partsDigest), asker, budget);
  const runner = createStageRunner(opened, budget);
  return { answerer: createClusterAnswerer(opened, runner), searcher: createClusterSearcher(opened, runner) };
}

// `test/cluster/equal_answers.test.ts` asks a real cluster the same.
test('gives the bytes of the embedded engine for queries, over a stand-in for a cluster', async () => {
  expect(await differencesOf(embedded, openClustered(), randomPlans(CORPUS, 120, 21))).toEqual([]);
});

test('gives the bytes of the embedded engine for searches as people type', async () => {
  expect(await searchDifferencesOf(embedded, openClustered(), randomSearches(CORPUS, 80, 22))).toEqual([]);
});

/** Clauses of so many words that the cluster is not asked them as they are. */
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

test('gives the bytes of the embedded engine for trees of many words, which are matched by the front end', async () => {
  const clauses = manyClauses(23);
  const denied: MatchNode = { not: clauses[7]! };
  const trees: MatchNode[] = [
    { any: clauses },
    { all: [{ any: clauses }, denied] },
    { any: [{ all: clauses }, denied] },
  ];
  const analyser = createQueryAnalyser(CORPUS.analyser.algorithms, CORPUS.settings.language);
  expect(trees.map((tree) => asksCandidates(analyser, tree))).toEqual([true, true, true]);
  expect(await differencesOf(embedded, openClustered(), plansOf(trees))).toEqual([]);
});

test.each([
  ['few pages may match', Number.POSITIVE_INFINITY, false],
  ['many pages may match, unless it asks for a few at a time', 400, false],
  ['too many pages may match even a few', 0, true],
])('gives the bytes of the embedded engine for negations of many words, when %s', async (_, mostClauses, asksAll) => {
  const clauses = manyClauses(24);
  let mostLeaves = 0;
  const asker = askerOf(CORPUS);
  const busy: BuildAsker = {
    ...asker,
    async search(body, signal) {
      const found = await asker.search(body, signal);
      const query = JSON.stringify(body.query);
      const isForCandidates = body.size === MOST_CANDIDATES;
      if (!isForCandidates) mostLeaves = Math.max(mostLeaves, query.match(/rank_feature/g)?.length ?? 0);
      const isTooMany = isForCandidates && (query.match(/"filter"/g)?.length ?? 0) > mostClauses;
      return isTooMany ? { ...found, total: MOST_CANDIDATES + 1 } : found;
    },
  };
  const trees: MatchNode[] = [
    { not: { any: clauses } },
    { all: [{ text: 'quartz', in: 'all' }, { not: { any: clauses } }] },
    { any: [{ text: 'zebra', in: 'title' }, { not: { all: [{ not: { any: clauses } }, clauses[3]!] } }] },
  ];
  // The stand-in takes long for so many words.
  const some = mostClauses === Number.POSITIVE_INFINITY ? trees : trees.slice(0, 1);
  expect(await differencesOf(embedded, openClustered(busy), plansOf(some))).toEqual([]);
  // Without the negated words the cluster is asked for two words, and a clause of up to 90 letters.
  expect(mostLeaves > 100).toBe(asksAll);
});
