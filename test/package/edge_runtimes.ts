/**
 * Answers from an artefact on another host with `catchword/edge` under workerd, Deno and Bun, and compares each answer to that of
 * `catchword serve`. Needs a registry of packages: a runtime that cannot be installed is skipped.
 * edge_runtimes.ts [--artefact FILE]: also asks a large site, and says how much memory workerd takes for it
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { exchangeBytes, parseAnswer, type SentRequest } from '../conformance/transports.ts';
import { startServe } from '../faults/serve_process.ts';
import { conclude, textOption } from '../faults/verdict.ts';
import { linkBuiltPackage, repositoryFile } from '../fixtures/built_package.ts';
import { artefactOf } from '../fixtures/corpus_of.ts';
import { freePort } from '../fixtures/free_port.ts';
import { openRangeHost } from '../fixtures/range_host.ts';
import { runtimesPages } from '../runtimes/client_results.ts';
import { labelOf, READ_REQUESTS } from '../runtimes/read_requests.ts';
import { run } from './command.ts';

const packages = { deno: '@deno/linux-x64-glibc@2.9.6', workerd: '@cloudflare/workerd-linux-64@1.20261117.1' } as const;
/** Memory of an isolate of Cloudflare Workers. */
const MEMORY = 128 * 1024 * 1024;

/** Pages for people, beside the answers for programs. What a page's text looks like differs: no edge formats Markdown. */
const forPeople: readonly SentRequest[] = [
  ...['/explore?q=caches', '/explore/map', '/explore/api', '/explore/query', '/explore/graph.bin', '/explore/nowhere'],
  ...['/explore/search.js', '/api/search?q=cach', '/api/search?q=cahces&explain=1', '/llms.txt', '/llms-full.txt'],
  ...['/sitemap.xml', '/feed.xml', '/favicon.ico', '/api/feedback', '/mcp'],
].map((target) => ({ target, headers: { Accept: target.startsWith('/explore') ? 'text/html' : '*/*' } }));
const coded = ['zstd', 'br', 'gzip'].map((coding) => ({
  target: '/api/query-schema.json',
  headers: { 'Accept-Encoding': coding },
}));
const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};
const requests: readonly SentRequest[] = [...READ_REQUESTS.map(([, request]) => request), ...forPeople, ...coded];

const folder = mkdtempSync(join(tmpdir(), 'catchword-edge-'));
const faults: string[] = [];
const told: string[] = [];
const children: ChildProcess[] = [];
writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
linkBuiltPackage(folder);
const small = join(folder, 'site.catchword');
writeFileSync(small, artefactOf(runtimesPages));
const host = await openRangeHost(readFileSync(small));
const server = await startServe([small, '--no-mcp']);

