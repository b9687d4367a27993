import { createHash } from 'node:crypto';
import { countOf } from '../../text/count_of.ts';
import { type ClusterClient, isClusterFailure, isWhole, type SearchBody } from '../client/cluster_client.ts';
import { ClusterError, demand } from '../client/cluster_error.ts';
import { createLease, createLeases, heldIndexes } from '../client/leases.ts';
import {
  INDEX_VERSION,
  PARTS_MAPPING,
  PARTS_SETTINGS,
  pagesMapping,
  pagesSettings,
  partsIndexOf,
} from '../index/mapping.ts';
import { sealedDocument } from '../index/page_document.ts';
import type { Publication } from '../index/publication.ts';
import { partDocument } from '../index/site_parts.ts';
import {
  countNodes,
  currentBuilds,
  type IndexWork,
  indexOf,
  listBuilds,
  merge,
  putMeta,
  readMeta,
  refresh,
  removeBuild,
  replicate,
  setWriteBlock,
  sizesOf,
} from './builds.ts';
import { type BulkDocument, bulkLoad } from './bulk_load.ts';
import { keepLease } from './keep_lease.ts';
import { findDamagedPages } from './verify_pages.ts';

/** Maximum number of pages in a primary shard, unless `shards` is given. */
const PAGES_A_SHARD = 250_000;

export interface PublishOptions extends IndexWork {
  /** Name that front ends know the site by. */
  readonly alias: string;
  /** Primary shards. Default: one for each `PAGES_A_SHARD` pages. */
  readonly shards: number | null;
  /** Copies of each shard beside the primary one. Default: one, where there is a second node. */
  readonly replicas: number | null;
  /** How many builds stay in the cluster, this one included. */
  readonly keep: number;
  /** Whether to resend pages that are missing or damaged. Otherwise they are a failure. */
  readonly repair: boolean;
  /** Name of this run among the holders of builds. */
  readonly holder: string;
  /** Milliseconds since 1970. */
  now(): number;
  onProgress(pages: number, total: number): void;
}

export interface PublishReport {
  readonly index: string;
  readonly pages: number;
  /** Pages that an earlier run had loaded. */
  readonly resumedAt: number;
  readonly bytesSent: number;
  /** Number of pages that were resent because they were missing or damaged. */
  readonly repaired: number;
  readonly secondsVerifying: number;
  /** Bytes of all copies of the pages on disk. */
  readonly bytesStored: number;
  readonly shards: number;
  readonly replicas: number;
  readonly removed: readonly string[];
  /** Builds that would have been removed, but are in use. */
  readonly inUse: readonly string[];
}

/**
 * Publishes a build: loads it into an index of its own, verifies it, and makes the alias name it in one step. Front ends go on
 * answering from the build before until then. A run that was interrupted goes on where it stopped when it is started again.
 * @throws ClusterError
 */
export async function publish(build: Publication, options: PublishOptions): Promise<PublishReport> {
  const { client, alias, keep } = options;
  const index = indexOf(alias, build.meta.digest);
  await createLeases(client, alias);
  // No other publisher removes a build that is being loaded.
  const lease = await keepLease(createLease(client, alias, options.holder), index, options.now);
  const signal = options.signal === undefined ? lease.lost : AbortSignal.any([options.signal, lease.lost]);
  try {
    const loaded = await loadBuild(build, index, { ...options, signal });
    await lease.renew();
    await swapAlias(client, alias, index);
    const { removed, inUse } = await removeOldBuilds(client, alias, index, keep, options.now());
    return { index, pages: build.meta.pages, ...loaded, removed, inUse };
  } catch (error) {
    throw lease.lost.aborted ? lease.lost.reason : error;
  } finally {
    await lease.release();
  }
}

type Verified = Pick<PublishReport, 'bytesSent' | 'repaired' | 'secondsVerifying'>;
type Loaded = Verified & Pick<PublishReport, 'resumedAt' | 'bytesStored' | 'shards' | 'replicas'>;

