import { expect, it } from 'vitest';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';
import { common, expectRefusal } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf, type ReceivedAnswer, type SentRequest } from './transports.ts';

const corpus = siteCorpus({ description: 'Of tests.' });
const feedback = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() };
const serverInfo = { name: 'catchword', version: '1.2.3', title: 'A site', websiteUrl: 'https://site.example' };
const stamped = { 'io.modelcontextprotocol/serverInfo': serverInfo };
const kept = { ttlMs: 300_000, cacheScope: 'public' };

/** Fields of every answer of `/mcp` to a request without an origin. */
const fields = { 'x-content-type-options': 'nosniff', vary: 'Origin', 'cache-control': 'no-store' };
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const version = 'io.modelcontextprotocol/protocolVersion';
const cancelledBatch = [
  { jsonrpc: '2.0', id: 7, method: 'tools/list' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
];

const json = { 'Content-Type': 'application/json' };

function post(message: unknown, headers: Readonly<Record<string, string>> = {}): SentRequest {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return { method: 'POST', target: '/mcp', headers: { ...json, ...headers }, body };
}

/** A request of 2026-07-28, with the fields that it needs. @param id 7 unless given */
function call(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): SentRequest {
  const named = method === 'resources/read' ? params.uri : params.name;
  const own = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(typeof named === 'string' && { 'Mcp-Name': named }),
  };
  return post({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: modern } }, { ...own, ...headers });
}

function expectMessage(answer: ReceivedAnswer, status: number, message: unknown, own = {}): void {
  expect({ status: answer.status, headers: answer.headers, body: jsonOf(answer) }).toEqual({
    status,
    headers: {
      ...fields,
      'content-type': 'application/json',
      'content-length': String(answer.body.length),
      ...own,
    },
    body: message,
  });
}

const result = (members: object) => ({
  jsonrpc: '2.0',
  id: 7,
  result: { resultType: 'complete', ...members, _meta: stamped },
});
const fault = (code: number, id: number | string | null = 7, data?: unknown) => ({
  jsonrpc: '2.0',
  ...(id !== null && { id }),
  error: { code, message: expect.any(String), ...(data !== undefined && { data }) },
});

