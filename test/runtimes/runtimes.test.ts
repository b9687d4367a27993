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
import { artefactOf } from '../fixtures/corpus_of.ts';
import { freePort } from '../fixtures/free_port.ts';
import { clientResults, runtimesPages } from './client_results.ts';
import { labelOf, READ_REQUESTS } from './read_requests.ts';

const programs = ['serve_node.mts', 'serve_bun.ts'] as const;
const runtimes = {
  'serve_node.mts': process.execPath,
  'serve_bun.ts': repositoryFile('node_modules/.bin/bun'),
} as const;

const folder = mkdtempSync(join(tmpdir(), 'catchword-runtimes-'));
const artefact = join(folder, 'site.catchword');
const ports = new Map<string, number>();
const children: ChildProcess[] = [];

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
});

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

describe('the handler under Bun', () => {
  it.each(READ_REQUESTS.map(([status, request]) => [status, labelOf(request), request] as const))(
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
