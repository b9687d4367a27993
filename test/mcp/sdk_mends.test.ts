/**
 * What the SDK does otherwise than the protocol says, or than a server of ours may. Each is mended in front of the SDK. When one of
 * these tests fails after an update, its mend can go.
 */
import { createMcpHandler, Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';

const create = () => new Server({ name: 'a', version: '1' }, { capabilities: { tools: {} } });
const handler = createMcpHandler(create, { legacy: 'stateless', responseMode: 'json', keepAliveMs: 0 });
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

function send(message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const fields = {
    host: 'localhost',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  return handler.fetch(
    new Request('http://localhost/mcp', { method: 'POST', headers: fields, body: JSON.stringify(message) }),
  );
}

it('it answers scripts of every origin, so `http/resources/rpc.ts` refuses foreign ones', async () => {
  expect((await send(ping, { origin: 'https://evil.example' })).status).toBe(200);
});

it('it takes arrays, so `read_message.ts` refuses them', async () => {
  const answer = await send([ping], { 'mcp-protocol-version': '2025-11-25' });
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
});

it('its answers of 2025 are streams, so `protocol_server.ts` uses the transport itself', async () => {
  const answer = await send(ping);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  await answer.body?.cancel();
  expect((await send(ping, { accept: 'application/json' })).status).toBe(406);
});

it('it has a code of its own for an unknown version of 2025, so `open_mcp.ts` answers it', async () => {
  const answer = await send(ping, { 'mcp-protocol-version': '1999-01-01' });
  expect((await answer.json()).error.code).not.toBe(-32_022);
});

it('its faults may have the id null, so `open_mcp.ts` leaves it out', async () => {
  expect(await (await send({ jsonrpc: '2.0', id: null, method: 'ping' })).json()).toHaveProperty('id', null);
});

it('it repeats what was sent at any length, so `open_mcp.ts` shortens it', async () => {
  const long = 'x'.repeat(5_000);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': long,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } };
  const answer = await send(message, { 'mcp-protocol-version': long, 'mcp-method': 'tools/list' });
  expect(await answer.text()).toContain(long);
});

it('it takes parameters of a wrong type for an error of its own, so `open_mcp.ts` says which are wrong', async () => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, keepAliveMs: 0 });
  await create().connect(transport);
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers });
  const parsedBody = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
  const { error } = await (await transport.handleRequest(request, { parsedBody })).json();
  expect([error.code, Array.isArray(JSON.parse(error.message))]).toEqual([-32_603, true]);
});