describeOverTransports(
  '6 POST /mcp',
  { corpus, feedback, mcp: { open: openMcp({ version: '1.2.3' }), origins: ['https://agents.example'] } },
  (send) => {
    it('answers server/discover', async () => {
      expectMessage(
        await send(call('server/discover')),
        200,
        result({
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
          instructions:
            'A site: Of tests. Search with a few words, then read the pages found; contents lists what the site contains. Cite pages by their url.',
          ...kept,
        }),
      );
    });

    it.each([
      ['prompts/list', { prompts: [] }],
      ['resources/templates/list', { resourceTemplates: [expect.objectContaining({ name: 'page' })] }],
    ])('answers %s', async (method, members) => {
      expectMessage(await send(call(method)), 200, result({ ...members, ...kept }));
    });

    it('lists the tools in a fixed order, without the one that writes', async () => {
      const { tools } = jsonOf(await send(call('tools/list'))).result;
      expect(tools.map(({ name }: { name: string }) => name)).toEqual(['search', 'read', 'related', 'contents']);
      expect(await send(call('tools/list'))).toEqual(await send(call('tools/list')));
    });

    it('calls a tool', async () => {
      const answer = await send(call('tools/call', { name: 'search', arguments: { query: 'caches', limit: 1 } }));
      expectMessage(
        answer,
        200,
        result({
          content: [
            {
              type: 'text',
              text: [
                '1 of 2 pages for "caches".',
                '',
                '1. Caching',
                '   path: writing/caching#validators\n   url: https://site.example/writing/caching#validators\n\nA cache keeps answers. Validators let it ask again.',
              ].join('\n'),
            },
          ],
        }),
      );
    });

    it('answers arguments that a tool cannot use with a result that is an error', async () => {
      const answer = await send(call('tools/call', { name: 'search', arguments: { query: 'cache', limit: 200 } }));
      const text = 'limit: expected 1 to 20, got 200.';
      expectMessage(answer, 200, result({ content: [{ type: 'text', text }], isError: true }));
    });

    it.each<[string, SentRequest, number, unknown]>([
      ['what does not parse', post('{'), 400, fault(-32_700, null)],
      ['two members of one name', post('{"jsonrpc":"2.0","id":7,"id":8,"method":"ping"}'), 400, fault(-32_700, null)],
      ['an array', post([{ jsonrpc: '2.0', id: 7, method: 'ping' }]), 400, fault(-32_600, null)],
      ['an empty array', post([]), 400, fault(-32_600, null)],
      ['a request beside its cancellation', post(cancelledBatch), 400, fault(-32_600, null)],
      ['a number', post('7'), 400, fault(-32_600, null)],
      ['no version of JSON-RPC', post({ id: 7, method: 'ping' }), 400, fault(-32_600, null)],
      ['the id null', post({ jsonrpc: '2.0', id: null, method: 'ping' }), 400, fault(-32_600, null)],
      ['an id with a fraction', post({ jsonrpc: '2.0', id: 1.5, method: 'ping' }), 400, fault(-32_600, null)],
      ['an answer', post({ jsonrpc: '2.0', id: 7, result: {} }), 400, fault(-32_600, null)],
      ['a missing capability key', withMeta({ [version]: '2026-07-28' }), 400, fault(-32_602, 7, expect.anything())],
      ['a modern field without metadata', withMeta(null), 400, fault(-32_602, 7, expect.anything())],
      ['a modern body without fields', bare(), 400, fault(-32_020, 7, expect.anything())],
      ['no method in the fields', without('mcp-method'), 400, fault(-32_020, 7, expect.anything())],
      ['no name in the fields', without('mcp-name'), 400, fault(-32_020, 7, expect.anything())],
      ['no version in the fields', without('mcp-protocol-version'), 400, fault(-32_020, 7, expect.anything())],
      ['a name that is badly encoded', badlyEncoded(), 400, fault(-32_020, 7, expect.anything())],
      [
        'another method in the field',
        mismatched({ 'Mcp-Method': 'tools/call' }),
        400,
        fault(-32_020, 7, expect.anything()),
      ],
      [
        'another version in the field',
        mismatched({ 'MCP-Protocol-Version': '2025-11-25' }),
        400,
        fault(-32_020, 7, expect.anything()),
      ],
      ['another name in the field', misnamed(), 400, fault(-32_020, 7, expect.anything())],
      [
        'a version that nobody speaks',
        versioned('2027-01-01'),
        400,
        fault(-32_022, 7, { supported: expect.arrayContaining(['2026-07-28']), requested: '2027-01-01' }),
      ],
      [
        'a version of the past that nobody spoke',
        post({ jsonrpc: '2.0', id: 7, method: 'ping' }, { 'MCP-Protocol-Version': '1999-01-01' }),
        400,
        fault(-32_022, 7, { supported: expect.arrayContaining(['2025-11-25']), requested: '1999-01-01' }),
      ],
      ['an unknown method', call('tools/guess'), 404, fault(-32_601)],
      ['ping, which is of the past', call('ping'), 404, fault(-32_601)],
      ['initialize, which is of the past', call('initialize'), 404, fault(-32_601)],
      ['a stream of changes', call('subscriptions/listen'), 404, fault(-32_601)],
      ['an unknown tool', call('tools/call', { name: 'guess' }), 200, fault(-32_602)],
      ['an unknown cursor', call('resources/list', { cursor: 'bm90aGluZw' }), 200, fault(-32_602)],
      ['a broken cursor', call('resources/list', { cursor: '%' }), 200, fault(-32_602)],
      [
        'an unknown resource',
        call('resources/read', { uri: 'catchword:///pages/nothing' }),
        200,
        fault(-32_602, 7, { uri: 'catchword:///pages/nothing' }),
      ],
    ])('refuses %s', async (_, request, status, message) => {
      expectMessage(await send(request), status, message);
    });

    it.each([
      call('notifications/cancelled', { requestId: 7 }),
      { ...post({ jsonrpc: '2.0', method: 'notifications/initialized' }) },
    ])('accepts a notification without an answer', async (request) => {
      const body = JSON.parse(String(request.body));
      delete body.id;
      const answer = await send({ ...request, body: JSON.stringify(body) });
      expect(answer).toEqual({
        status: 202,
        headers: { ...fields, 'content-length': '0' },
        body: expect.objectContaining({ length: 0 }),
      });
    });

    it('reads a name that is encoded for its field', async () => {
      const uri = 'catchword:///pages/docs/größe';
      const encoded = `=?base64?${Buffer.from(uri).toString('base64')}?=`;
      const answer = await send(call('resources/read', { uri }, { 'Mcp-Name': encoded }));
      const contents = [{ uri, mimeType: 'text/markdown', text: 'A name outside ASCII.' }];
      expectMessage(answer, 200, result({ contents, ...kept }));
    });

    it('lists and reads the resources', async () => {
      const { resources } = jsonOf(await send(call('resources/list'))).result;
      expect(resources.map(({ uri }: { uri: string }) => uri)).toEqual([
        'catchword:///contents',
        'catchword:///query-schema',
        'catchword:///pages/about',
        'catchword:///pages/docs/gr%C3%B6%C3%9Fe',
        'catchword:///pages/glossary/etag',
        'catchword:///pages/index',
        'catchword:///pages/writing/caching',
        'catchword:///pages/writing/search',
      ]);
      for (const { uri, mimeType, size } of resources) {
        const { contents } = jsonOf(await send(call('resources/read', { uri }))).result;
        expect(contents).toEqual([{ uri, mimeType, text: expect.any(String) }]);
        if (size !== undefined) expect(Buffer.byteLength(contents[0].text)).toBe(size);
      }
    });

    it.each([
      ['wri', ['writing/caching', 'writing/search']],
      ['', ['about', 'docs/größe', 'glossary/etag', 'index', 'writing/caching', 'writing/search']],
      ['zzz', []],
    ])('completes the path %j', async (value, values) => {
      const ref = { type: 'ref/resource', uri: 'catchword:///pages/{+path}' };
      const answer = await send(call('completion/complete', { ref, argument: { name: 'path', value } }));
      expectMessage(answer, 200, result({ completion: { values, hasMore: false } }));
    });

    it.each([
      ['2025-11-25', '2025-11-25'],
      ['2025-06-18', '2025-06-18'],
      ['2025-03-26', '2025-03-26'],
      ['2030-01-01', '2025-11-25'],
    ])('answers initialize of %s with %s, and mints no session', async (asked, answered) => {
      const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
      const answer = await send(post({ jsonrpc: '2.0', id: 7, method: 'initialize', params }));
      expectMessage(answer, 200, {
        jsonrpc: '2.0',
        id: 7,
        result: {
          protocolVersion: answered,
          capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
          serverInfo,
          instructions: expect.any(String),
        },
      });
    });

    it.each<Readonly<Record<string, string>>>([
      {},
      { 'MCP-Protocol-Version': '2025-06-18' },
      { 'Mcp-Session-Id': 'old', Accept: 'application/json' },
    ])('answers requests of 2025 with the fields %j', async (headers) => {
      const ping = await send(post({ jsonrpc: '2.0', id: 'a', method: 'ping' }, headers));
      expectMessage(ping, 200, { jsonrpc: '2.0', id: 'a', result: {} });
      const params = { name: 'contents', arguments: { collection: 'glossary' } };
      const called = await send(post({ jsonrpc: '2.0', id: 0, method: 'tools/call', params }, headers));
      expectMessage(called, 200, {
        jsonrpc: '2.0',
        id: 0,
        result: {
          content: [{ type: 'text', text: 'Pages 1 to 1 of 1.\n- Entity tag - glossary/etag' }],
        },
      });
      const unknown = await send(post({ jsonrpc: '2.0', id: 7, method: 'tools/guess' }, headers));
      expectMessage(unknown, 200, fault(-32_601));
    });

    it('refuses a body that is no JSON, or too large, as every resource does', async () => {
      const own = {
        'access-control-allow-origin': undefined,
        'access-control-expose-headers': undefined,
        vary: 'Origin',
      };
      const plain = await send({ ...post('{}'), headers: { 'Content-Type': 'text/plain' } });
      expect([plain.status, plain.headers['content-type']]).toEqual([415, 'application/problem+json']);
      const large = await send(post(`"${'x'.repeat(65_536)}"`));
      expect([large.status, jsonOf(large).maximum]).toEqual([413, 65_536]);
      expect(own.vary).toBe(plain.headers.vary);
    });

    it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'QUERY'])('refuses %s', async (method) => {
      const answer = await send({ method, target: '/mcp' });
      if (method === 'HEAD') expect([answer.status, answer.headers.allow]).toEqual([405, 'OPTIONS, POST']);
      else expectRefusal(answer, 'method-not-allowed', { allow: 'OPTIONS, POST' });
    });

    it('answers OPTIONS, and a preflight with the fields that clients send', async () => {
      const link = '</api/openapi.json>; rel="service-desc"; type="application/json"';
      const plain = await send({ method: 'OPTIONS', target: '/mcp' });
      expect([plain.status, plain.headers]).toEqual([204, { ...common, allow: 'OPTIONS, POST', link }]);
      const preflight = (from: string) =>
        send({ method: 'OPTIONS', target: '/mcp', headers: { Origin: from, 'Access-Control-Request-Method': 'POST' } });
      const { headers } = await preflight('https://agents.example');
      expect(headers).toEqual({
        allow: 'OPTIONS, POST',
        link,
        'x-content-type-options': 'nosniff',
        vary: 'Origin',
        'access-control-allow-origin': 'https://agents.example',
        'access-control-expose-headers': common['access-control-expose-headers'],
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers':
          'Accept, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
        'access-control-max-age': '86400',
      });
      const foreign = await preflight('https://evil.example');
      expect(Object.keys(foreign.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });

    it.each([origin, 'https://site.example', 'https://agents.example', 'HTTPS://Agents.Example:443'])(
      'answers scripts of %s',
      async (from) => {
        const answer = await send(call('prompts/list', {}, { Origin: from }));
        expectMessage(answer, 200, result({ prompts: [], ...kept }), {
          'access-control-allow-origin': from,
          'access-control-expose-headers': common['access-control-expose-headers'],
        });
      },
    );

    it.each(['https://evil.example', 'null', 'http://localhost:3000', 'https://agents.example.evil', ''])(
      'refuses scripts of %j before it reads their message',
      async (from) => {
        const answer = await send({ ...post('{'), headers: { ...json, Origin: from } });
        expectMessage(answer, 403, fault(-32_000, null));
      },
    );

    it('is in the catalogue and in the description', async () => {
      const { linkset } = jsonOf(await send({ target: '/.well-known/api-catalog' }));
      expect(linkset[0].item).toContainEqual({
        href: `${origin}/mcp`,
        type: 'application/json',
        title: 'Model Context Protocol for agents',
      });
      const { paths } = jsonOf(await send({ target: '/api/openapi.json' }));
      expect(Object.keys(paths['/mcp'])).toEqual(['post', 'options']);
    });
  },
);

