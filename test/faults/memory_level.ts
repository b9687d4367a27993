/**
 * Questions, addresses and codings that are never asked twice, and some that are: memory reaches a level and stays there, in a cgroup
 * that ends the server where it does not.
 * memory_level.ts [--seconds N] [--megabytes N] [--workers N] [--program FILE]
 *
 * Where no cgroup can be made, the heap of each thread is bounded instead.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { catchword, type ServeProcess, startServe } from './serve_process.ts';
import { conclude, option, textOption } from './verdict.ts';

const CLIENTS = 8;
const SAMPLE = 500;
/** How much more the second half of the time may take than the first, in bytes. */
const MOST_GROWTH = 32 * 1024 * 1024;
/** Of the memory that the server may have; the setting is named where the program knows it. */
const CACHE = '32M';

const seconds = option('seconds', 60);
const megabytes = option('megabytes', 512);
const workers = option('workers', 2);
const program = textOption('program', catchword);
const artefact = bakeSite(temporaryFolder(), 'abc123', undefined, 'abc123', program);
const help = execFileSync(process.execPath, [program, 'serve', '--help'], { encoding: 'utf8' });
const cache = /^ +--cache\b/m.test(help) ? ['--cache', CACHE] : [];
const group = makeGroup();
const launcher =
  group === null
    ? ['env', `NODE_OPTIONS=--max-old-space-size=${Math.floor(megabytes / 2)}`]
    : ['sh', '-c', `echo $$ > ${group}/cgroup.procs; exec "$@"`, 'sh'];
const server = await startServe([artefact, '--workers', String(workers), ...cache], launcher, program);
const faults: string[] = [];
const samples: number[] = [];
const sampling = setInterval(() => samples.push(residentBytes(server)), SAMPLE);
const end = performance.now() + 1_000 * seconds;
let asked = 0;
await Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)));
clearInterval(sampling);
const { code } = await server.end();
if (group !== null) rmdirSync(group);

const half = Math.floor(samples.length / 2);
const [first, second] = [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))];
if (second - first > MOST_GROWTH) faults.push(`memory grew by ${mebibytes(second - first)} in the second half`);
if (code !== 143) faults.push(`ended with ${code}: ${server.errors().slice(0, 400)}`);
if (asked < seconds * 10) faults.push(`answered only ${asked} requests`);
const bound = group === null ? `heaps of ${Math.floor(megabytes / 2)} MiB` : `a cgroup of ${megabytes} MiB`;
conclude(
  `${asked} requests to ${workers} workers in ${bound}; at most ${mebibytes(first)} in the first half of ${seconds} s, ${mebibytes(second)} in the second`,
  faults,
);

/** Asks until the end: searches, pages with a query, lists, look-ups, each with another spelling of the codings. */
async function ask(client: number): Promise<void> {
  const { socket, ask } = await openConnection(server.port).catch(() => ({ socket: null, ask: null }));
  if (ask === null) return;
  for (let round = client; performance.now() < end; round += CLIENTS) {
    try {
      await ask(requestOf(round));
      asked++;
    } catch (error) {
      faults.push(`lost: ${error instanceof Error ? error.message : error}`);
      break;
    }
    if (round % 100 === client) await sleep(1);
  }
  socket?.destroy();
}

function requestOf(round: number): string {
  const word = `w${round.toString(36)}`;
  const codings = `Accept-Encoding: gzip;q=0.${round % 1_000}, br;q=0.${Math.floor(round / 1_000) % 1_000}, x-${word}\r\n`;
  const kind = round % 6;
  if (kind === 0) return get(`/api/pages?q=${word}+page&limit=${1 + (round % 100)}`, codings);
  // Asked for twice, so that its answer is kept.
  if (kind === 1) return get(`/api/pages?q=cache+${Math.floor(round / 12).toString(36)}&limit=50`, codings);
  if (kind === 2) return get(`/api/pages/index?${word}`, codings);
  if (kind === 3) return get(`/api/nothing/${word}`, codings);
  if (kind === 4)
    return get(`/api/openapi.json?${word}`, `${codings}X-Forwarded-Host: ${word}.example\r\n`).replace(
      'a.example',
      `${word}.example`,
    );
  const body = JSON.stringify({ match: { text: `the ${word} cache page`, in: 'all' }, limit: 100, facets: ['tags'] });
  const fields = `Content-Type: application/json\r\nx-http-method-override: QUERY\r\nContent-Length: ${body.length}`;
  return `POST /api/pages HTTP/1.1\r\nHost: a.example\r\n${codings}${fields}\r\n\r\n${body}`;
}

/** A cgroup with a bound on memory, of version 2 or 1; null where none can be made. */
function makeGroup(): string | null {
  const bytes = `${megabytes * 1024 * 1024}`;
  for (const [parent, limit] of [
    ['/sys/fs/cgroup', 'memory.max'],
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
  ]) {
    const path = `${parent}/catchword-${process.pid}`;
    try {
      mkdirSync(path);
      if (!existsSync(`${path}/${limit}`)) throw new Error('no cgroups here');
      writeFileSync(`${path}/${limit}`, bytes);
      return path;
    } catch {
      if (existsSync(path)) rmdirSync(path);
    }
  }
  return null;
}

function residentBytes({ child }: ServeProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'latin1');
    return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
