import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeBytes, parseAnswer, type ReceivedAnswer, type SentRequest } from '../conformance/transports.ts';
import { linkBuiltPackage, repositoryFile } from '../fixtures/built_package.ts';
import { artefactOf, STAMPS } from '../fixtures/corpus_of.ts';
import { freePort } from '../fixtures/free_port.ts';
import { clientResults, runtimesPages } from './client_results.ts';

const programs = ['serve_node.ts', 'serve_bun.ts'] as const;
const runtimes = {
  'serve_node.ts': process.execPath,
  'serve_bun.ts': repositoryFile('node_modules/.bin/bun'),
} as const;

const folder = mkdtempSync(join(tmpdir(), 'catchword-runtimes-'));
const artefact = join(folder, 'site.catchword');
const ports = new Map<string, number>();
const children: ChildProcess[] = [];
const etag = `"${STAMPS.commit!.slice(0, 12)}.${STAMPS.content!.slice(0, 12)}"`;

const query = (body: string): SentRequest => ({
  method: 'POST',
  target: '/api/pages',
  headers: { 'Content-Type': 'application/json', 'X-HTTP-Method-Override': 'QUERY' },
  body,
});
const requests: readonly (readonly [status: number, request: SentRequest])[] = [
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

beforeAll(async () => {
  writeFileSync(artefact, artefactOf(runtimesPages));
  linkBuiltPackage(folder);
  for (const program of programs) {
    const port = await freePort();
    const script = join(folder, program);
    copyFileSync(fileURLToPath(new URL(program, import.meta.url)), script);
    const environment = { ...process.env, PORT: String(port) };
    children.push(spawn(runtimes[program], [script, artefact], { env: environment, stdio: 'ignore' }));
    ports.set(program, port);
  }
  for (const port of ports.values()) await untilListening(port);
}, 60_000);

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function untilListening(port: number): Promise<void> {
  for (;;) {
    try {
      await exchangeBytes(port, 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      return;
    } catch {
      await sleep(50);
    }
  }
}

/** All fields of the response except those of the connection. */
async function answerOf(program: string, { method = 'GET', target, headers = {}, body = '' }: SentRequest) {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: catchword.test', 'Connection: close'];
  const content = Buffer.from(body as string);
  if (content.length > 0) lines.push(`Content-Length: ${content.length}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  return parseAnswer(
    await exchangeBytes(ports.get(program)!, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content])),
  );
}

function label({ method = 'GET', target, headers, body }: SentRequest): string {
  return [method, target, ...Object.values(headers ?? {}), String(body ?? '').slice(0, 60)].join(' ').trim();
}

describe('the handler under Bun', () => {
  it.each(requests.map(([status, request]) => [status, label(request), request] as const))(
    'answers %i as under Node to %s',
    async (status, _, asked) => {
      const [node, bun] = await Promise.all(programs.map((program) => answerOf(program, asked)));
      expect(node!.status).toBe(status);
      expect(bun).toEqual(node);
    },
  );

  it.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('answers in %s the same content as under Node', async (coding, decode) => {
    const request = { target: '/api/query-schema.json', headers: { 'Accept-Encoding': coding } };
    const decoded = ({ status, headers, body }: ReceivedAnswer) => {
      // Compressors differ between runtimes.
      const { 'content-length': _, ...fields } = headers;
      return { status, fields, body: decode(body).toString() };
    };
    const [node, bun] = await Promise.all(programs.map((program) => answerOf(program, request)));
    expect(node!.headers['content-encoding']).toBe(coding);
    expect(decoded(bun!)).toEqual(decoded(node!));
  });
});

describe('the client', () => {
  it.each(programs)('calls the service of %s under the same runtime', async (program) => {
    const script = join(folder, 'call_service.ts');
    for (const name of ['call_service.ts', 'client_calls.ts']) {
      copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, name));
    }
    const { stdout } = await promisify(execFile)(runtimes[program], [script, `http://127.0.0.1:${ports.get(program)}`]);
    expect(JSON.parse(stdout)).toEqual(clientResults);
  });
});

describe('README.md', () => {
  const readme = readFileSync(repositoryFile('README.md'), 'utf8');

  it.each(programs)('shows the tested %s', (program) => {
    expect(readme).toContain(`\`\`\`ts\n${readFileSync(new URL(program, import.meta.url), 'utf8')}\`\`\``);
  });
});