/** Completes the indexes of the build, whatever an interrupted run has left. */
async function loadBuild(build: Publication, index: string, options: PublishOptions): Promise<Loaded> {
  const { client, onNotice } = options;
  const both = [index, partsIndexOf(index)];
  await createIndexes(build, index, options);
  const isComplete = (await readMeta(client, index))?.complete === true;
  let [resumedAt, bytesSent] = [build.meta.pages, 0];
  if (!isComplete) {
    resumedAt = await firstMissing(client, index, build.meta.pages);
    bytesSent = await loadParts(build, index, options);
    bytesSent += await loadPages(build, index, resumedAt, options);
    await refresh(client, both);
    onNotice('Merging segments.');
    await merge(options, both);
  }
  const verified = await verify(build, index, options);
  const replicas = options.replicas ?? Math.min(1, (await countNodes(client)) - 1);
  await replicate(options, both, replicas);
  if (!isComplete) await putMeta(client, index, { ...build.meta, complete: true });
  if (!isComplete || options.repair) await setWriteBlock(client, both, true);
  const sizes = await sizesOf(client, index);
  return { resumedAt, replicas, ...sizes, ...verified, bytesSent: bytesSent + verified.bytesSent };
}

async function createIndexes({ meta }: Publication, index: string, options: PublishOptions): Promise<void> {
  const { client } = options;
  const shards = options.shards ?? Math.max(1, Math.ceil(meta.pages / PAGES_A_SHARD));
  const existing = await readMeta(client, index);
  if (existing !== null) {
    if (existing.version !== INDEX_VERSION || existing.digest !== meta.digest || existing.pages !== meta.pages)
      throw new ClusterError('Cannot publish', 'another build already has the same name');
  } else {
    await demand(client, 'Cannot create the index', {
      method: 'PUT',
      path: `/${index}`,
      body: { settings: pagesSettings(shards), mappings: pagesMapping({ ...meta, complete: false }) },
    });
  }
  const parts = await client.request({
    method: 'PUT',
    path: `/${partsIndexOf(index)}`,
    body: { settings: PARTS_SETTINGS, mappings: PARTS_MAPPING },
    deadline: 60_000,
  });
  if (isClusterFailure(parts) && parts.type !== 'resource_already_exists_exception')
    throw new ClusterError('Cannot create the index', parts);
}

/** The number of the first page that is not in the index. Batches are confirmed in order, so nearly all before it are there. */
async function firstMissing(client: ClusterClient, index: string, pages: number): Promise<number> {
  await refresh(client, [index]);
  let [present, missing] = [0, pages + 1];
  while (missing - present > 1) {
    const middle = Math.floor((present + missing) / 2);
    const count = await countDocuments(client, index, { range: { page: { lt: middle } } });
    if (count === middle) present = middle;
    else missing = middle;
  }
  return present;
}

async function countDocuments(client: ClusterClient, index: string, query: object): Promise<number> {
  const step = 'Cannot count the loaded documents';
  const found = (await demand(client, step, {
    method: 'POST',
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false },
    body: { size: 0, track_total_hits: true, query },
  })) as SearchBody;
  if (!isWhole(found)) throw new ClusterError(step, 'not every shard answered');
  return found.hits.total!.value;
}

function loadParts({ parts }: Publication, index: string, { client, signal }: PublishOptions): Promise<number> {
  return bulkLoad({ client, index: partsIndexOf(index), signal, onConfirmed() {} }, documentsOfParts(parts));
}

function* documentsOfParts(parts: readonly Uint8Array[]): Generator<BulkDocument> {
  for (const [id, bytes] of parts.entries()) yield { id, json: JSON.stringify(partDocument(bytes, id)) };
}

function loadPages(build: Publication, index: string, from: number, options: PublishOptions): Promise<number> {
  const { client, signal, onProgress } = options;
  let done = from;
  onProgress(done, build.meta.pages);
  return bulkLoad(
    {
      ...{ client, index, signal },
      onConfirmed(documents) {
        done += documents;
        onProgress(done, build.meta.pages);
      },
    },
    documentsOf(build, from),
  );
}

function* documentsOf({ pages, meta }: Publication, from: number): Generator<BulkDocument> {
  for (const page of pages(from)) yield { id: page.page, json: JSON.stringify(sealedDocument(page, meta.digest)) };
}

/**
 * Reads everything back: the digest of each page, the digest of the parts, and that nothing else is there. Segments are merged before,
 * and replicas are copies that the cluster compares.
 * @throws ClusterError
 */
