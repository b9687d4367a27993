import { openBudget } from '../../src/cache/cache_budget.ts';
import type { ClusterClient } from '../../src/cluster/client/cluster_client.ts';
import { createClusterEngine } from '../../src/cluster/cluster_engine.ts';
import { readBuild, resolveAlias, siteOf } from '../../src/cluster/open_build.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { createEmbeddedEngine } from '../../src/engine/embedded_engine.ts';
import type { Plan } from '../../src/query/ask/plan.ts';
import { randomPlans } from '../../test/naive/random_queries.ts';

const CACHE_BYTES = 1 << 24;
/** A cold server on a busy machine takes longer for its first answers than a front end waits. */
const PATIENCE = 60_000;

/** A request that the engines answered with different bytes. */
export interface Difference {
  readonly plan: Plan;
  readonly embedded: string;
  readonly cluster: string;
}

/** Asks the embedded engine and the cluster for the same random requests. @returns those with different answers */
export async function compareEngines(
  corpus: Corpus,
  client: ClusterClient,
  alias: string,
  count: number,
  seed: number,
): Promise<readonly Difference[]> {
  const index = await resolveAlias(client, alias);
  if (index === null) throw new Error('Cannot compare the engines: the alias names no build.');
  const budget = openBudget(CACHE_BYTES);
  const site = siteOf(await readBuild(client, index));
  const clustered = createClusterEngine({ client, index, site, budget, deadline: PATIENCE });
  const embedded = createEmbeddedEngine(corpus, budget);
  const { signal } = new AbortController();
  const differences: Difference[] = [];
  for (const plan of randomPlans(corpus, count, seed)) {
    const expected = Buffer.from(await embedded.answerer.answer(plan, signal)).toString();
    const answer = await answerOf(async () => Buffer.from(await clustered.answerer.answer(plan, signal)).toString());
    if (answer !== expected) differences.push({ plan, embedded: expected, cluster: answer });
  }
  return differences;
}

async function answerOf(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask();
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
