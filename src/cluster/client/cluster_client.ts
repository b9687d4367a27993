import { Client } from '@opensearch-project/opensearch';

/** The address of a cluster, with the credentials. */
export interface ClusterAddress {
  /** Addresses of one or more nodes, without user information: `https://host:9200`. */
  readonly nodes: readonly string[];
  readonly user: string | null;
  readonly password: string | null;
  /** Certificate authorities in PEM that alone are trusted; null: those of the system. */
  readonly authorities: string | null;
}

export interface ClusterRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Path from the root, its segments encoded: `/catchword/_search`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is: JSON documents, each followed by a line feed. */
  readonly lines?: string;
  /** Milliseconds for one attempt. Default: `DEADLINE`. */
  readonly deadline?: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether a failed attempt is repeated by another route. Default: for reads by `GET`, `HEAD` and `_search`. */
  readonly repeats?: boolean;
}

/** The answer to a search. */
export interface SearchBody<Hit = unknown> {
  readonly _shards: { readonly total: number; readonly successful: number };
  readonly timed_out: boolean;
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
}

/** Whether every shard answered a search in time. */
export function isWhole({ _shards, timed_out }: SearchBody): boolean {
  return !timed_out && _shards.successful === _shards.total;
}

/** Milliseconds that a node has to answer a read. */
export const DEADLINE = 2_000;
/** Milliseconds for which a node that failed is tried last. */
const SUSPECT_MILLISECONDS = 30_000;
const CONNECTIONS_PER_NODE = 64;

/** Why a cluster did not answer. It never names an index, a node or a query. */
export interface ClusterFailure {
  readonly kind: 'cluster-failure';
  readonly reason:
    | 'aborted'
    | 'deadline'
    /** No connection, or one that broke. */
    | 'unreachable'
    /** The certificate of the node is not from a trusted authority. */
    | 'untrusted'
    /** 401 or 403. */
    | 'forbidden'
    /** 404. */
    | 'missing'
    /** 429: a queue or a circuit breaker of the cluster is full. */
    | 'overloaded'
    /** Another 4xx: the request is wrong, or conflicts with the state of the cluster. */
    | 'refused'
    /** 5xx, or an answer that is not JSON. */
    | 'failing';
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Type of the error by the cluster, such as `circuit_breaking_exception`, or `not_connected`; null when there is none. */
  readonly type: string | null;
}

export interface ClusterAnswer {
  readonly kind: 'cluster-answer';
  readonly status: number;
  /** The parsed JSON; for `HEAD` null. */
  readonly body: unknown;
}

/** A connection to a cluster. Failures are values. */
export interface ClusterClient {
  request(request: ClusterRequest): Promise<ClusterAnswer | ClusterFailure>;
  close(): Promise<void>;
}

export function isClusterFailure(answer: ClusterAnswer | ClusterFailure): answer is ClusterFailure {
  return answer.kind === 'cluster-failure';
}

/** Type of a failure to connect. */
const NOT_SENT = 'not_connected';
/** Type of the failure of a node that does not know an index. */
export const UNKNOWN_INDEX = 'index_not_found_exception';

/** One node and whether it is suspected to hang. */
interface Route {
  readonly client: Client;
  /** By `performance.now()`. */
  suspectUntil: number;
}

