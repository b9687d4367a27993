import { openBudget } from '../../src/cache/cache_budget.ts';
import type { ClusterClient } from '../../src/cluster/client/cluster_client.ts';
import { createClusterEngine } from '../../src/cluster/cluster_engine.ts';
import { readBuild, resolveAlias, siteOf } from '../../src/cluster/open_build.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import type { Answerer } from '../../src/engine/answerer.ts';
import { createEmbeddedEngine } from '../../src/engine/embedded/embedded_engine.ts';
import type { Plan, Query } from '../../src/query/ask/plan.ts';
import { randomPlans } from '../../test/naive/random_queries.ts';
import { keptMemory } from './kept_memory.ts';

const CACHE_BYTES = 1 << 24;
/** A server is slow until it has compiled its code. */
const WARM_UP = 100;

/** @returns what a front end keeps in memory, then a Markdown table of the time to answer by class of query, in milliseconds */
export async function measureEngines(
  corpus: Corpus,
  client: ClusterClient,
  alias: string,
  count: number,
): Promise<string[]> {
  const index = await resolveAlias(client, alias);
  if (index === null) throw new Error('Cannot measure: the alias names no build.');
  const site = siteOf(await readBuild(client, index));
  const budget = openBudget(CACHE_BYTES);
  const clustered = createClusterEngine({ client, index, site, budget }).answerer;
  const embedded = createEmbeddedEngine(corpus, budget).answerer;
  for (const plan of randomPlans(corpus, WARM_UP, 1))
    for (const each of [embedded, clustered]) await timeOf(each, plan);
  const times = new Map<string, { readonly embedded: number[]; readonly clustered: number[] }>();
  for (const plan of randomPlans(corpus, count, 2).filter(({ batch }) => !batch)) {
    const name = classOf(plan.queries[0]!);
    const own = times.get(name) ?? { embedded: [], clustered: [] };
    times.set(name, own);
    own.embedded.push(await timeOf(embedded, plan));
    own.clustered.push(await timeOf(clustered, plan));
  }
  return [
    ...keptMemory(site),
    '| class | queries | embedded p50 | embedded p99 | cluster p50 | cluster p99 |',
    '|---|---|---|---|---|---|',
    ...[...times]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => {
        const cells = [own.embedded, own.clustered].flatMap((each) => [quantile(each, 0.5), quantile(each, 0.99)]);
        return `| ${name} | ${own.embedded.length} | ${cells.map((each) => each.toFixed(1)).join(' | ')} |`;
      }),
  ];
}

function classOf(query: Query): string {
  if (query.form !== 'match') return query.form;
  if (!('text' in query.match)) return 'tree';
  return query.match.text.includes('"') ? 'phrase' : 'clause';
}

/** In milliseconds. A question that is not answered in time takes as long as it was waited for. */
async function timeOf(answerer: Answerer, plan: Plan): Promise<number> {
  const started = performance.now();
  try {
    await answerer.answer(plan, new AbortController().signal);
  } catch {
    // Its time says enough.
  }
  return performance.now() - started;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
