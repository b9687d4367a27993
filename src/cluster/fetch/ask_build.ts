import { type ClusterClient, type ClusterRequest, isClusterFailure } from '../client/cluster_client.ts';
import type { PageDocument, ShownPage } from '../index/page_document.ts';
import { ClusterUnavailable } from './cluster_unavailable.ts';

export interface Hit {
  readonly _id: string;
  readonly _source?: Partial<Pick<PageDocument, 'shown' | 'markdown' | 'out'>>;
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  /** Values that the hits are sorted by. */
  readonly sort: readonly number[];
}

export interface Found {
  readonly total: number;
  readonly hits: readonly Hit[];
  readonly aggregations: Readonly<Record<string, { readonly buckets: readonly Bucket[] }>>;
}

interface Bucket {
  readonly key: number;
  readonly doc_count: number;
}

interface SearchBody {
  readonly _shards: { readonly total: number; readonly successful: number };
  readonly timed_out: boolean;
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations?: Found['aggregations'];
}

interface GetBody {
  readonly docs: readonly { readonly found?: boolean; readonly _source?: Hit['_source'] }[];
}

/** Asks the indexes of one build. Rejects with a `ClusterUnavailable`, or with the signal's reason once it aborts. */
export interface BuildAsker {
  /** @param body of a search, without the members that all searches share */
  search(body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Found>;
  /** The rows of pages, in the same order. */
  shown(pages: readonly number[], signal: AbortSignal): Promise<ShownPage[]>;
  /** Members of the documents of pages, such as `shown.row`, in the same order. */
  sources(
    pages: readonly number[],
    members: readonly string[],
    signal: AbortSignal,
  ): Promise<NonNullable<Hit['_source']>[]>;
}

/** @param index its own name, never an alias, so that one answer is about one build; @param deadline of one attempt in milliseconds */
export function createBuildAsker(client: ClusterClient, index: string, deadline: number): BuildAsker {
  async function ask(request: ClusterRequest): Promise<unknown> {
    request.signal?.throwIfAborted();
    const answer = await client.request({ ...request, deadline });
    if (!isClusterFailure(answer)) return answer.body;
    if (answer.reason === 'aborted') request.signal?.throwIfAborted();
    throw new ClusterUnavailable(answer.reason, answer);
  }

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
        body: { track_total_hits: true, _source: false, ...body },
        signal,
      })) as SearchBody;
      const { _shards: shards, timed_out: isLate, hits } = found;
      if (isLate || shards.successful !== shards.total) throw new ClusterUnavailable('incomplete');
      return { total: hits.total?.value ?? 0, hits: hits.hits, aggregations: found.aggregations ?? {} };
    },
    async shown(pages, signal) {
      if (pages.length === 0) return [];
      return (await sources(pages, ['shown'], signal)).map(({ shown }) => shown!);
    },
    sources,
  };
}
