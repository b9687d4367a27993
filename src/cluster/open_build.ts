import { ArtefactError } from '../corpus/artefact/artefact_format.ts';
import { type ClusterClient, type ClusterRequest, isClusterFailure } from './client/cluster_client.ts';
import { askCluster } from './fetch/ask_build.ts';
import { ClusterUnavailable } from './fetch/cluster_unavailable.ts';
import { type BuildMeta, INDEX_VERSION, metaIn, partsIndexOf } from './index/mapping.ts';
import { type ClusterSite, openSite } from './index/site_parts.ts';

/** A build in a cluster, opened from the data that a front end keeps of it. */
export interface ClusterBuild {
  /** Name of its index of pages. */
  readonly index: string;
  readonly meta: BuildMeta;
  /** In order. They can be sent to threads. */
  readonly parts: readonly Uint8Array[];
}

/** Parts that one request fetches. */
const PARTS_AT_ONCE = 4;
/** Milliseconds for one request while a build is opened: no caller waits for it. */
const OPENING_DEADLINE = 20_000;

/**
 * @returns the name of the index that an alias names; null when there is no such alias
 * @throws ClusterUnavailable
 */
export async function resolveAlias(client: ClusterClient, alias: string): Promise<string | null> {
  const answer = await client.request({ method: 'GET', path: `/_alias/${alias}` });
  if (isClusterFailure(answer)) {
    if (answer.reason === 'missing') return null;
    throw new ClusterUnavailable(answer.reason, answer);
  }
  const names = Object.keys(answer.body as Record<string, unknown>);
  return names.length === 1 ? names[0]! : null;
}

/**
 * Reads a build.
 * @param index its own name
 * @throws ArtefactError when it is not complete, or another program wrote it; ClusterUnavailable
 */
export async function readBuild(client: ClusterClient, index: string): Promise<ClusterBuild> {
  const ask = (request: ClusterRequest) => askCluster(client, { ...request, deadline: OPENING_DEADLINE });
  const meta = metaIn(await ask({ method: 'GET', path: `/${index}/_mapping` }), index);
  if (meta === undefined) throw new ArtefactError('the index behind the alias is not a Catchword build');
  if (meta.version !== INDEX_VERSION) {
    const remedy = meta.version > INDEX_VERSION ? 'use a newer Catchword' : 'publish it again';
    throw new ArtefactError(
      `the build has index version ${meta.version} but this program reads version ${INDEX_VERSION}; ${remedy}`,
    );
  }
  if (!meta.complete) throw new ArtefactError('the build is not complete; publish it again');
  const parts: Uint8Array[] = [];
  for (let from = 0; from < meta.parts; from += PARTS_AT_ONCE) {
    const ids = Array.from({ length: Math.min(PARTS_AT_ONCE, meta.parts - from) }, (_, i) => `${from + i}`);
    const { docs } = (await ask({
      method: 'POST',
      path: `/${partsIndexOf(index)}/_mget`,
      query: { realtime: false },
      body: { ids },
    })) as { readonly docs: readonly { readonly _source?: { readonly bytes: string } }[] };
    for (const { _source } of docs) {
      if (_source === undefined) throw new ClusterUnavailable('incomplete');
      parts.push(new Uint8Array(Buffer.from(_source.bytes, 'base64')));
    }
  }
  return { index, meta, parts };
}

/** @throws ArtefactError when the parts are damaged, or another analyser produced them */
export function siteOf({ parts, meta }: ClusterBuild): ClusterSite {
  return openSite(parts, meta.partsDigest);
}
