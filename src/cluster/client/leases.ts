import { type ClusterClient, type ClusterFailure, isClusterFailure } from './cluster_client.ts';
import { demand } from './cluster_error.ts';

/**
 * Front ends and publishers say which builds they use, so that nobody removes them meanwhile: one document a holder in an
 * index of its own, renewed while the holder runs.
 */

/** How often a holder renews its lease, in milliseconds. */
export const LEASE_RENEWAL = 30_000;
/** How long a lease holds after its last renewal. Clocks of machines may differ, so it is much longer. */
const LEASE_LENGTH = 300_000;

const MOST_HOLDERS = 1_000;

interface LeaseDocument {
  readonly indexes: readonly string[];
  /** Milliseconds since 1970. */
  readonly until: number;
}

export function leasesIndexOf(alias: string): string {
  return `${alias}-leases`;
}

/** A holder of builds. */
export interface Lease {
  /**
   * Says that these indexes of pages are used, and no others. Call it before the first use, and every `LEASE_RENEWAL`.
   * @param now milliseconds since 1970
   * @returns null, or why it could not be said
   */
  hold(indexes: readonly string[], now: number): Promise<ClusterFailure | null>;
  /** Ends the lease. */
  release(): Promise<void>;
}

/** @param holder a name that no other holder has */
export function createLease(client: ClusterClient, alias: string, holder: string): Lease {
  const path = `/${leasesIndexOf(alias)}/_doc/${encodeURIComponent(holder)}`;
  return {
    async hold(indexes, now) {
      const body: LeaseDocument = { indexes, until: now + LEASE_LENGTH };
      const answer = await client.request({ method: 'PUT', path, body, repeats: true });
      return isClusterFailure(answer) ? answer : null;
    },
    async release() {
      // A lease that cannot be deleted expires.
      await client.request({ method: 'DELETE', path, repeats: true });
    },
  };
}

/** Creates the index of leases unless it exists. @throws ClusterError */
export async function createLeases(client: ClusterClient, alias: string): Promise<void> {
  const path = `/${leasesIndexOf(alias)}`;
  const body = {
    settings: { index: { number_of_shards: 1, auto_expand_replicas: '0-1' } },
    mappings: { dynamic: false, properties: { until: { type: 'long' } } },
  };
  const answer = await client.request({ method: 'PUT', path, body, deadline: 30_000 });
  if (isClusterFailure(answer) && answer.type !== 'resource_already_exists_exception')
    await demand(client, 'Cannot prepare the cluster', { method: 'HEAD', path });
}

/** The indexes that any holder uses. @param now milliseconds since 1970. @throws ClusterError */
export async function heldIndexes(client: ClusterClient, alias: string, now: number): Promise<ReadonlySet<string>> {
  const step = 'Cannot read which builds are in use';
  const index = leasesIndexOf(alias);
  await demand(client, step, { method: 'POST', path: `/${index}/_refresh` });
  const body = await demand(client, step, {
    method: 'POST',
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false },
    body: { size: MOST_HOLDERS, query: { range: { until: { gte: now } } }, _source: ['indexes'] },
  });
  const { hits } = body as { readonly hits: { readonly hits: readonly { readonly _source: LeaseDocument }[] } };
  return new Set(hits.hits.flatMap(({ _source }) => _source.indexes));
}