try {
  const workerd = program('workerd', 'bin/workerd');
  if (workerd !== null) await compare('workerd', (port) => spawn(workerd, ['serve', workerConfig(port, host.url)]));
  const deno = program('deno', 'deno');
  const script = bundle('listen.js', 'listen.ts');
  const environment = (port: number) => ({ env: { ...process.env, PORT: String(port), ARTEFACT: host.url } });
  if (deno !== null) await compare('Deno', (port) => spawn(deno, ['run', '-A', script], environment(port)));
  const bun = repositoryFile('node_modules/.bin/bun');
  await compare('Bun', (port) => spawn(bun, [script], environment(port)));
  const large = textOption('artefact', '');
  if (workerd !== null && large !== '') await measure(workerd, large);
  conclude(told.join('; '), faults);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await server.end();
  host.close();
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the path of a runtime's program, or null when it cannot be installed here */
function program(name: keyof typeof packages, path: string): string | null {
  // Installed apart: npm would remove the built package, which no manifest names.
  const place = join(folder, name);
  const install = ['npm', 'install', '--prefix', place, '--ignore-scripts', '--no-audit', '--no-fund', packages[name]];
  if (run(folder, install).code !== 0) {
    told.push(`skipped ${name}, which cannot be installed here`);
    return null;
  }
  const file = join(place, 'node_modules', packages[name].replace(/@[^@]*$/, ''), path);
  chmodSync(file, 0o755);
  return file;
}

/** One of the programs of test/runtimes with the built package, as one module. @returns its path */
function bundle(name: string, source: string): string {
  const outfile = join(folder, name);
  buildSync({
    entryPoints: [repositoryFile(`test/runtimes/edge/${source}`)],
    alias: { 'catchword/edge': join(folder, 'node_modules/catchword/dist/edge.js') },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  return outfile;
}

/** @returns the path of a configuration of workerd */
function workerConfig(port: number, artefact: string): string {
  bundle('worker.js', 'worker.ts');
  const path = join(folder, 'worker.capnp');
  writeFileSync(
    path,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ( name = "main", worker = (
      modules = [ ( name = "worker", esModule = embed "worker.js" ) ],
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat"],
      bindings = [ ( name = "ARTEFACT", text = "${artefact}" ) ],
    ) ),
    ( name = "internet", network = ( allow = ["private", "public", "local"] ) ),
  ],
  sockets = [ ( name = "http", address = "127.0.0.1:${port}", http = (), service = "main" ) ],
);
`,
  );
  return path;
}

async function compare(name: string, begin: (port: number) => ChildProcess): Promise<void> {
  const { port, child } = await open(begin);
  for (const request of requests) {
    const [expected, answer] = [await answerOf(server.port, request), await answerOf(port, request)];
    if (!isDeepStrictEqual(answer, expected)) {
      faults.push(`${name}, ${labelOf(request)}: ${differenceOf(answer, expected)}`);
    }
  }
  child.kill('SIGKILL');
  told.push(`${requests.length} answers under ${name} as from a server`);
}

async function open(begin: (port: number) => ChildProcess): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort();
  const child = begin(port);
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
    const isOpen = await fetch(`http://127.0.0.1:${port}/version.json`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOpen) return { port, child };
    await sleep(50);
  }
  throw new Error(`it does not answer: ${said}`);
}

/** Status, fields and content of an answer, without the fields of the connection. */
async function answerOf(port: number, { method = 'GET', target, headers = {}, body = '' }: SentRequest) {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: catchword.test', 'Connection: close'];
  const content = Buffer.from(body as string);
  if (content.length > 0) lines.push(`Content-Length: ${content.length}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const sent = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
  const answer = parseAnswer(await exchangeBytes(port, sent));
  const {
    date: _,
    connection: __,
    'keep-alive': ___,
    'transfer-encoding': ____,
    'content-length': _____,
    ...fields
  } = answer.headers as Record<string, string>;
  // Compressors differ between runtimes.
  const decode = DECODERS[fields['content-encoding'] ?? ''] ?? ((bytes: Uint8Array) => Buffer.from(bytes));
  return { status: answer.status, fields, body: decode(answer.body).toString('base64') };
}

type Answered = Awaited<ReturnType<typeof answerOf>>;

function differenceOf(answer: Answered, expected: Answered): string {
  if (answer.status !== expected.status) return `${answer.status} instead of ${expected.status}`;
  const names = new Set([...Object.keys(answer.fields), ...Object.keys(expected.fields)]);
  const other = [...names].filter((name) => !isDeepStrictEqual(answer.fields[name], expected.fields[name]));
  if (other.length === 0) return 'another body';
  return other.map((name) => `${name}: ${answer.fields[name]} instead of ${expected.fields[name]}`).join(', ');
}

/** Asks a large site for searches and pages, and compares the memory of workerd to that before. */
async function measure(workerd: string, artefact: string): Promise<void> {
  const little = await open((port) => spawn(workerd, ['serve', workerConfig(port, host.url)]));
  const before = peakOf(little.child);
  little.child.kill('SIGKILL');
  const big = await openRangeHost(readFileSync(artefact));
  const { port, child } = await open((at) => spawn(workerd, ['serve', workerConfig(at, big.url)]));
  const ask = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  // Together: each would read the index.
  const [first] = await Promise.all(['/api/pages?q=the&limit=100', '/api/search?q=on', '/api/search?q=in'].map(ask));
  const pages = JSON.parse(first!) as { items: { path: string }[] };
  const words = (await ask('/llms.txt')).match(/[a-z]{3,}/gi)!.slice(0, 300);
  for (const word of words) await ask(`/api/search?q=${word}`);
  for (const { path } of pages.items) await ask(`/api/pages/${path}`);
  const taken = peakOf(child) - before;
  child.kill('SIGKILL');
  big.close();
  told.push(`${words.length} searches and ${pages.items.length} pages of a large site took ${taken >> 20} MiB`);
  if (taken > MEMORY) faults.push(`a large site took ${taken >> 20} MiB`);
}

/** Most memory that a process has had, in bytes. */
function peakOf({ pid }: ChildProcess): number {
  return 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
}
