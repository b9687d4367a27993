import type { CacheBudget } from '../cache/cache_budget.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import { createBuildAsker } from './ask_build.ts';
import type { ClusterClient } from './client/cluster_client.ts';
import { createClusterAnswerer, openParts } from './cluster_answerer.ts';
import { createClusterPageReader } from './cluster_page_reader.ts';
import { createClusterSearcher } from './cluster_searcher.ts';
import { createClusterSiteLists } from './cluster_site_lists.ts';
import type { Site } from './index/site_parts.ts';

export interface ClusterEngineOptions {
  readonly client: ClusterClient;
  /** The build's own index, never an alias. */
  readonly index: string;
  readonly site: Site;
  readonly budget: CacheBudget;
  /** Milliseconds for one attempt of one request. */
  readonly deadline?: number;
}

/** Answers from one build in a cluster. */
export function createClusterEngine({ client, index, site, budget, deadline }: ClusterEngineOptions): SiteEngine {
  const asker = createBuildAsker(client, index, deadline);
  const parts = openParts(site, asker, budget);
  return {
    settings: site.settings,
    stamps: site.stamps,
    answerer: createClusterAnswerer(parts),
    searcher: createClusterSearcher(parts, budget),
    pages: createClusterPageReader(asker),
    lists: createClusterSiteLists(site, asker),
    map: { bytes: () => site.map },
  };
}