async function verify(build: Publication, index: string, options: PublishOptions): Promise<Verified> {
  const { client, repair, signal, onNotice } = options;
  const { meta } = build;
  const find = () => findDamagedPages({ client, index, signal, build: meta });
  const started = performance.now();
  onNotice('Verifying the pages.');
  let bytesSent = 0;
  let damaged = await find();
  const repaired = repair ? damaged.length : 0;
  if (repair) {
    bytesSent = await sendAgain(build, index, damaged, options);
    if (damaged.length > 0) damaged = await find();
  }
  if (damaged.length > 0) {
    const which = `${damaged.length} of ${countOf(meta.pages, 'page')} are missing or damaged in the cluster`;
    throw new ClusterError(
      'Cannot publish',
      `${which} (the first is number ${damaged[0]}); use --repair to resend them`,
    );
  }
  const documents = await countDocuments(client, index, { match_all: {} });
  if (documents !== meta.pages)
    throw new ClusterError(
      'Cannot publish',
      `the cluster has ${countOf(documents, 'document')} instead of ${countOf(meta.pages, 'page')}`,
    );
  await verifyParts(meta, index, client);
  return { bytesSent, repaired, secondsVerifying: Math.round((performance.now() - started) / 10) / 100 };
}

async function verifyParts(
  { parts, partsDigest }: Publication['meta'],
  index: string,
  client: ClusterClient,
): Promise<void> {
  const digest = createHash('sha256');
  for (let part = 0; part < parts; part++) {
    const path = `/${partsIndexOf(index)}/_doc/${part}`;
    const document = await demand(client, 'Cannot verify the loaded documents', { method: 'GET', path });
    digest.update((document as { readonly _source: { readonly bytes: string } })._source.bytes, 'base64');
  }
  if (digest.digest('hex') !== partsDigest)
    throw new ClusterError(
      'Cannot publish',
      'the parts of the build are missing or damaged in the cluster; use --repair to resend them',
    );
}

/** Sends the parts and some pages once more, over what is there. @returns the number of bytes sent */
async function sendAgain(
  build: Publication,
  index: string,
  pages: readonly number[],
  options: PublishOptions,
): Promise<number> {
  const { client, signal, onNotice } = options;
  const both = [index, partsIndexOf(index)];
  const wanted = new Set(pages);
  function* documents(): Generator<BulkDocument> {
    if (wanted.size === 0) return;
    for (const document of documentsOf(build, pages[0]!)) {
      if (wanted.delete(document.id)) yield document;
      if (wanted.size === 0) return;
    }
  }
  onNotice(`Sending the parts and ${countOf(pages.length, 'page')} again.`);
  await setWriteBlock(client, both, false);
  let bytes = await loadParts(build, index, options);
  bytes += await bulkLoad({ client, index, signal, onConfirmed() {} }, documents());
  await refresh(client, both);
  return bytes;
}

/** Makes the alias name the build and nothing else, in one step. */
async function swapAlias(client: ClusterClient, alias: string, index: string): Promise<void> {
  const current = await currentBuilds(client, alias);
  if (current.length === 1 && current[0] === index) return;
  const actions = [
    ...current.filter((other) => other !== index).map((other) => ({ remove: { index: other, alias } })),
    { add: { index, alias } },
  ];
  await demand(client, 'Cannot swap the alias', { method: 'POST', path: '/_aliases', body: { actions } });
}

/** Removes all builds but the newest complete ones, the one that the alias names, and those in use or being loaded. */
async function removeOldBuilds(
  client: ClusterClient,
  alias: string,
  current: string,
  keep: number,
  now: number,
): Promise<Pick<PublishReport, 'removed' | 'inUse'>> {
  const others = (await listBuilds(client, alias)).filter(({ index }) => index !== current);
  const held = await heldIndexes(client, alias, now);
  const kept = new Set(others.filter(({ complete }) => complete).slice(0, keep - 1));
  const old = others.filter((build) => !kept.has(build)).map(({ index }) => index);
  const removed = old.filter((index) => !held.has(index));
  for (const index of removed) await removeBuild(client, index);
  return { removed, inUse: old.filter((index) => held.has(index)) };
}
