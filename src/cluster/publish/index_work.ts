import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterClient, isClusterFailure } from '../client/cluster_client.ts';
import { ClusterError, demand } from '../client/cluster_error.ts';
import type { BuildMeta } from '../index/mapping.ts';
import { ADMIN_DEADLINE } from './builds.ts';

/** A merge or a copy of a large index may take this long, in milliseconds. */
const LONG_DEADLINE = 3_600_000;
const POLL = 500;

/** The parts that the steps before and after loading need. */
export interface IndexWork {
  readonly client: ClusterClient;
  readonly signal?: AbortSignal;
  /** Receives the name of each step that may take long, and problems that only make something slower. */
  onNotice(notice: string): void;
}

/** Makes what was written visible to searches. @throws ClusterError */
export async function refresh(client: ClusterClient, indexes: readonly string[]): Promise<void> {
  const path = `/${indexes.join(',')}/_refresh`;
  await demand(client, 'Cannot refresh the index', { method: 'POST', path, deadline: LONG_DEADLINE });
}

/** For speed only: a proxy may end a request that takes this long, and the cluster goes on merging. */
export async function merge({ client, onNotice, signal }: IndexWork, indexes: readonly string[]): Promise<void> {
  const answer = await client.request({
    method: 'POST',
    path: `/${indexes.join(',')}/_forcemerge`,
    query: { max_num_segments: 1 },
    deadline: LONG_DEADLINE,
    signal,
  });
  if (!isClusterFailure(answer)) return;
  if (answer.reason === 'aborted') throw new ClusterError('Cannot publish', answer);
  onNotice('The cluster did not say that it has merged the segments, so searches may be slower at first.');
}

/** The number of data nodes. @throws ClusterError */
export async function countNodes(client: ClusterClient): Promise<number> {
  const { body } = await demand(client, 'Cannot read the state of the cluster', {
    method: 'GET',
    path: '/_cluster/health',
    deadline: ADMIN_DEADLINE,
  });
  return (body as { readonly number_of_data_nodes: number }).number_of_data_nodes;
}

/** Sets the number of copies, and waits until all are there. */
export async function replicate(options: IndexWork, indexes: readonly string[], replicas: number): Promise<void> {
  const { client, signal, onNotice } = options;
  await demand(client, 'Cannot set the number of replicas', {
    method: 'PUT',
    path: `/${indexes.join(',')}/_settings`,
    body: { index: { number_of_replicas: replicas } },
    deadline: ADMIN_DEADLINE,
  });
  if (replicas > 0) onNotice('Copying to the replicas.');
  const deadline = performance.now() + LONG_DEADLINE;
  while (performance.now() < deadline) {
    const { body } = await demand(client, 'Cannot wait for the replicas', {
      method: 'GET',
      path: `/_cluster/health/${indexes.join(',')}`,
      deadline: ADMIN_DEADLINE,
      signal,
    });
    if ((body as { readonly status: string }).status === 'green') return;
    await sleep(POLL);
  }
  throw new ClusterError('Cannot publish', 'the replicas are not complete; are there as many nodes as copies?');
}

/** Replaces what an index says about its build. @throws ClusterError */
export async function putMeta(client: ClusterClient, index: string, meta: BuildMeta): Promise<void> {
  await demand(client, 'Cannot mark the build as complete', {
    method: 'PUT',
    path: `/${index}/_mapping`,
    body: { _meta: { catchword: meta } },
    deadline: ADMIN_DEADLINE,
  });
}

/** Forbids or allows writing to indexes. @throws ClusterError */
export async function setWriteBlock(
  client: ClusterClient,
  indexes: readonly string[],
  isBlocked: boolean,
): Promise<void> {
  await demand(client, 'Cannot change whether the build may be written to', {
    method: 'PUT',
    path: `/${indexes.join(',')}/_settings`,
    body: { index: { 'blocks.write': isBlocked } },
    deadline: ADMIN_DEADLINE,
  });
}

/** Bytes of all copies of an index on disk, and its primary shards. @throws ClusterError */
export async function sizesOf(
  client: ClusterClient,
  index: string,
): Promise<{ readonly bytesStored: number; readonly shards: number }> {
  const { body } = await demand(client, 'Cannot read the size of the build', {
    method: 'GET',
    path: `/${index}/_stats/store`,
    deadline: ADMIN_DEADLINE,
  });
  const { _all, _shards } = body as {
    readonly _all: {
      readonly primaries: { readonly store: { readonly size_in_bytes: number } };
      readonly total: { readonly store: { readonly size_in_bytes: number } };
    };
    readonly _shards: { readonly total: number };
  };
  const settings = await demand(client, 'Cannot read the size of the build', {
    method: 'GET',
    path: `/${index}/_settings`,
    query: { filter_path: '*.settings.index.number_of_shards' },
    deadline: ADMIN_DEADLINE,
  });
  const [of] = Object.values(settings.body as Record<string, { settings: { index: { number_of_shards: string } } }>);
  return {
    bytesStored: _all.total.store.size_in_bytes,
    shards: Number(of?.settings.index.number_of_shards ?? _shards.total),
  };
}
