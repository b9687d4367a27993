import { randomUUID } from 'node:crypto';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { type ClusterClient, createClusterClient } from '../../src/cluster/client/cluster_client.ts';
import { leasesIndexOf } from '../../src/cluster/client/leases.ts';
import { createClusterEngine } from '../../src/cluster/cluster_engine.ts';
import { publicationOf } from '../../src/cluster/index/publication.ts';
import { readBuild, siteOf } from '../../src/cluster/open_build.ts';
import { publish } from '../../src/cluster/publish/publish.ts';
import type { LoadedCorpus } from '../../src/corpus/load_artefact.ts';
import type { SiteEngine } from '../../src/engine/site_engine.ts';

/** Addresses of the nodes of a cluster for tests, comma-separated; null: there is none. `npm run cluster` prints them. */
export const testCluster: readonly string[] | null = process.env.CATCHWORD_TEST_CLUSTER?.split(',') ?? null;

/** Milliseconds for a request: the nodes share this machine with the tests. */
const DEADLINE = 60_000;

/** A build that was published for a test. */
export interface PublishedSite {
  readonly engine: SiteEngine;
  readonly index: string;
  readonly client: ClusterClient;
  /** Removes it from the cluster. */
  remove(): Promise<void>;
}

/** Publishes a corpus under a name of its own. */
export async function publishSite(
  corpus: LoadedCorpus,
  { shards = 1, replicas = 0 }: { readonly shards?: number; readonly replicas?: number } = {},
): Promise<PublishedSite> {
  const client = createClusterClient({ nodes: testCluster!, user: null, password: null, authorities: null });
  const alias = `test-${randomUUID().slice(0, 8)}`;
  const { index } = await publish(publicationOf(corpus), {
    ...{ client, alias, shards, replicas, keep: 1, repair: false, holder: 'test', now: Date.now },
    ...{ signal: new AbortController().signal, onProgress() {}, onNotice() {} },
  });
  const site = siteOf(await readBuild(client, index));
  return {
    engine: createClusterEngine({ client, index, site, budget: openBudget(1 << 24), deadline: DEADLINE }),
    ...{ index, client },
    async remove() {
      const path = `/${index},${index}-parts,${leasesIndexOf(alias)}`;
      await client.request({ method: 'DELETE', path, query: { ignore_unavailable: true }, deadline: DEADLINE });
      await client.close();
    },
  };
}
