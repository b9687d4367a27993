import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/client.ts';
import { type BuiltRequest, COPIES, copyOf, rowsOf } from './requests.ts';

const origin = 'https://a.example';
const get: BuiltRequest = { method: 'GET', target: "/api/pages?q=it's" };
const query: BuiltRequest = { method: 'QUERY', target: '/api/pages', body: `{"like":"it's $HOME"}` };

/** The arguments that a shell gives to curl. */
function argumentsOf(command: string): string[] {
  const script = command.replace(/^curl/, `printf '%s\\n'`);
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

test('spells requests for curl so that a shell reads them unchanged', () => {
  expect(argumentsOf(copyOf(get, 'curl', origin))).toEqual([`${origin}/api/pages?q=it's`]);
  expect(argumentsOf(copyOf(query, 'curl', origin))).toEqual([
    ...[`${origin}/api/pages`, '-H', 'content-type: application/json', '-H', 'x-http-method-override: QUERY'],
    ...['-d', `{"like":"it's $HOME"}`],
  ]);
});

test('spells requests for fetch so that they run', async () => {
  const calls: unknown[] = [];
  const fetch = async (...call: unknown[]) => {
    calls.push(call);
    return { json: async () => 'answer' };
  };
  for (const request of [get, query]) {
    const run = new Function(
      'fetch',
      `return (async () => { ${copyOf(request, 'fetch', origin)}; return answer; })()`,
    ) as (own: typeof fetch) => Promise<string>;
    expect(await run(fetch)).toBe('answer');
  }
  expect(calls).toEqual([
    [`${origin}/api/pages?q=it's`],
    [
      `${origin}/api/pages`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' },
        body: `{"like":"it's $HOME"}`,
      },
    ],
  ]);
});

/** What a copied call of the client sends: it runs against the client of this repository. */
async function sentBy(request: BuiltRequest): Promise<unknown> {
  const text = copyOf(request, 'client', origin);
  const [first, ...rest] = text.split('\n');
  expect(first).toBe(`import { createClient } from 'catchword/client';`);
  const sent: unknown[] = [];
  const fetch = async (address: string, { method, body }: RequestInit) => {
    sent.push([method ?? 'GET', address.slice(origin.length), body === undefined ? null : JSON.parse(String(body))]);
    return Response.json({ page: {}, items: [], answers: [] });
  };
  const run = new Function('createClient', `return (async () => { ${rest.join('\n')} })()`) as (
    create: (options: { url: string }) => Client,
  ) => Promise<void>;
  await run((options) => createClient({ ...options, fetch }));
  return sent[0];
}

test.each<[BuiltRequest, unknown]>([
  [{ method: 'GET', target: '/api/pages/a/%C3%B6' }, ['GET', '/api/pages/a/%C3%B6', null]],
  [{ method: 'GET', target: '/api/search?q=it%27s&limit=5' }, ['GET', '/api/search?q=it%27s&limit=5', null]],
  [{ method: 'GET', target: '/api/search?tag=a&tag=b' }, ['GET', '/api/search?tag=a&tag=b', null]],
  [query, ['POST', '/api/pages', { like: "it's $HOME" }]],
  [
    { method: 'QUERY', target: '/api/pages', body: '{"batch":[{"path":"a"},{"slug":"b"}]}' },
    ['POST', '/api/pages', { batch: [{ path: 'a' }, { slug: 'b' }] }],
  ],
])('spells %j for the typed client so that it sends the same', async (request, sent) => {
  expect(await sentBy(request)).toEqual(sent);
});

test('spells parameters of GET /api/pages as a query of the typed client, and what it has no method for as fetch', async () => {
  expect(await sentBy(get)).toEqual(['POST', '/api/pages', { match: { text: "it's", in: 'all' } }]);
  for (const target of ['/api/tags', '/api/pages/%E0%A4', '//', '/']) {
    const other: BuiltRequest = { method: 'GET', target };
    expect(copyOf(other, 'client', origin)).toBe(copyOf(other, 'fetch', origin));
  }
  expect(COPIES).toEqual(['curl', 'fetch', 'client']);
});

test('The rows of a response are those of its pages, also of a batch', () => {
  const row = { path: 'a', title: 'A' };
  expect(rowsOf(JSON.stringify({ items: [row], total: 1 }))).toEqual([row]);
  expect(rowsOf(JSON.stringify({ answers: [{ items: [row] }, { items: [] }, { items: [row] }] }))).toEqual([row, row]);
  for (const other of [
    '{ no JSON',
    '[]',
    'null',
    '{}',
    '{"items":1}',
    '{"answers":[null]}',
    '{"items":[{"value":"a"}]}',
  ])
    expect(rowsOf(other)).toEqual([]);
});
