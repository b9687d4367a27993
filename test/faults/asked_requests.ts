import { resources } from '../../src/discovery/resources.ts';

/** A request, as `fetch` takes it. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Status of the answer from a whole artefact, where it is not 200. */
  readonly status?: number;
}

const json = { 'content-type': 'application/json' };
const asQuery = { ...json, 'x-http-method-override': 'QUERY' };
const post = (path: string, headers: AskedRequest['headers'], body: unknown): AskedRequest => {
  return { method: 'POST', path, ...(headers && { headers }), body: JSON.stringify(body) };
};
const get = (path: string, headers?: AskedRequest['headers']): AskedRequest => {
  return { method: 'GET', path, ...(headers && { headers }) };
};
const rpc = (method: string, params: object) => post('/mcp', json, { jsonrpc: '2.0', id: 1, method, params });

/** Every kind of request that reads from an artefact. @param page path of a page; @param text of it; @param field one of the owner's own */
export function askedRequests(page: string, text: string, field: string): readonly AskedRequest[] {
  const words = text.split(' ');
  const unlike = ['/api/pages', '/api/feedback', '/feedback', '/explore/feedback.js', '/mcp', '/'];
  const fixed = resources
    .filter(({ path, variable }) => variable === null && !unlike.includes(path))
    .map(({ path }) => get(path));
  const phrase = words.slice(0, 3).join(' ');
  const typed = [
    words[0],
    words[1]!.slice(0, 2),
    `${words[0]} ${words[2]!.slice(0, -1)}x`,
    `${words[1]}zz`,
    `"${phrase}"`,
  ];
  const queries = [
    { match: { any: words.slice(0, 6).map((word) => ({ text: word, in: 'all' })) }, facets: ['collection', 'tags'] },
    {
      match: { all: [{ text: words[0], in: 'body' }, { not: { text: words[1], in: 'title' } }] },
      collection: 'writing',
    },
    { match: { text: `"${phrase}" ${words[4]}`, in: 'body' } },
    { match: { text: `"${words[0]} ${words[1]}"`, in: 'all' }, limit: 100 },
    { like: text.slice(0, 2_000), limit: 100, facets: ['tags'] },
    { like: words.slice(0, 5).join(' '), tag: 'red' },
    { traverse: { from: page, follow: 'both', depth: 5 }, limit: 100 },
    { slug: page.split('/').at(-1) },
    { path: page },
    { path: 'nowhere' },
    { tag: 'red', limit: 100, facets: ['collection', 'tags'] },
    { collection: 'writing', limit: 100 },
  ];
  return [
    get('/health/ready'),
    ...[page, `${page}-nowhere`].flatMap((path) =>
      [
        get(`/api/pages/${path}`),
        get(`/api/pages/${path}`, { accept: 'text/markdown' }),
        get(`/${path}.md`),
        get(`/explore/page/${path}`),
      ].map((each) => (path === page ? each : { ...each, status: 404 })),
    ),
    ...fixed,
    { method: 'HEAD', path: `/api/pages/${page}` },
    { method: 'OPTIONS', path: '/api/pages', status: 204 },
    get('/', { accept: 'text/html' }),
    get('/explore?q=a', { accept: 'text/html' }),
    get('/sitemap.xml?part=1'),
    ...['title', 'aliases', 'tags', 'description', 'body', 'all'].map((name) =>
      get(
        `/api/pages?q=${encodeURIComponent(words.slice(0, 2).join(' '))}&in=${name}&limit=100&facets=tags,collection`,
      ),
    ),
    ...typed.flatMap((q) => [
      get(`/api/search?q=${encodeURIComponent(q ?? '')}&limit=50&facets=tags,collection`),
      get(`/api/search?q=${encodeURIComponent(q ?? '')}&language=de&sections=3&final=1`),
    ]),
    ...['published', 'updated', 'title', 'relevance'].map((sort) => get(`/api/search?sort=${sort}&limit=50&offset=3`)),
    get(`/api/search?q=${words[0]}&sort=title&published=2026-01-01..2026-12-31&tag=red`),
    get(`/api/search?field.${field}=blue`),
    ...queries.map((query) => post('/api/pages', asQuery, query)),
    post('/api/pages', asQuery, {
      batch: queries.slice(0, 8).map((query) => ({ ...query, ...('limit' in query && { limit: 5 }) })),
    }),
    ...[
      ['search', { query: phrase }],
      ['read', { path: page }],
      ['related', { path: page, by: 'likeness' }],
      ['related', { path: page }],
      ['contents', {}],
    ].map(([name, sent]) => rpc('tools/call', { name, arguments: sent })),
    rpc('resources/list', {}),
    rpc('resources/read', { uri: `catchword:///pages/${page}` }),
  ];
}
