import type {
  Answer,
  FeedbackItem,
  Problem,
  Query,
  SearchAnswer,
  SearchRow,
  SinglePage,
  Submission,
} from './api_types.ts';

export interface ClientOptions {
  /** Address of the service; a path in it comes before those of the API. */
  readonly url: string;
  /** In place of the runtime's own. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Most answers to keep with their entity tags; default 100, 0 for none. */
  readonly cached?: number;
}

/** Options of each call. An aborted call rejects with the reason of its signal. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** What matches are counted by. */
export type Facet = 'collection' | 'tags' | `field.${string}`;

/**
 * Parameters of `/api/search`. A list of tags, or of values of a field such as `field.level`, gives the parameter several times,
 * and pages match all of them; `facets` are sent with commas between them, as the service reads them.
 */
export interface SearchOptions {
  readonly prefix?: 'last' | 'none';
  readonly typos?: 'auto' | 'none';
  readonly collection?: string;
  readonly tag?: string | readonly string[];
  readonly language?: string;
  readonly version?: string;
  readonly updated?: string;
  readonly published?: string;
  readonly sort?: 'relevance' | 'published' | 'updated' | 'title';
  readonly limit?: number;
  readonly offset?: number;
  readonly sections?: number;
  readonly facets?: Facet | `${Facet},${string}` | readonly Facet[];
  readonly values?: number;
  readonly suggest?: number;
  readonly explain?: 0 | 1;
  readonly [field: `field.${string}`]: string | readonly string[];
}

/** The service refused a request. */
export class RefusedError extends Error {
  /** The problem document; members other than `status` and `title` are of the service. */
  readonly problem: Problem;
  /** The type of problem, such as `invalid-query`; null for one without a type. */
  readonly slug: string | null;

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.name = 'RefusedError';
    this.problem = problem;
    this.slug = problem.type === 'about:blank' ? null : problem.type.slice(problem.type.lastIndexOf('/') + 1);
  }
}

export interface Client {
  /** A page by its path. @throws RefusedError with the slug `no-such-resource` for a path without a page */
  page(path: string, options?: CallOptions): Promise<SinglePage>;
  /** The Markdown that a page publishes. */
  markdown(path: string, options?: CallOptions): Promise<string>;
  /** Search as people type. @param q what is typed; null: all pages that the options admit */
  search(q: string | null, options?: SearchOptions & CallOptions): Promise<SearchAnswer>;
  /** Answers one query: `ask({ match: { all: [{ text: 'cache', in: 'all' }, { not: { text: 'cookie', in: 'title' } }] } })` */
  ask(query: Query, options?: CallOptions): Promise<Answer>;
  /** Up to 10 queries in one request, answered in their order. */
  batch<const Queries extends readonly Query[]>(
    queries: Queries,
    options?: CallOptions,
  ): Promise<{ -readonly [Index in keyof Queries]: Answer }>;
  /** All pages that the options admit, newest first, read 50 at a time: `for await (const page of pages({ tag: 'http' }))`. */
  pages(options?: Omit<SearchOptions, 'limit' | 'offset'> & CallOptions): AsyncGenerator<SearchRow, void>;
  /**
   * Sends feedback. It is sent again under the same key, up to twice, when the connection or the service fails.
   * @param options `key`: the Idempotency-Key, for a caller that sends again later; default a fresh one
   */
  feedback(submission: Submission, options?: CallOptions & { readonly key?: string }): Promise<FeedbackItem>;
}

interface CachedAnswer {
  readonly tag: string;
  readonly body: string;
}

const rowsAtOnce = 50;
const tries = 3;
/** Milliseconds before the second try; each further pause is longer. */
const firstPause = 500;

