import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as EarlierHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, it } from 'vitest';
import { createNodeServer } from '../../src/http/node/node_server.ts';
import { createService } from '../../src/http/service.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { siteCorpus } from '../conformance/site.ts';
import { artefactOf } from '../fixtures/corpus_of.ts';

const folder = mkdtempSync(join(tmpdir(), 'catchword-mcp-'));
const artefact = join(folder, 'site.catchword');
writeFileSync(
  artefact,
  artefactOf([
    { path: 'index', title: 'Home', text: 'Welcome.', links: ['etag'] },
    {
      path: 'etag',
      title: 'Entity tag',
      text: 'A validator in a cache.',
      markdown: '# Entity tag\n\nA validator in a cache.',
    },
  ]),
);
const node = createNodeServer(() => service);
const service = createService({ corpus: siteCorpus(), mcp: { open: openMcp(), isLoopback: true } });
await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
const url = new URL(`http://127.0.0.1:${(node.server.address() as AddressInfo).port}/mcp`);
const command = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../../bin/catchword', import.meta.url)), 'mcp'],
};

afterAll(async () => {
  await node.close();
  rmSync(folder, { recursive: true });
});

/** The part of both official clients that agents use. */
interface AnyClient {
  getServerVersion(): { readonly name: string } | undefined;
  getInstructions(): string | undefined;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: object): Promise<object>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly object[] }>;
  readResource(resource: { readonly uri: string }): Promise<{ readonly contents: readonly object[] }>;
  listPrompts(): Promise<{ readonly prompts: readonly object[] }>;
  complete(params: object): Promise<{ readonly completion: { readonly values: readonly string[] } }>;
  close(): Promise<void>;
}

const info = { name: 'test', version: '1' };
const stdio = (source: string) => ({ ...command, args: [...command.args, source] });

async function connected(mode: object | undefined, transport: StreamableHTTPClientTransport | StdioClientTransport) {
  const client = new Client(info, mode === undefined ? {} : { versionNegotiation: mode as never });
  await client.connect(transport);
  return client as unknown as AnyClient;
}

/** A client that speaks one revision of 2025. */
async function connectedAt(revision: string, transport: StreamableHTTPClientTransport | StdioClientTransport) {
  const client = new Client(info, { supportedProtocolVersions: [revision] });
  await client.connect(transport);
  return client as unknown as AnyClient;
}

async function connectedEarlier(transport: EarlierHttpTransport | EarlierStdioTransport) {
  const client = new EarlierClient(info);
  await client.connect(transport as never);
  return client as unknown as AnyClient;
}

const clients: readonly (readonly [string, () => Promise<AnyClient>])[] = [
  ['2.4.0 over HTTP', () => connected(undefined, new StreamableHTTPClientTransport(url))],
  ['2.4.0 over HTTP, which negotiates', () => connected({ mode: 'auto' }, new StreamableHTTPClientTransport(url))],
  [
    '2.4.0 over HTTP, at 2026-07-28',
    () => connected({ mode: { pin: '2026-07-28' } }, new StreamableHTTPClientTransport(url)),
  ],
  ...['2025-03-26', '2025-06-18', '2025-11-25'].map((revision) => {
    const connect = () => connectedAt(revision, new StreamableHTTPClientTransport(url));
    return [`2.4.0 over HTTP, at ${revision}`, connect] as const;
  }),
  [
    '2.4.0 over stdio, at 2026-07-28',
    () => connected({ mode: { pin: '2026-07-28' } }, new StdioClientTransport(stdio(artefact))),
  ],
  ['2.4.0 over stdio', () => connected(undefined, new StdioClientTransport(stdio(artefact)))],
  ['2.4.0 over stdio, which negotiates', () => connected({ mode: 'auto' }, new StdioClientTransport(stdio(artefact)))],
  ['2.4.0 over stdio, by a server', () => connected({ mode: 'auto' }, new StdioClientTransport(stdio(url.origin)))],
  ['1.32.2 over HTTP', () => connectedEarlier(new EarlierHttpTransport(url))],
  ['1.32.2 over stdio', () => connectedEarlier(new EarlierStdioTransport(stdio(artefact)))],
];

describe.each(clients)('the official client %s', (_, connect) => {
  it('lists, calls and reads everything', async () => {
    const client = await connect();
    try {
      expect(client.getServerVersion()?.name).toBe('catchword');
      expect(client.getInstructions()).toMatch(/^A site/);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search', 'read', 'related', 'contents']);
      const { resources } = await client.listResources();
      expect(resources.length).toBeGreaterThan(3);
      for (const { uri } of resources) expect((await client.readResource({ uri })).contents).toMatchObject([{ uri }]);
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
      expect(await client.listPrompts()).toMatchObject({ prompts: [] });
      const ref = { type: 'ref/resource', uri: 'catchword:///pages/{+path}' };
      const completed = await client.complete({ ref, argument: { name: 'path', value: 'ind' } });
      expect(completed.completion.values).toEqual(['index']);
      for (const [name, args] of [
        ['search', { query: 'validator' }],
        ['search', { query: 'nothing here' }],
        ['read', { path: 'index' }],
        ['related', { path: 'index' }],
        ['related', { path: 'index', by: 'likeness' }],
        ['contents', {}],
        ['contents', { tag: 'http' }],
      ] as const) {
        expect(await client.callTool({ name, arguments: args })).toMatchObject({
          content: expect.arrayContaining([{ type: 'text', text: expect.any(String) }]),
        });
      }
      const refused = await client.callTool({ name: 'search', arguments: { query: 'a', limit: 200 } });
      expect(refused).toMatchObject({ isError: true, content: [{ text: 'limit: expected 1 to 20, got 200.' }] });
      await expect(client.callTool({ name: 'guess', arguments: {} })).rejects.toThrow('Unknown tool');
      await expect(client.readResource({ uri: 'catchword:///pages/nothing' })).rejects.toThrow('not found');
    } finally {
      await client.close();
    }
  });
});
