import { isClusterFailure } from '../client/cluster_client.ts';
import { ClusterError } from '../client/cluster_error.ts';
import { pageDigest, type ReadPage, type SealedDocument } from '../index/page_digest.ts';
import { BATCH_BYTES, type BulkLoad } from './bulk_load.ts';
import { tryAgain } from './try_again.ts';

/** Pages of the first request, and the most of any. */
const FIRST_COUNT = 16;
const MOST_PAGES = 256;
const READ_DEADLINE = 60_000;
const STEP = 'Cannot verify what was loaded';

export interface Verification extends Pick<BulkLoad, 'client' | 'index' | 'signal'> {
  /** Digest and number of pages of the build. */
  readonly build: { readonly digest: string; readonly pages: number };
}

/**
 * Reads all pages back and compares each with its digest: next batch while this one is compared. Needs memory for two batches, each of
 * about `BATCH_BYTES`, or of `MOST_PAGES` pages where long pages follow short ones.
 * @returns the numbers of the pages that are missing or not as they were sent, ascending
 * @throws ClusterError
 */
export async function findDamagedPages(verification: Verification): Promise<number[]> {
  const { pages, digest } = verification.build;
  const damaged: number[] = [];
  let reading = readPages(verification, 0, FIRST_COUNT);
  for (let from = 0; from < pages; ) {
    const { hits, end } = await reading;
    const count = end - from;
    const size = Math.max(1, hits.reduce((sum, hit) => sum + sizeOf(hit), 0));
    const next = Math.min(2 * count, Math.max(1, Math.floor((count * BATCH_BYTES) / size)), MOST_PAGES);
    reading = readPages(verification, end, next);
    // Awaited in the next round, which a failure of this one prevents.
    reading.catch(() => undefined);
    const sound = new Set(hits.filter((hit) => isSound(hit, digest)).map(({ _id }) => _id));
    for (let page = from; page < end; page++) if (!sound.has(`${page}`)) damaged.push(page);
    from = end;
  }
  return damaged;
}

interface PageHit {
  readonly _id: string;
  readonly _source?: Omit<SealedDocument, 'f' | 'p' | keyof Columns>;
  readonly fields?: Readonly<Partial<Record<keyof Columns, readonly unknown[]>>>;
}

type Columns = Pick<ReadPage, (typeof COLUMNS)[number]>;
/** What is not in `_source`. */
const COLUMNS = ['in', 'names', 'subjects', 'words'] as const;

/** Reads the pages `[from, end)`: at most `count`, and fewer when so many are too much for the cluster. */
async function readPages(
  { client, index, signal, build }: Verification,
  from: number,
  count: number,
): Promise<{ readonly hits: readonly PageHit[]; readonly end: number }> {
  for (let attempt = 1; ; attempt++) {
    const end = Math.min(from + count, build.pages);
    if (end === from) return { hits: [], end };
    const answer = await client.request({
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      body: {
        // By id: a document with another one is no page.
        query: { ids: { values: Array.from({ length: end - from }, (_, at) => `${from + at}`) } },
        ...{ size: end - from, sort: [{ page: 'asc' }], track_total_hits: false },
        docvalue_fields: COLUMNS,
      },
      deadline: READ_DEADLINE,
      signal,
    });
    if (!isClusterFailure(answer)) return { hits: hitsOf(answer.body as SearchBody), end };
    await tryAgain(STEP, answer, attempt, signal);
    count = Math.ceil(count / 2);
  }
}

interface SearchBody {
  readonly hits: { readonly hits: readonly PageHit[] };
  readonly _shards: { readonly total: number; readonly successful: number };
  readonly timed_out: boolean;
}

function hitsOf({ hits, _shards, timed_out }: SearchBody): readonly PageHit[] {
  if (timed_out || _shards.successful !== _shards.total) throw new ClusterError(STEP, 'not every shard answered');
  return hits.hits;
}

/** Characters of what makes a page long. */
function sizeOf({ _source, fields }: PageHit): number {
  const [words = ''] = (fields?.words ?? []) as readonly string[];
  return words.length + (_source?.markdown?.length ?? 0) + 2 * (_source?.shown?.text?.length ?? 0);
}

function isSound({ _id, _source, fields }: PageHit, build: string): boolean {
  const [words] = fields?.words ?? [];
  if (_source?.shown === undefined || typeof words !== 'string' || `${_source.page}` !== _id) return false;
  const columns = {
    in: (fields?.in ?? []) as number[],
    names: (fields?.names ?? []) as string[],
    subjects: (fields?.subjects ?? []) as string[],
  };
  return pageDigest({ ..._source, ...columns, words }, build) === _source.digest;
}
