import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { siteCorpus } from '../conformance/site.ts';
import { jsonOf, transports } from '../conformance/transports.ts';

const client = await transports[0]!.open({ corpus: siteCorpus(), mcp: { open: openMcp() } });

/** The JSON Schema of a revision by the specification. @returns a function that tells what is wrong with a value */
function judgeOf(revision: string): (name: string, value: unknown) => unknown {
  const schema = JSON.parse(readFileSync(new URL(`../fixtures/mcp_schemas/${revision}.json`, import.meta.url), 'utf8'));
  const options = { strict: false, formats: { uri: true, byte: true, 'uri-template': true } as const };
  const isLater = '$defs' in schema;
  const ajv = isLater ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(schema, 'mcp');
  return (name, value) => {
    const validate = ajv.getSchema(`mcp#/${isLater ? '$defs' : 'definitions'}/${name}`)!;
    return validate(value) ? null : validate.errors;
  };
}

const page = 'catchword:///pages/writing/caching';
const completion = {
  ref: { type: 'ref/resource', uri: 'catchword:///pages/{+path}' },
  argument: { name: 'path', value: 'w' },
};
const requests: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>, result: string])[] = [
  ['tools/list', {}, 'ListToolsResult'],
  ['tools/call', { name: 'search', arguments: { query: 'cache' } }, 'CallToolResult'],
  ['tools/call', { name: 'search', arguments: { query: 'cache', limit: 0 } }, 'CallToolResult'],
  ['tools/call', { name: 'read', arguments: { path: 'writing/search', section: 'part-1' } }, 'CallToolResult'],
  ['tools/call', { name: 'related', arguments: { path: 'index' } }, 'CallToolResult'],
  ['tools/call', { name: 'contents' }, 'CallToolResult'],
  ['resources/list', {}, 'ListResourcesResult'],
  ['resources/templates/list', {}, 'ListResourceTemplatesResult'],
  ['resources/read', { uri: page }, 'ReadResourceResult'],
  ['prompts/list', {}, 'ListPromptsResult'],
  ['completion/complete', completion, 'CompleteResult'],
];

async function ask(method: string, params: Readonly<Record<string, unknown>>, revision: string) {
  const isModern = revision === '2026-07-28';
  const named = params.name ?? params.uri;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = {
    'Content-Type': 'application/json',
    'MCP-Protocol-Version': revision,
    ...(isModern && { 'Mcp-Method': method }),
    ...(isModern && typeof named === 'string' && { 'Mcp-Name': named }),
  };
  const message = { jsonrpc: '2.0', id: 1, method, params: isModern ? { ...params, _meta } : params };
  return jsonOf(await client.send({ method: 'POST', target: '/mcp', headers, body: JSON.stringify(message) }));
}

describe.each(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])('the answers of revision %s', (revision) => {
  const judge = judgeOf(revision);
  const isModern = revision === '2026-07-28';

  it.each(requests)('to %s %j are a valid %s', async (method, params, name) => {
    const answer = await ask(method, params, revision);
    expect(judge(name, answer.result)).toBe(null);
    expect(judge('JSONRPCResponse', answer)).toBe(null);
  });

  it('to the opening are valid', async () => {
    const opening = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const answer = isModern ? await ask('server/discover', {}, revision) : await ask('initialize', opening, revision);
    expect(judge(isModern ? 'DiscoverResult' : 'InitializeResult', answer.result)).toBe(null);
  });

  it.each([
    ['tools/guess', {}],
    ['tools/call', { name: 'guess' }],
    ['resources/read', { uri: 'catchword:///pages/nothing' }],
    ['resources/list', { cursor: '%' }],
  ])('to %s %j are valid faults', async (method, params) => {
    const name = revision < '2025-11-25' ? 'JSONRPCError' : 'JSONRPCErrorResponse';
    expect(judge(name, await ask(method, params, revision))).toBe(null);
  });

  it('would not be valid with a member of another type', () => {
    expect(judge('ListToolsResult', { tools: [{ name: 1 }] })).not.toBe(null);
  });
});
