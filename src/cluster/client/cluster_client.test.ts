import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ClusterAddress, type ClusterClient, createClusterClient } from './cluster_client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const servers: Server[] = [];
const clients: ClusterClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A node that answers as told. @returns its address */
async function startNode(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    answer(request, response, body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`;
}

function clientOf(nodes: readonly string[], access: Partial<ClusterAddress> = {}): ClusterClient {
  const client = createClusterClient({ nodes, user: null, password: null, authorities: null, ...access });
  clients.push(client);
  return client;
}

function json(status: number, body: unknown): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

const silent: Answer = () => undefined;
const search = { method: 'POST', path: '/site/_search', body: { size: 0 } } as const;
const bulk = { method: 'POST', path: '/site/_bulk', lines: '{}\n' } as const;

describe('createClusterClient', () => {
  test('sends JSON, lines, parameters and the password, and gives the answer parsed', async () => {
    const seen: unknown[] = [];
    const node = await startNode((request, response, body) => {
      const { method, url, headers } = request;
      seen.push({ method, url, body, type: headers['content-type'], authorization: headers.authorization });
      json(200, { __proto__x: 1, constructor: { prototype: 2 } })(request, response, body);
    });
    const client = clientOf([node], { user: 'reader', password: 's3:cret' });
    expect(await client.request({ ...search, query: { size: 3, pretty: false } })).toEqual({
      kind: 'cluster-answer',
      status: 200,
      body: { __proto__x: 1, constructor: { prototype: 2 } },
    });
    await client.request(bulk);
    const authorization = `Basic ${Buffer.from('reader:s3:cret').toString('base64')}`;
    expect(seen).toEqual([
      {
        ...{ method: 'POST', url: '/site/_search?size=3&pretty=false', body: '{"size":0}' },
        ...{ type: 'application/json', authorization },
      },
      { method: 'POST', url: '/site/_bulk', body: '{}\n', type: 'application/x-ndjson', authorization },
    ]);
  });

  test.each([
    [401, 'forbidden'],
    [403, 'forbidden'],
    [404, 'missing'],
    [429, 'overloaded'],
    [400, 'refused'],
    [409, 'refused'],
    [503, 'failing'],
  ])('gives %i as "%s", with the type of the error and nothing else of it', async (status, reason) => {
    const error = { type: 'some_exception', reason: 'no such index [secret-index]', index: 'secret-index' };
    const client = clientOf([await startNode(json(status, { error, status }))]);
    expect(await client.request(bulk)).toEqual({
      ...{ kind: 'cluster-failure', reason, status, type: 'some_exception' },
    });
  });

  test('drops a type that is no name, and refuses an answer that is no JSON', async () => {
    const named = clientOf([await startNode(json(400, { error: { type: 'index [secret]' } }))]);
    expect(await named.request(bulk)).toMatchObject({ reason: 'refused', type: null });
    const page = clientOf([await startNode((_, response) => response.end('<html>'))]);
    expect(await page.request(bulk)).toMatchObject({ reason: 'failing', status: 200, type: null });
  });

  test('ends an attempt at its deadline, also in the middle of an answer, and writes nothing', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const half = await startNode((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    });
    for (const node of [await startNode(silent), half]) {
      expect(await clientOf([node]).request({ ...bulk, deadline: 60 })).toEqual({
        ...{ kind: 'cluster-failure', reason: 'deadline', status: null, type: null },
      });
    }
    expect(log.mock.calls).toEqual([]);
    log.mockRestore();
  });

  test('ends an attempt when its caller goes, and starts none for one that has gone', async () => {
    const node = await startNode(silent);
    const caller = new AbortController();
    const asked = clientOf([node]).request({ ...search, signal: caller.signal });
    setTimeout(() => caller.abort(), 30);
    expect(await asked).toMatchObject({ reason: 'aborted' });
    expect(await clientOf([node]).request({ ...search, signal: caller.signal })).toMatchObject({ reason: 'aborted' });
  });

  test('repeats a read once by another node, with the copies that this node has', async () => {
    const urls: (string | undefined)[] = [];
    const good = await startNode((request, response, body) => {
      urls.push(request.url);
      json(200, { took: 1 })(request, response, body);
    });
    const stale = await startNode(json(404, { error: { type: 'index_not_found_exception' } }));
    const full = await startNode(json(429, { error: { type: 'circuit_breaking_exception' } }));
    for (const bad of [await startNode(silent), await startNode(json(503, {})), full, stale, 'http://127.0.0.1:1']) {
      const client = clientOf([bad, good]);
      expect(await client.request({ ...search, deadline: 200 })).toMatchObject({ body: { took: 1 } });
    }
    expect(urls).toEqual(Array.from({ length: 5 }, () => '/site/_search?preference=_local'));
  });

  test('sends a write by another node when the first one takes no connection', async () => {
    const good = await startNode(json(200, { errors: false }));
    for (let each = 0; each < 2; each++)
      expect(await clientOf(['http://127.0.0.1:1', good]).request(bulk)).toMatchObject({ body: { errors: false } });
    expect(await clientOf(['http://127.0.0.1:1']).request(bulk)).toEqual({
      ...{ kind: 'cluster-failure', reason: 'unreachable', status: null, type: 'not_connected' },
    });
  });

  test('asks a node that failed after all others', async () => {
    let asked = 0;
    const bad = await startNode((request, response, body) => {
      asked++;
      silent(request, response, body);
    });
    const client = clientOf([bad, await startNode(json(200, {}))]);
    for (let each = 0; each < 6; each++) await client.request({ ...search, deadline: 100 });
    expect(asked).toBe(1);
  });

  test.each([
    ['a write', bulk],
    ['a read that says so', { ...search, repeats: false }],
  ] as const)('does not repeat %s', async (_, request) => {
    let asked = 0;
    const node = await startNode((request_, response, body) => {
      asked++;
      json(503, {})(request_, response, body);
    });
    expect(await clientOf([node]).request(request)).toMatchObject({ reason: 'failing', status: 503 });
    expect(asked).toBe(1);
  });
});
