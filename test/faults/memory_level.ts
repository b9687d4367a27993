/**
 * Sends a server searches, addresses and codings that never repeat, in a memory cgroup that kills the server if it takes too
 * much. Each search is sent twice, compressed, so that it is cached. Memory must stay below the limit and must not grow in the
 * second half of the requests.
 * memory_level.ts [--searches N] [--mebibytes N] [--workers N] [--pages N] [--program FILE]
 *
 * Where no cgroup can be made, the heap of each thread is bounded instead.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { catchword, residentMebibytes, startServe } from './serve_process.ts';
import { conclude, option, textOption } from './verdict.ts';
import { word, writeWordSite } from './word_site.ts';

const CLIENTS = 8;
/** Between two readings of the memory, in milliseconds. */
const READING_INTERVAL = 250;
/** How much more the second half may take than the first. */
const MOST_GROWTH = 1.15;

const searches = option('searches', 5_000);
const mebibytes = option('mebibytes', 512);
const workers = option('workers', 4);
const pages = option('pages', 1_500);
const program = textOption('program', catchword);

const folder = temporaryFolder();
const artefact = bakeSite(folder, 'abc123', writeWordSite(folder, 'content', pages), 'abc123', program);
const group = makeCgroup();
const heap = Math.floor(mebibytes / 2);
const launcher =
  group === null
    ? ['env', `NODE_OPTIONS=--max-old-space-size=${heap}`]
    : ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh'];
const server = await startServe([artefact, '--workers', String(workers)], launcher, program);

const faults: string[] = [];
/** Resident memory over time, with the number of searches sent by then. */
const readings: { readonly searches: number; readonly mebibytes: number }[] = [];
let started = 0;
let answered = 0;
const reading = setInterval(() => {
  readings.push({ searches: started, mebibytes: residentMebibytes(server) });
}, READING_INTERVAL);
await Promise.all(Array.from({ length: CLIENTS }, sendRequests));
clearInterval(reading);
const { code } = await server.end();

const first = highest(readings.filter((each) => each.searches <= searches / 2));
const second = highest(readings.filter((each) => each.searches > searches / 2));
if (first === 0 || second === 0) faults.push('too few readings: send more searches');
if (second > mebibytes) faults.push(`it took ${second} MiB of ${mebibytes}`);
if (second > first * MOST_GROWTH) faults.push(`memory grew from ${first} to ${second} MiB in the second half`);
if (code !== 143) faults.push(`ended with ${code}: ${server.errors().slice(0, 400)}`);
const bound = group === null ? `with heaps of ${heap} MiB` : `in a cgroup of ${mebibytes} MiB`;
conclude(
  `${started} different searches, ${answered} requests to ${workers} workers ${bound}; at most ${first} MiB in the first half, ${second} MiB in the second`,
  faults,
);

/** One client: for each search, the search twice and one request of every other kind. */
async function sendRequests(): Promise<void> {
  const { socket, ask } = await openConnection(server.port);
  try {
    while (started < searches && faults.length === 0) {
      const number = started++;
      const search = searchRequest(number);
      for (const request of [search, search, ...uniqueRequests(number)]) {
        const { status, head } = await ask(request);
        if (request === search ? status !== 200 : status >= 500) faults.push(head);
        answered++;
      }
      // Let the timer take its readings.
      if (number % 100 === 0) await sleep(1);
    }
  } catch (error) {
    faults.push(`lost: ${error instanceof Error ? error.message : error}`);
  }
  socket.destroy();
}

/** A search for two words, another one for each number below 4,000,000. */
function searchRequest(number: number): string {
  const other = 7 * number + 1 + Math.floor(number / 2_000);
  return get(
    `/api/pages?q=${word(number)}+${word(other)}&limit=${1 + (number % 100)}`,
    'Accept-Encoding: br, gzip\r\n',
  );
}

/** Requests whose address, host, body and codings never occur again. */
function uniqueRequests(number: number): readonly string[] {
  const name = `n${number.toString(36)}`;
  const codings = `Accept-Encoding: gzip;q=0.${number % 1_000}, br;q=0.${Math.floor(number / 1_000) % 1_000}, x-${name}\r\n`;
  const body = JSON.stringify({
    match: { text: `page ${name} ${word(number)}`, in: 'all' },
    limit: 100,
    facets: ['tags'],
  });
  const bodyFields = `Content-Type: application/json\r\nx-http-method-override: QUERY\r\nContent-Length: ${body.length}\r\n`;
  return [
    get(`/api/pages/index?${name}`, codings),
    get(`/api/nothing/${name}`, codings),
    get(`/api/openapi.json?${name}`, `${codings}X-Forwarded-Host: ${name}.example\r\n`).replace(
      'a.example',
      `${name}.example`,
    ),
    `POST /api/pages HTTP/1.1\r\nHost: a.example\r\n${codings}${bodyFields}\r\n${body}`,
  ];
}

/** A cgroup with a memory limit, of version 2 or 1, removed when this process ends; null where none can be made. */
function makeCgroup(): string | null {
  for (const [parent, limit] of [
    ['/sys/fs/cgroup', 'memory.max'],
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
  ]) {
    const path = `${parent}/catchword-${process.pid}`;
    try {
      mkdirSync(path);
      if (!existsSync(`${path}/${limit}`)) throw new Error('no cgroups here');
      writeFileSync(`${path}/${limit}`, `${mebibytes * 1024 * 1024}`);
      process.once('exit', () => rmdirSync(path));
      return path;
    } catch {
      if (existsSync(path)) rmdirSync(path);
    }
  }
  return null;
}

function highest(some: typeof readings): number {
  return Math.max(0, ...some.map((each) => each.mebibytes));
}
