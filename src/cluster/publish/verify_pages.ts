import { isClusterFailure, isWhole, type SearchBody } from '../client/cluster_client.ts';
import { ClusterError } from '../client/cluster_error.ts';
import { pageDigest, type ReadPage, type SealedDocument } from '../index/page_document.ts';
import type { BulkLoad } from './bulk_load.ts';
import { tryAgain } from './try_again.ts';

/** Number of pages in the first requests, and the maximum in any. */
const FIRST_COUNT = 16;
const MOST_PAGES = 128;
/** Requests under way: the cluster works on one, while the other is on its way or compared. */
const AT_ONCE = 2;
/** Characters that a request should bring. Smaller requests cost more for each page, and larger ones take more of a small heap. */
const READ_LENGTH = 2 * 1024 * 1024;
const READ_DEADLINE = 60_000;
const STEP = 'Cannot verify the loaded documents';

export interface Verification extends Pick<BulkLoad, 'client' | 'index' | 'signal'> {
  /** Digest and number of pages of the build. */
  readonly build: { readonly digest: string; readonly pages: number };
}

/**
 * Reads all pages back and compares each with its digest. Needs memory for `AT_ONCE` + 1 batches, each of about `READ_LENGTH`, or of
 * `MOST_PAGES` pages where long pages follow short ones.
 * @returns the numbers of the pages that are missing or not as they were sent, ascending
 * @throws ClusterError
 */
export async function findDamagedPages(verification: Verification): Promise<number[]> {
  const { pages, digest } = verification.build;
  const damaged: number[] = [];
  const reading: Promise<PageBatch>[] = [];
  let [begun, count] = [0, FIRST_COUNT];
  function begin(): void {
    const end = Math.min(begun + count, pages);
    if (end === begun) return;
    const batch = readPages(verification, begun, end);
    // It is awaited later, unless one before it fails.
    batch.catch(() => undefined);
    reading.push(batch);
    begun = end;
  }
  for (let each = 0; each < AT_ONCE; each++) begin();
  for (let next = reading.shift(); next !== undefined; next = reading.shift()) {
    const { from, end, hits } = await next;
    const length = hits.reduce((sum, hit) => sum + lengthOf(hit), 1);
    const fitting = Math.floor(((end - from) * READ_LENGTH) / length);
    count = Math.max(1, Math.min(fitting, 2 * (end - from), MOST_PAGES));
    begin();
    const sound = new Set(hits.filter((hit) => isSound(hit, digest)).map(({ _id }) => _id));
    for (let page = from; page < end; page++) if (!sound.has(`${page}`)) damaged.push(page);
  }
  return damaged;
}

interface PageHit {
  readonly _id: string;
  readonly _source?: Omit<SealedDocument, 'p' | keyof Columns>;
  readonly fields?: Readonly<Partial<Record<keyof Columns, readonly unknown[]>>>;
}

type Columns = Pick<ReadPage, (typeof COLUMNS)[number]>;
/** Members that are not in `_source`. */
const COLUMNS = ['in', 'names', 'subjects', 'words'] as const;

interface PageBatch {
  readonly from: number;
  readonly end: number;
  readonly hits: readonly PageHit[];
}

/** Reads the pages `[from, end)`, in several requests when one is too much for the cluster. */
async function readPages(verification: Verification, from: number, end: number): Promise<PageBatch> {
  const { client, index, signal } = verification;
  for (let attempt = 1; ; attempt++) {
    const answer = await client.request({
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      body: {
        // By id: a document with any other id is not a page.
        query: { ids: { values: Array.from({ length: end - from }, (_, at) => `${from + at}`) } },
        ...{ size: end - from, sort: [{ page: 'asc' }], track_total_hits: false },
        docvalue_fields: COLUMNS,
      },
      deadline: READ_DEADLINE,
      signal,
    });
    if (!isClusterFailure(answer)) {
      const found = answer.body as SearchBody<PageHit>;
      if (!isWhole(found)) throw new ClusterError(STEP, 'not every shard answered');
      return { from, end, hits: found.hits.hits };
    }
    // The garbage of a heap passes; too large an answer does not.
    if (attempt === 1 || end - from === 1) await tryAgain(STEP, answer, attempt, signal);
    else {
      const middle = Math.floor((from + end) / 2);
      const { hits } = await readPages(verification, from, middle);
      return { from, end, hits: [...hits, ...(await readPages(verification, middle, end)).hits] };
    }
  }
}

/** Characters of the members that make a page long. */
function lengthOf({ _source, fields }: PageHit): number {
  const [words = ''] = (fields?.words ?? []) as readonly string[];
  return (
    words.length +
    (_source?.markdown?.length ?? 0) +
    (_source?.source?.length ?? 0) +
    2 * (_source?.shown?.text?.length ?? 0)
  );
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
