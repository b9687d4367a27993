import type { CacheBudget } from '../../../cache/cache_budget.ts';
import {
  type ClusterAddress,
  type ClusterClient,
  createClusterClient,
} from '../../../cluster/client/cluster_client.ts';
import { createClusterEngine } from '../../../cluster/cluster_engine.ts';
import { type ClusterBuild, siteOf } from '../../../cluster/open_build.ts';
import type { SiteSettings, Stamps } from '../../../corpus/corpus.ts';
import type { SiteEngine } from '../../../engine/site_engine.ts';

/** A build in a cluster as threads exchange it. */
export interface SearchedBuild {
  readonly search: ClusterAddress;
  readonly cluster: ClusterBuild;
  readonly digest: string;
  readonly stamps: Stamps;
  /** Of the site, with those that this server overrides. */
  readonly settings: SiteSettings;
}

let connected: { readonly client: ClusterClient; readonly search: string } | null = null;

/** The connection of this thread to the cluster, which all builds share: a server has one cluster. */
export function clusterOf(address: ClusterAddress): ClusterClient {
  const { nodes, user, password, authorities } = address;
  const search = JSON.stringify([nodes, user, password, authorities]);
  if (connected?.search !== search) connected = { client: createClusterClient(address), search };
  return connected.client;
}

/** Ends the connection of this thread, which `clusterOf` opens again. */
export async function closeCluster(): Promise<void> {
  const client = connected?.client;
  connected = null;
  await client?.close();
}

/** @throws ArtefactError when the build is damaged, or another analyser produced it */
export function openSearchedBuild(
  { search, cluster, stamps, settings }: SearchedBuild,
  budget: CacheBudget,
): SiteEngine {
  return createClusterEngine({
    client: clusterOf(search),
    index: cluster.index,
    site: { ...siteOf(cluster), stamps, settings },
    budget,
  });
}
