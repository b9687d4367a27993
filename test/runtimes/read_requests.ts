import type { SentRequest } from '../conformance/transports.ts';
import { STAMPS } from '../fixtures/corpus_of.ts';

const etag = `"${STAMPS.commit!.slice(0, 12)}.${STAMPS.content!.slice(0, 12)}"`;

const query = (body: string): SentRequest => ({
  method: 'POST',
  target: '/api/pages',
  headers: { 'Content-Type': 'application/json', 'X-HTTP-Method-Override': 'QUERY' },
  body,
});
/** Requests of every kind of read, with the status of each answer about `runtimesPages`. */
export const READ_REQUESTS: readonly (readonly [status: number, request: SentRequest])[] = [
  [200, { target: '/api/pages?q=caches&facets=collection,tags' }],
  [422, { target: '/api/pages?q=caches&limit=1000' }],
  [200, { target: '/api/pages/gr%C3%B6%C3%9Fe' }],
  [404, { target: '/api/pages/writing%2Fcaching' }],
  [200, { target: '/api/pages/writing/caching', headers: { Accept: 'text/markdown' } }],
  [200, { target: '/writing/caching.md' }],
  [304, { target: '/api/pages/writing/caching', headers: { 'If-None-Match': etag } }],
  [406, { target: '/api/pages/writing/caching', headers: { Accept: 'text/html' } }],
  [200, { method: 'HEAD', target: '/api/pages/writing/caching' }],
  [204, { method: 'OPTIONS', target: '/api/pages' }],
  [405, { method: 'DELETE', target: '/api/tags' }],
  [200, { target: '/api/tags?limit=1' }],
  [200, { target: '/api/collections' }],
  [200, { target: '/api/site-pages' }],
  [200, { target: '/api/query-schema.json' }],
  [200, { target: '/api/openapi.json' }],
  [200, { target: '/.well-known/api-catalog' }],
  [200, { target: '/api/problems/invalid-query' }],
  [200, { target: '/version.json' }],
  [404, { target: '/nowhere' }],
  [200, query('{"match":{"any":[{"text":"caches","in":"all"},{"text":"größe","in":"title"}]}}')],
  [
    200,
    query(
      '{"batch":[{"like":"caches keep answers"},{"traverse":{"from":"writing/caching","follow":"both","depth":2}}]}',
    ),
  ],
  [422, query('{"match":{"text":"","in":"all"}}')],
  [400, query('{"match":')],
  [413, query(`{"like":"${'a'.repeat(1_048_577)}"}`)],
];

export function labelOf({ method = 'GET', target, headers, body }: SentRequest): string {
  return [method, target, ...Object.values(headers ?? {}), String(body ?? '').slice(0, 60)].join(' ').trim();
}