/** Opens no connection before the first request. */
export function createClusterClient({ nodes, user, password, authorities }: ClusterAddress): ClusterClient {
  const routes = nodes.map((node): Route => {
    const client = new Client({
      node,
      maxRetries: 0,
      resurrectStrategy: 'none',
      // Own properties named "__proto__" are harmless, and looking for them reads each answer twice.
      disablePrototypePoisoningProtection: true,
      agent: { keepAlive: true, maxSockets: CONNECTIONS_PER_NODE, maxFreeSockets: CONNECTIONS_PER_NODE },
      ...(user === null ? {} : { auth: { username: user, password: password ?? '' } }),
      ...(authorities === null ? {} : { ssl: { ca: authorities } }),
    });
    return { client, suspectUntil: 0 };
  });
  let turn = 0;

  /** The nodes in turn, those that failed lately last. */
  function inTurn(): readonly Route[] {
    const at = turn++ % routes.length;
    const now = performance.now();
    const rotated = [...routes.slice(at), ...routes.slice(0, at)];
    return [...rotated.filter((r) => r.suspectUntil <= now), ...rotated.filter((r) => r.suspectUntil > now)];
  }

  return {
    async request(request) {
      const [first, second = first] = inTurn();
      const answer = await attempt(first!, request);
      if (!isClusterFailure(answer) || !isRepeated(request, answer)) return answer;
      if (request.signal?.aborted) return failure('aborted');
      // The copies on the node that is asked are another route than those that the first node chose.
      const isSearch = request.path.includes('_search') || request.path.includes('_mget');
      const query = isSearch ? { ...request.query, preference: '_local' } : request.query;
      return attempt(second!, { ...request, ...(query === undefined ? {} : { query }) });
    },
    async close() {
      await Promise.all(routes.map(({ client }) => client.close()));
    },
  };
}

function isRepeated({ method, path, repeats }: ClusterRequest, { reason, type }: ClusterFailure): boolean {
  // The node has not seen the request, or has not heard of a new index since it was away.
  if (type === NOT_SENT || type === UNKNOWN_INDEX) return true;
  const isRead = method === 'GET' || method === 'HEAD' || /\/_(m?search|mget|count)$/.test(path);
  if (!(repeats ?? isRead)) return false;
  // Another node may have the memory, or room in its queue, that this one lacks.
  return reason === 'deadline' || reason === 'unreachable' || reason === 'failing' || reason === 'overloaded';
}

async function attempt(route: Route, request: ClusterRequest): Promise<ClusterAnswer | ClusterFailure> {
  const { method, path, query, body, lines, deadline = DEADLINE, signal } = request;
  if (signal?.aborted) return failure('aborted');
  let ended: 'aborted' | 'deadline' | null = null;
  const asked = route.client.transport.request(
    {
      method,
      path,
      ...(query === undefined ? {} : { querystring: { ...query } }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(lines === undefined ? {} : { bulkBody: lines }),
    },
    // The timer below bounds the whole answer; this one would only bound silence.
    { requestTimeout: deadline * 2 },
  );
  const end = (why: 'aborted' | 'deadline'): void => {
    ended ??= why;
    asked.abort();
  };
  const timer = setTimeout(end, deadline, 'deadline');
  const onAbort = (): void => end('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const { statusCode, body: answer } = await asked;
    route.suspectUntil = 0;
    if (typeof answer === 'string' && answer !== '') return failure('failing', statusCode);
    return { kind: 'cluster-answer', status: statusCode ?? 200, body: method === 'HEAD' ? null : answer };
  } catch (error) {
    const found = ended === null ? failureOf(error) : failure(ended);
    if (found.reason === 'deadline' || found.reason === 'unreachable')
      route.suspectUntil = performance.now() + SUSPECT_MILLISECONDS;
    return found;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Drops the message of a thrown error, which may quote the query. */
function failureOf(error: unknown): ClusterFailure {
  const {
    statusCode = null,
    body,
    message,
  } = error as {
    readonly statusCode?: number | null;
    readonly body?: { readonly error?: { readonly type?: unknown } };
    readonly message?: string;
  };
  if (statusCode === null) {
    if (/certificate|self.signed|altnames/i.test(message ?? '')) return failure('untrusted');
    return failure('unreachable', null, /ECONNREFUSED|EHOSTUNREACH|ENOTFOUND/.test(message ?? '') ? NOT_SENT : null);
  }
  const named = body?.error?.type;
  const type = typeof named === 'string' && /^[a-z_]{1,80}$/.test(named) ? named : null;
  return failure(reasonOf(statusCode), statusCode, type);
}

function reasonOf(status: number): ClusterFailure['reason'] {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 429) return 'overloaded';
  return status < 500 ? 'refused' : 'failing';
}

function failure(
  reason: ClusterFailure['reason'],
  status: number | null = null,
  type: string | null = null,
): ClusterFailure {
  return { kind: 'cluster-failure', reason, status, type };
}
