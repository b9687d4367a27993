/** `npm run bench:load -- [corpus folder or artefact]`: how equal callers are served, and one beside a flood. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bake } from '../../src/bake/site_baker.ts';
import { createQueryAnalyser } from '../../src/corpus/analysis/analyse_query.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { progress, readArguments, readCount, refuseUsage, scratchFolder } from '../command_line.ts';
import { SETTINGS } from '../engines/catchword.ts';
import { drawWorkloads, spellTarget } from '../http/draw_workloads.ts';
import { freePort } from '../http/free_port.ts';
import { canLoad, type LoadResult, runLoad } from '../http/run_load.ts';
import { ServerProcess } from '../http/server_process.ts';
import { SERVERS, type ServerInputs } from '../http/servers.ts';
import { writeRequests } from '../http/write_requests.ts';
import { readSitePages } from '../pages/site_pages.ts';
import { canPin } from '../process/engine_client.ts';
import { drawQueries } from '../queries/draw_queries.ts';
import { describeMachine } from '../report/machine.ts';
import { type Layer, type Profile, sharesOfLayers } from './layers.ts';
import { type Beside, type Equal, renderLayers, renderLoadTables } from './render_load_tables.ts';

const USAGE = `Usage: npm run bench:load -- [corpus folder or artefact] [options]

Prints throughput and latency of searches that no cache has: of equal connections that wait for each answer, and of one
connection beside a flood. Needs Linux and wrk (Debian package wrk).

  --queries N      different searches, more than the caches hold (default 60000)
  --seconds N      length of each measurement (default 5)
  --seed N         draws other searches (default 1)
  --profile        prints instead where a server with 32 connections spends its time
`;

/** An arbitrary commit: without one there would be no validators. */
const COMMIT = '0'.repeat(40);
const WARM_UP_SECONDS = 8;
/** A flood begins before the one beside it, and ends after it. */
const MARGIN = 1;
/** Requests that a pipelining connection sends at once. */
const DEPTH = 16;
/** A large prime, so that each measurement begins at another search. */
const STRIDE = 7919;
const MANY = 64;

const { values, positionals } = readArguments(
  {
    queries: { type: 'string', default: '60000' },
    seconds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    profile: { type: 'boolean', default: false },
  },
  USAGE,
);
const given = resolve(positionals[0] ?? fileURLToPath(new URL('../../site', import.meta.url)));
if (!existsSync(given)) refuseUsage(`Cannot read "${given}": there is no such file or folder`, USAGE);
if (!canLoad()) refuseUsage('Cannot measure: wrk is not installed (Debian package wrk)', USAGE);
const [queries, seconds, seed] = (['queries', 'seconds', 'seed'] as const).map((option) =>
  readCount(option, values[option], USAGE),
) as [number, number, number];

const scratch = scratchFolder();
const artefact = statSync(given).isDirectory() ? await bakeFolder(given) : given;
const corpus = loadArtefact(artefact);
const requests = join(scratch, 'requests');
const cores = availableParallelism();
const port = await freePort();
let started = 0;
let count = 0;
if (values.profile) {
  await profile();
  process.exit(0);
}
count = writeRequests(requests, port, drawSearches(corpus));
const command = await SERVERS.catchword.command({ artefact, port } as ServerInputs);
const server = new ServerProcess(command, port, String(cores - 1));
await server.ready();
progress(`warming up with ${count} searches`);
await load(32, WARM_UP_SECONDS);

const equal: Equal[] = [];
for (const connections of [1, 32, 128]) {
  progress(`${connections} equal connections`);
  equal.push({ connections, ...(await load(connections)) });
}
const beside: Beside[] = [];
for (const [connections, depth] of [
  [1, DEPTH],
  [MANY, DEPTH],
  [MANY, 1],
] as const) {
  progress(`one beside ${connections} connections${depth === 1 ? '' : ' that pipeline'}`);
  beside.push(await loadBeside(connections, depth));
}
await server.stop();
process.stdout.write(
  renderLoadTables({
    machine: describeMachine(canPin()),
    pages: corpus.pages.count,
    folder: given,
    seconds,
    equal,
    beside,
  }),
);

/** Profiles a server for each kind of request that no cache answers. */
async function profile(): Promise<void> {
  const rows: [string, Record<Layer, number>][] = [];
  for (const workload of drawWorkloads(corpus, queries, seed).filter(({ name }) => name.endsWith(', new'))) {
    progress(workload.name);
    const folder = join(scratch, workload.treatment);
    const [program, ...rest] = await SERVERS.catchword.command({ artefact, port } as ServerInputs);
    const profiled = new ServerProcess([program!, '--cpu-prof', `--cpu-prof-dir=${folder}`, ...rest], port, null);
    await profiled.ready();
    count = writeRequests(requests, port, workload.requests);
    await load(32, 2 * seconds);
    await profiled.stop('SIGTERM');
    const [file] = readdirSync(folder);
    rows.push([workload.name, sharesOfLayers(JSON.parse(readFileSync(join(folder, file!), 'utf8')) as Profile)]);
  }
  process.stdout.write(`${describeMachine(false)}\n\n${renderLayers(rows)}\n`);
}

function load(connections: number, time = seconds, depth = 1): Promise<LoadResult> {
  started += STRIDE;
  return runLoad({
    port,
    requests,
    start: started % count,
    seconds: time,
    connections,
    core: cores > 1 ? 0 : null,
    depth,
  });
}

async function loadBeside(connections: number, depth: number): Promise<Beside> {
  const before = server.residentBytes();
  const flood = load(connections, seconds + 2 * MARGIN, depth);
  await sleep(1_000 * MARGIN);
  const caller = await load(1);
  const grown = server.residentBytes() - before;
  const { requests: answered, microseconds } = await flood;
  return { connections, pipelines: depth > 1, caller, perSecond: (answered / microseconds) * 1e6, grown };
}

async function bakeFolder(folder: string): Promise<string> {
  const out = join(scratch, 'site.catchword');
  progress('baking');
  await bake({
    folder,
    out,
    settings: SETTINGS,
    commit: COMMIT,
    local: false,
    cache: null,
    workers: availableParallelism(),
  });
  return out;
}

/** Searches for two words of one page. */
function drawSearches(corpus: Corpus) {
  const analyser = createQueryAnalyser(corpus.analyser.algorithms, corpus.settings.language);
  const drawn = drawQueries(readSitePages(corpus), analyser, queries, seed, ['two words, all'])['two words, all'];
  return [...new Set(drawn.flatMap((query) => spellTarget(query) ?? []))].map((target) => ({
    method: 'GET' as const,
    target,
    body: '',
  }));
}
