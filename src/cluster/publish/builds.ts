import { type ClusterClient, isClusterFailure } from '../client/cluster_client.ts';
import { ClusterError, demand } from '../client/cluster_error.ts';
import { type BuildMeta, INDEX_VERSION, partsIndexOf } from '../index/mapping.ts';

/** Milliseconds that the cluster has for a change of its state. */
export const ADMIN_DEADLINE = 60_000;

/** A build in the cluster. */
export interface Build {
  /** Name of the index of its pages. */
  readonly index: string;
  /** Milliseconds since 1970, by the cluster. */
  readonly created: number;
  /** False for a build that an interrupted run left. */
  readonly complete: boolean;
}

/** The name of the index of a build. It is the same for the same build, so that publishing can go on where it stopped. */
export function indexOf(alias: string, digest: string): string {
  return `${alias}-${digest.slice(0, 16)}-v${INDEX_VERSION}`;
}

/** All builds below an alias, newest first. @throws ClusterError */
export async function listBuilds(client: ClusterClient, alias: string): Promise<readonly Build[]> {
  const read = async (what: string, filter: string): Promise<unknown> => {
    const request = { method: 'GET', path: `/${alias}-*/${what}`, query: { filter_path: filter } } as const;
    return (await demand(client, 'Cannot list the builds', { ...request, deadline: ADMIN_DEADLINE })).body ?? {};
  };
  const settings = (await read('_settings', '*.settings.index.creation_date')) as Settings;
  const mappings = (await read('_mapping', '*.mappings._meta')) as Mappings;
  // The name of another alias may begin with this one.
  const isBuild = new RegExp(`^${alias.replaceAll('.', '\\.')}-[0-9a-f]{16}-v[0-9]+$`);
  return Object.entries(settings)
    .filter(([index]) => isBuild.test(index))
    .map(([index, own]) => ({
      index,
      created: Number(own.settings.index.creation_date),
      complete: mappings[index]?.mappings._meta?.catchword?.complete === true,
    }))
    .sort((a, b) => b.created - a.created || (a.index < b.index ? -1 : 1));
}

type Settings = Readonly<Record<string, { readonly settings: { readonly index: { readonly creation_date: string } } }>>;
type Mappings = Readonly<
  Record<string, { readonly mappings: { readonly _meta?: { readonly catchword?: BuildMeta } } } | undefined>
>;

/** The indexes that an alias names: none or one, unless someone else changed it. @throws ClusterError */
export async function currentBuilds(client: ClusterClient, alias: string): Promise<readonly string[]> {
  const answer = await client.request({ method: 'GET', path: `/_alias/${alias}`, deadline: ADMIN_DEADLINE });
  if (!isClusterFailure(answer)) return Object.keys(answer.body as object);
  if (answer.reason === 'missing') return [];
  throw new ClusterError('Cannot read the alias', answer);
}

/** What an index says about its build, or null when there is no such index. @throws ClusterError */
export async function readMeta(client: ClusterClient, index: string): Promise<BuildMeta | null> {
  const answer = await client.request({ method: 'GET', path: `/${index}/_mapping`, deadline: ADMIN_DEADLINE });
  if (isClusterFailure(answer)) {
    if (answer.reason === 'missing') return null;
    throw new ClusterError('Cannot read what the cluster has of the build', answer);
  }
  const meta = (answer.body as Mappings)[index]?.mappings._meta?.catchword;
  if (meta === undefined)
    throw new ClusterError('Cannot publish', 'an index has the name of the build, but another program made it');
  return meta;
}

/** Removes both indexes of a build; those that are missing already are no failure. @throws ClusterError */
export async function removeBuild(client: ClusterClient, index: string): Promise<void> {
  await demand(client, 'Cannot remove an old build', {
    method: 'DELETE',
    path: `/${index},${partsIndexOf(index)}`,
    query: { ignore_unavailable: true },
    deadline: ADMIN_DEADLINE,
  });
}
