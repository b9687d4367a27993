/** `npm run bench:http -- [corpus folder]`: compares the service with other HTTP servers, in one run on one machine. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bake } from '../../src/bake/site_baker.ts';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import {
  installPeers,
  progress,
  readArguments,
  readCount,
  readNames,
  refuseUsage,
  scratchFolder,
} from '../command_line.ts';
import { SETTINGS } from '../engines/catchword.ts';
import { readSitePages, writeTokenPages } from '../pages/site_pages.ts';
import { canPin } from '../process/engine_client.ts';
import { describeMachine } from '../report/machine.ts';
import { nameOfCorpus, writeResults } from '../report/write_results.ts';
import { drawWorkloads } from './draw_workloads.ts';
import type { WorkloadResult } from './http_results.ts';
import { measureWorkload } from './measure_http.ts';
import { renderHttpPlot } from './render_http_plot.ts';
import { renderHttpTables } from './render_http_tables.ts';
import { canLoad } from './run_load.ts';
import { SERVER_NAMES, SERVERS } from './servers.ts';

const USAGE = `Usage: npm run bench:http -- [corpus folder] [options]

Compares CPU time, throughput and latency of the service and of other HTTP servers that answer the same bytes, over
loopback (default folder: the project's own site); prints tables and writes them to bench/results/ as JSON and SVG.
Needs Linux and wrk (Debian package wrk); takes in nginx (Debian package nginx) where it is installed.

  --servers A,B    of ${SERVER_NAMES.join(', ')}
  --only TEXT      workloads whose name holds it
  --queries N      different queries for the workloads that no cache answers (default 20000)
  --rounds N       timed rounds (default 5)
  --seconds N      length of a round, each server (default 3)
  --connections N  open at once (default 32)
  --seed N         draws other queries (default 1)
`;

/** An arbitrary commit: without one there would be no validators. */
const COMMIT = '0'.repeat(40);

const { values, positionals } = readArguments(
  {
    servers: { type: 'string', default: SERVER_NAMES.join(',') },
    only: { type: 'string', default: '' },
    queries: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    seed: { type: 'string', default: '1' },
  },
  USAGE,
);
const content = resolve(positionals[0] ?? fileURLToPath(new URL('../../site', import.meta.url)));
if (!existsSync(content)) refuse(`Cannot read "${content}": there is no such folder`);
if (!canLoad()) refuse('Cannot measure: wrk is not installed (Debian package wrk)');
if (!existsSync('/proc/self/schedstat')) refuse('Cannot measure: CPU time is read from /proc, which Linux alone has');
const asked = readNames(values.servers, SERVER_NAMES, 'servers', USAGE);
const [queries, rounds, seconds, connections, seed] = (
  ['queries', 'rounds', 'seconds', 'connections', 'seed'] as const
).map((option) => readCount(option, values[option], USAGE)) as [number, number, number, number, number];

await installPeers();
const leftOut: { name: string; reason: string }[] = [];
const servers = asked.flatMap((name) => {
  const { title, version } = SERVERS[name];
  const found = version();
  if (found === null) leftOut.push({ name: title, reason: 'it is not installed' });
  return found === null ? [] : [{ name, title, version: found }];
});
const scratch = scratchFolder();

const artefact = join(scratch, 'site.catchword');
progress('baking');
const cores = availableParallelism();
await bake({
  folder: content,
  out: artefact,
  settings: SETTINGS,
  commit: COMMIT,
  local: false,
  cache: null,
  workers: cores,
});
const corpus = loadArtefact(artefact);
progress('drawing requests');
const drawn = drawWorkloads(corpus, queries, seed).filter(({ name }) => name.includes(values.only));
const pages = join(scratch, 'pages.jsonl');
writeTokenPages(readSitePages(corpus), pages);
const workloads: WorkloadResult[] = [];
const names = servers.map(({ name }) => name);
for (const workload of drawn) {
  const options = { corpus, artefact, pages, servers: names, rounds, seconds, connections, cores, scratch, progress };
  workloads.push(await measureWorkload(workload, options));
}
const results = {
  machine: describeMachine(canPin()),
  folder: content,
  pages: corpus.pages.count,
  rounds,
  seconds,
  connections,
  servers,
  workloads,
  leftOut,
};
writeResults({
  name: `http-${nameOfCorpus(content)}`,
  tables: renderHttpTables(results),
  results,
  plot: renderHttpPlot(results),
});

function refuse(message: string): never {
  return refuseUsage(message, USAGE);
}