describeOverTransports(
  '6 POST /mcp on a loopback address',
  { corpus, mcp: { open: openMcp(), isLoopback: true } },
  (send) => {
    it.each(['localhost', 'localhost:4777', '127.0.0.1:4777', '[::1]:4777', 'catchword.test'])(
      'answers the host %s',
      async (host) => {
        const answer = await send(call('prompts/list', {}, { Host: host, Origin: 'http://localhost:3000' }));
        expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, 'http://localhost:3000']);
      },
    );

    it.each(['evil.example', 'localhost.evil.example', '10.0.0.1', '127.0.0.1.evil.example:4777'])(
      'refuses the host %s, which a page may have made to lead here',
      async (host) => {
        expectMessage(await send(call('prompts/list', {}, { Host: host })), 403, fault(-32_000, null));
      },
    );
  },
);

describeOverTransports('6 without MCP', { corpus }, (send) => {
  it.each(['GET', 'POST', 'OPTIONS'])('has no /mcp for %s', async (method) => {
    expectRefusal(await send({ method, target: '/mcp' }), 'no-such-resource');
    expect(jsonOf(await send({ target: '/api/openapi.json' })).paths).not.toHaveProperty(['/mcp']);
  });
});

describeOverTransports(
  '6 POST /mcp behind the gate',
  { corpus, gatePassword: 'pw', mcp: { open: openMcp() } },
  (send) => {
    it('needs the password, and its lists are for no shared cache', async () => {
      expect((await send(call('prompts/list'))).status).toBe(401);
      const answer = await send(call('prompts/list', {}, { Authorization: `Basic ${btoa('a:pw')}` }));
      expect(jsonOf(answer).result.cacheScope).toBe('private');
    });
  },
);

function withMeta(_meta: object | null): SentRequest {
  const params = _meta === null ? {} : { _meta };
  const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
  return post({ jsonrpc: '2.0', id: 7, method: 'tools/list', params }, headers);
}

function bare(): SentRequest {
  return post({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: modern } });
}

function mismatched(headers: Readonly<Record<string, string>>): SentRequest {
  return call('tools/list', {}, headers);
}

/** A plain call without one of its fields. */
function without(field: string): SentRequest {
  const request = call('tools/call', { name: 'search', arguments: { query: 'cache' } });
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => name.toLowerCase() !== field);
  return { ...request, headers: Object.fromEntries(headers) };
}

function badlyEncoded(): SentRequest {
  return call('tools/call', { name: 'search', arguments: { query: 'cache' } }, { 'Mcp-Name': '=?base64?c2VhcmNo!?=' });
}

function misnamed(): SentRequest {
  return call('tools/call', { name: 'search', arguments: { query: 'cache' } }, { 'Mcp-Name': 'read' });
}

function versioned(named: string): SentRequest {
  const _meta = { ...modern, [version]: named };
  const headers = { 'MCP-Protocol-Version': named, 'Mcp-Method': 'tools/list' };
  return post({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta } }, headers);
}
