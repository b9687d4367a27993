import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClusterClient,
  type ClusterRequest,
  isClusterFailure,
  isWhole,
  type SearchBody,
} from '../client/cluster_client.ts';
import type { PageDocument } from '../index/page_document.ts';
import { ClusterUnavailable } from './cluster_unavailable.ts';

export interface Hit {
  readonly _id: string;
  readonly _source?: Partial<Pick<PageDocument, 'shown' | 'markdown' | 'source' | 'out'>>;
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  /** Values that the hits are sorted by. */
  readonly sort: readonly number[];
}

export interface Found {
  readonly hits: readonly Hit[];
  readonly aggregations: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface GetBody {
  readonly docs: readonly { readonly found?: boolean; readonly _source?: Hit['_source'] }[];
}

/** Asks the indexes of one build. Rejects with a `ClusterUnavailable`, or with the signal's reason once it aborts. */
export interface BuildAsker {
  /** @param body of a search, without the members that all searches share */
  search(body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Found>;
  /** Members of the documents of pages, such as `shown.row`, in the same order. */
  sources(
    pages: readonly number[],
    members: readonly string[],
    signal: AbortSignal,
  ): Promise<NonNullable<Hit['_source']>[]>;
}

/** @returns the body of an answer. Rejects as a `BuildAsker` does */
export async function askCluster(client: ClusterClient, request: ClusterRequest): Promise<unknown> {
  request.signal?.throwIfAborted();
  const answer = await client.request(request);
  if (!isClusterFailure(answer)) return answer.body;
  if (answer.reason === 'aborted') request.signal?.throwIfAborted();
  throw new ClusterUnavailable(answer.reason, answer);
}

/** @param index its own name, never an alias, so that one answer is about one build; @param deadline of one attempt in milliseconds */
export function createBuildAsker(client: ClusterClient, index: string, deadline: number): BuildAsker {
  const ask = (request: ClusterRequest) => askCluster(client, { ...request, deadline });
  const sources: BuildAsker['sources'] = async (pages, members, signal) => {
    const { docs } = (await ask({
      method: 'POST',
      path: `/${index}/_mget`,
      // Nothing is written after publishing, so searches see the newest state.
      query: { realtime: false },
      body: { docs: pages.map((page) => ({ _id: `${page}`, _source: members })) },
      signal,
    })) as GetBody;
    if (docs.length !== pages.length || !docs.every(({ found }) => found === true))
      throw new ClusterUnavailable('incomplete');
    return docs.map(({ _source }) => _source!);
  };

  return {
    async search(body, signal) {
      const found = (await ask({
        method: 'POST',
        path: `/${index}/_search`,
        query: { allow_partial_search_results: false },
        body: { track_total_hits: false, _source: false, ...body },
        signal,
      })) as SearchBody<Hit> & Pick<Found, 'aggregations'>;
      if (!isWhole(found)) throw new ClusterUnavailable('incomplete');
      return { hits: found.hits.hits, aggregations: found.aggregations ?? {} };
    },
    sources,
  };
}

/** Milliseconds before the second attempt. Each further one waits twice as long. */
const FIRST_WAIT = 200;

/**
 * Repeats reads that a cluster short of memory refused (429): a document about the whole site takes many reads, and one
 * refusal would fail it.
 * @param time milliseconds from the first attempt to the start of the last one
 */
export function patientAsker({ search, sources }: BuildAsker, time: number, firstWait = FIRST_WAIT): BuildAsker {
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const end = performance.now() + time;
    for (let wait = firstWait; ; wait *= 2) {
      try {
        return await ask();
      } catch (error) {
        const passes = error instanceof ClusterUnavailable && error.reason === 'overloaded';
        if (!passes || performance.now() + wait > end) throw error;
      }
      await sleep(wait);
    }
  }

  return {
    search: (body, signal) => patiently(() => search(body, signal)),
    sources: (pages, members, signal) => patiently(() => sources(pages, members, signal)),
  };
}
