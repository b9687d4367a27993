/**
 * Stops a server under load repeatedly. Every request that was sent must be answered, and the process must end within ten
 * seconds, whatever other signals arrive.
 * drain.ts [--cycles N] [--workers N] [--kept N] [--fresh N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { startLoad } from './load.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const cycles = option('cycles', 3);
const workers = option('workers', 1);
const kept = option('kept', 200);
const fresh = option('fresh', 200);
const artefact = bakeSite(temporaryFolder(), 'abc123');
const paths = ['/api/pages/index', '/api/pages?q=cache', '/version.json'];

const faults: string[] = [];
let answered = 0;
let slowest = 0;
for (let cycle = 0; cycle < cycles; cycle++) {
  const server = await startServe([artefact, '--workers', String(workers)]);
  const load = startLoad({ port: server.port, kept, fresh, paths, pause: 2, portCloses: true });
  await sleep(300);
  const ended = server.end('SIGTERM');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    await sleep(20);
    server.child.kill(signal);
  }
  const { code, milliseconds } = await ended;
  await load.stop();
  answered += load.answered;
  slowest = Math.max(slowest, milliseconds);
  faults.push(...load.lost.map((reason) => `cycle ${cycle}: lost on a ${reason}`));
  if (load.unaccepted > 0) faults.push(`cycle ${cycle}: the port closed on ${load.unaccepted} connections`);
  if (code !== 143) faults.push(`cycle ${cycle}: ended with ${code}`);
  if (milliseconds > 10_000) faults.push(`cycle ${cycle}: took ${Math.round(milliseconds)} ms`);
  if (server.errors() !== '') faults.push(`cycle ${cycle}: said ${server.errors()}`);
}
conclude(`${cycles} stops, ${answered} requests answered, gone within ${Math.round(slowest)} ms`, faults);
