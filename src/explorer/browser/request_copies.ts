/** A request of the builder: a GET of an address, or a QUERY with a body. */
export type BuiltRequest =
  | { readonly method: 'GET'; readonly target: string }
  | { readonly method: 'QUERY'; readonly target: string; readonly body: string };

export const COPIES = ['curl', 'fetch', 'client'] as const;
export type Copy = (typeof COPIES)[number];

/** The request as text to copy. */
export function copyOf(request: BuiltRequest, copy: Copy, origin: string): string {
  if (copy === 'curl') return asCurl(request, origin);
  return copy === 'fetch' ? asFetch(request, origin) : asClient(request, origin);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function asCurl(request: BuiltRequest, origin: string): string {
  const address = quoted(origin + request.target);
  if (request.method === 'GET') return `curl ${address}`;
  return [
    `curl ${address}`,
    `-H 'content-type: application/json'`,
    `-H 'x-http-method-override: QUERY'`,
    `-d ${quoted(request.body)}`,
  ].join(' \\\n  ');
}

function asFetch(request: BuiltRequest, origin: string): string {
  const address = JSON.stringify(origin + request.target);
  if (request.method === 'GET')
    return `const response = await fetch(${address});\nconst answer = await response.json();`;
  return `const response = await fetch(${address}, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' },
  body: JSON.stringify(${request.body}),
});
const answer = await response.json();`;
}

/** With types from the description of the API: openapi-typescript makes them, openapi-fetch uses them. */
function asClient(request: BuiltRequest, origin: string): string {
  const { pathname, searchParams } = new URL(request.target, origin);
  const setUp = `// npx openapi-typescript ${origin}/api/openapi.json -o api.d.ts
import createClient from 'openapi-fetch';
import type { paths } from './api';

const client = createClient<paths>({ baseUrl: ${JSON.stringify(origin)} });`;
  if (request.method === 'QUERY') {
    return `${setUp}
const { data } = await client.POST('/api/pages', {
  params: { header: { 'x-http-method-override': 'QUERY' } },
  body: ${request.body},
});`;
  }
  const page = /^\/api\/pages\/(.+)$/.exec(pathname)?.[1];
  if (page !== undefined) {
    return `${setUp}
const { data } = await client.GET('/api/pages/{path}', { params: { path: { path: ${JSON.stringify(decodeURIComponent(page))} } } });`;
  }
  const query = JSON.stringify(Object.fromEntries(searchParams));
  return `${setUp}
const { data } = await client.GET(${JSON.stringify(pathname)}, { params: { query: ${query} } });`;
}
