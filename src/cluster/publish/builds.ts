import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterClient, isClusterFailure } from '../client/cluster_client.ts';
import { ClusterError, demand, demandIfThere } from '../client/cluster_error.ts';
import { type BuildMeta, INDEX_VERSION, metaIn, partsIndexOf } from '../index/mapping.ts';

/** What publishing asks and changes of the indexes of builds. Every function throws a `ClusterError` when the cluster does not do it. */

/** A merge or a copy of a large index may take this long, in milliseconds. */
const LONG_DEADLINE = 3_600_000;
const POLL = 500;

/** A build in the cluster. */
export interface Build {
  /** Name of the index of its pages. */
  readonly index: string;
  /** Milliseconds since 1970, by the cluster. */
  readonly created: number;
  /** False for a build that an interrupted run left. */
  readonly complete: boolean;
}

/** The parts that the steps before and after loading need. */
export interface IndexWork {
  readonly client: ClusterClient;
  readonly signal?: AbortSignal;
  /** Receives the name of each step that may take long, and problems that only make something slower. */
  onNotice(notice: string): void;
}

/** The name of the index of a build. It is the same for the same build, so that publishing can go on where it stopped. */
export function indexOf(alias: string, digest: string): string {
  return `${alias}-${digest.slice(0, 16)}-v${INDEX_VERSION}`;
}

/** All builds below an alias, newest first. */
export async function listBuilds(client: ClusterClient, alias: string): Promise<readonly Build[]> {
  const read = async (what: string, filter: string): Promise<unknown> => {
    const request = { method: 'GET', path: `/${alias}-*/${what}`, query: { filter_path: filter } } as const;
    return (await demand(client, 'Cannot list the builds', request)) ?? {};
  };
  const settings = (await read('_settings', '*.settings.index.creation_date')) as Settings<'creation_date'>;
  const mappings = await read('_mapping', '*.mappings._meta');
  // The name of another alias may begin with this one.
  const isBuild = new RegExp(`^${alias.replaceAll('.', '\\.')}-[0-9a-f]{16}-v[0-9]+$`);
  return Object.entries(settings)
    .filter(([index]) => isBuild.test(index))
    .map(([index, own]) => ({
      index,
      created: Number(own.settings.index.creation_date),
      complete: metaIn(mappings, index)?.complete === true,
    }))
    .sort((a, b) => b.created - a.created || (a.index < b.index ? -1 : 1));
}

type Settings<Name extends string> = Readonly<
  Record<string, { readonly settings: { readonly index: Readonly<Record<Name, string>> } }>
>;

/** The indexes that an alias names: none or one, unless someone else changed it. */
export async function currentBuilds(client: ClusterClient, alias: string): Promise<readonly string[]> {
  return Object.keys((await demandIfThere(client, 'Cannot read the alias', `/_alias/${alias}`)) ?? {});
}

/** What an index says about its build, or null when there is no such index. */
export async function readMeta(client: ClusterClient, index: string): Promise<BuildMeta | null> {
  const step = 'Cannot read the state of the build in the cluster';
  const mappings = await demandIfThere(client, step, `/${index}/_mapping`);
  if (mappings === null) return null;
  const meta = metaIn(mappings, index);
  if (meta === undefined)
    throw new ClusterError('Cannot publish', "another program has already created an index with the build's name");
  return meta;
}

/** Replaces what an index says about its build. */
export async function putMeta(client: ClusterClient, index: string, meta: BuildMeta): Promise<void> {
  const body = { _meta: { catchword: meta } };
  await demand(client, 'Cannot mark the build as complete', { method: 'PUT', path: `/${index}/_mapping`, body });
}

/** Removes both indexes of a build; those that are missing already are no failure. */
export async function removeBuild(client: ClusterClient, index: string): Promise<void> {
  const path = `/${index},${partsIndexOf(index)}`;
  await demand(client, 'Cannot remove an old build', { method: 'DELETE', path, query: { ignore_unavailable: true } });
}

/** Makes what was written visible to searches. */
export async function refresh(client: ClusterClient, indexes: readonly string[]): Promise<void> {
  const path = `/${indexes.join(',')}/_refresh`;
  await demand(client, 'Cannot refresh the index', { method: 'POST', path, deadline: LONG_DEADLINE });
}

/** For speed only: a proxy may end a request that takes this long, and the cluster goes on merging. */
export async function merge({ client, onNotice, signal }: IndexWork, indexes: readonly string[]): Promise<void> {
  const path = `/${indexes.join(',')}/_forcemerge`;
  const query = { max_num_segments: 1 };
  const answer = await client.request({ method: 'POST', path, query, deadline: LONG_DEADLINE, signal });
  if (!isClusterFailure(answer)) return;
  if (answer.reason === 'aborted') throw new ClusterError('Cannot publish', answer);
  onNotice('The cluster did not confirm that it has merged the segments, so searches may be slower at first.');
}

/** The number of data nodes. */
export async function countNodes(client: ClusterClient): Promise<number> {
  const health = await demand(client, 'Cannot read the state of the cluster', {
    method: 'GET',
    path: '/_cluster/health',
  });
  return (health as { readonly number_of_data_nodes: number }).number_of_data_nodes;
}

/** Sets the number of copies, and waits until all are there. */
export async function replicate(
  { client, signal, onNotice }: IndexWork,
  indexes: readonly string[],
  replicas: number,
): Promise<void> {
  await putSettings(client, 'Cannot set the number of replicas', indexes, { number_of_replicas: replicas });
  if (replicas > 0) onNotice('Copying to the replicas.');
  const deadline = performance.now() + LONG_DEADLINE;
  while (performance.now() < deadline) {
    const path = `/_cluster/health/${indexes.join(',')}`;
    const health = await demand(client, 'Cannot wait for the replicas', { method: 'GET', path, signal });
    if ((health as { readonly status: string }).status === 'green') return;
    await sleep(POLL);
  }
  throw new ClusterError(
    'Cannot publish',
    'the replicas are incomplete; check that the cluster has a node for each copy',
  );
}

/** Forbids or allows writing to indexes. */
export function setWriteBlock(client: ClusterClient, indexes: readonly string[], isBlocked: boolean): Promise<void> {
  const step = 'Cannot lock or unlock the build for writing';
  return putSettings(client, step, indexes, { 'blocks.write': isBlocked });
}

async function putSettings(
  client: ClusterClient,
  step: string,
  indexes: readonly string[],
  index: Readonly<Record<string, unknown>>,
): Promise<void> {
  await demand(client, step, { method: 'PUT', path: `/${indexes.join(',')}/_settings`, body: { index } });
}

/** Bytes of all copies of an index on disk, and its primary shards. */
export async function sizesOf(
  client: ClusterClient,
  index: string,
): Promise<{ readonly bytesStored: number; readonly shards: number }> {
  const step = 'Cannot read the size of the build';
  const stats = await demand(client, step, { method: 'GET', path: `/${index}/_stats/store` });
  const query = { filter_path: '*.settings.index.number_of_shards' };
  const settings = await demand(client, step, { method: 'GET', path: `/${index}/_settings`, query });
  const { total } = (stats as { readonly _all: { readonly total: { store: { size_in_bytes: number } } } })._all;
  const [own] = Object.values(settings as Settings<'number_of_shards'>);
  return { bytesStored: total.store.size_in_bytes, shards: Number(own!.settings.index.number_of_shards) };
}