/** A client of one service, in one file that can be copied: it has no dependency and uses `fetch` alone. */
export function createClient({
  url,
  fetch: send = (address, init) => fetch(address, init),
  cached = 100,
}: ClientOptions): Client {
  const base = url.replace(/\/+$/, '');
  const cache = new Map<string, CachedAnswer>();

  async function call(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    try {
      return await send(base + path, { ...init, ...(signal && { signal }) });
    } catch (error) {
      // Some runtimes reject with an error of their own.
      if (signal?.aborted) throw signal.reason;
      throw error;
    }
  }

  /** Reads an address, with the entity tag of the cached answer. */
  async function read(path: string, accept: string, signal: AbortSignal | undefined): Promise<string> {
    const key = `${accept} ${path}`;
    const known = cache.get(key);
    const headers = { accept, ...(known && { 'if-none-match': known.tag }) };
    const response = await call(path, { headers }, signal);
    if (response.status === 304 && known) {
      store(key, known);
      return known.body;
    }
    const body = await textOf(response);
    const tag = response.headers.get('etag');
    if (tag) store(key, { tag, body });
    return body;
  }

  /** Caches the answers that were used last. */
  function store(key: string, answer: CachedAnswer): void {
    cache.delete(key);
    cache.set(key, answer);
    if (cache.size > cached) cache.delete(cache.keys().next().value!);
  }

  async function post<Result>(
    path: string,
    body: unknown,
    header: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const headers = { accept: 'application/json', 'content-type': 'application/json', ...header };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return JSON.parse(await textOf(await call(path, init, signal)));
  }

  const query = <Result>(body: unknown, signal: AbortSignal | undefined) =>
    post<Result>('/api/pages', body, { 'x-http-method-override': 'QUERY' }, signal);

  async function search(q: string | null, { signal, ...options }: SearchOptions & CallOptions = {}) {
    const parameters = new URLSearchParams(q === null ? [] : [['q', q]]);
    for (const [name, value] of Object.entries(options)) {
      const values = [value ?? []].flat();
      if (name !== 'facets') for (const each of values) parameters.append(name, String(each));
      else if (values.length > 0) parameters.append(name, values.join());
    }
    return JSON.parse(await read(`/api/search?${parameters}`, 'application/json', signal)) as SearchAnswer;
  }

  return {
    search,
    async page(path, { signal } = {}) {
      return JSON.parse(await read(`/api/pages/${encodePath(path)}`, 'application/json', signal)).page;
    },
    markdown: (path, { signal } = {}) => read(`/api/pages/${encodePath(path)}`, 'text/markdown', signal),
    ask: (body, { signal } = {}) => query(body, signal),
    async batch(batch, { signal } = {}) {
      return (await query<{ answers: never }>({ batch }, signal)).answers;
    },
    async *pages(options = {}) {
      for (let offset = 0; ; offset += rowsAtOnce) {
        const { items, total } = await search(null, { ...options, limit: rowsAtOnce, offset });
        yield* items;
        if (items.length === 0 || offset + rowsAtOnce >= total) return;
      }
    },
    async feedback(submission, { signal, key = crypto.randomUUID() } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await post<FeedbackItem>('/api/feedback', submission, { 'idempotency-key': key }, signal);
        } catch (error) {
          const isFinal = error instanceof RefusedError && error.problem.status < 500;
          if (isFinal || attempt === tries || signal?.aborted) throw error;
          await pause(firstPause * attempt, signal);
        }
      }
    },
  };
}

/** Rejects at once with the reason of the signal when that aborts. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

/** Each segment is encoded by itself, and the slashes between them stay: `a%2Fb` is another address than `a/b`. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  if (response.ok) return text;
  throw new RefusedError(problemIn(text) ?? proxyProblem(response));
}

/** The problem document in a refusal; null for the answer of a proxy in between. */
function problemIn(text: string): Problem | null {
  try {
    const { type, title, status, detail, ...more } = JSON.parse(text);
    return typeof type === 'string' && typeof status === 'number' ? { type, title, status, detail, ...more } : null;
  } catch {
    return null;
  }
}

function proxyProblem({ status, statusText }: Response): Problem {
  return {
    type: 'about:blank',
    title: statusText,
    status,
    detail: `The response has status ${status} and is not a problem document.`,
  };
}
