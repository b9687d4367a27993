/**
 * Makes system calls of a server on its feedback files fail under load: the n-th of a kind, or all of a kind for a while;
 * also while the server recovers from a SIGKILL. Throughout, pages must be answered 200 and submissions 201 or 500.
 * Within a second of the end of a fault, the same process must answer 201 again. No confirmed submission may be missing,
 * and the store must be undamaged.
 * failing_server_disk.ts [--nth N] [--kills N] [--while MILLISECONDS]. Needs strace.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareStore } from './acknowledged.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { type Load, startLoad } from './load.ts';
import { type ServeProcess, startServe } from './serve_process.ts';
import { type Submitters, startSubmitters } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const nth = option('nth', 2);
const kills = option('kills', 4);
const duration = option('while', 400);
/** A submission must be confirmed within this many milliseconds of the end of a fault. */
const recovery = 1_000;
const kinds = [
  'pwrite64:error=EIO',
  'pwrite64:error=ENOSPC',
  'fsync:error=EIO',
  'ftruncate:error=EIO',
  'openat:error=EIO',
  'openat:error=EMFILE',
];

if (spawnSync('strace', ['-V']).status !== 0) {
  process.stdout.write('skipped: there is no strace\n');
  process.exit(0);
}

const folder = temporaryFolder();
const artefact = bakeSite(folder, 'abc123');
const store = join(folder, 'feedback.db');
const strace = ['strace', '-f', '-o', '/dev/null', '-P', store, '-P', `${store}-wal`, '-P', `${store}-shm`];
const acknowledged = new Map<string, string>();
const faults: string[] = [];
const counts = { faults: 0, reads: 0, refused: 0 };
let slowest = 0;

let running = await start([]);
for (const kind of kinds) {
  for (let at = 1; at <= nth; at++) await fail(`${kind}:when=${at}`, duration / 4);
  // The store closes the connection after a failed sync, so the next call to fail is the opening of a new one.
  await fail(kind, duration, kind.startsWith('openat') ? ['-e', 'inject=fsync:error=EIO:when=1'] : []);
}
await stop(running);

for (let kill = 0; kill < kills; kill++) {
  running = await start([]);
  await sleep(100 + ((kill * 37) % 90));
  running.server.child.kill('SIGKILL');
  await stop(running);
  const kind = kinds[kill % kinds.length]!;
  const until = `when=1..${1 + ((kill * 5) % 40)}`;
  running = await start([...strace, '-D', '-e', `inject=${kind}:${until}`]);
  await sleep(duration);
  await expectRecovery(performance.now(), `${kind}:${until} in recovery`);
  await stop(running);
}

const { rows, lost, duplicated, damaged } = await compareStore(store, acknowledged);
faults.push(...lost.map((key) => `${key} was confirmed and is not there`), ...duplicated.map((key) => `${key} twice`));
if (damaged > 0) faults.push(`${damaged} damages`);
if (counts.refused === 0) faults.push('no submission was refused: the faults did not reach the store');
conclude(
  `${counts.faults} faults and ${kills} kills, ${acknowledged.size} confirmed of ${rows} rows, ${counts.refused} refused, ` +
    `${counts.reads} pages read, recovered within ${Math.round(slowest)} ms`,
  faults,
);

interface Running {
  readonly server: ServeProcess;
  readonly reads: Load;
  readonly submitters: Submitters;
}

async function start(launcher: readonly string[]): Promise<Running> {
  const server = await startServe([artefact, '--feedback', `sqlite:${store}`, '--rollup-every', '0'], launcher);
  const reads = startLoad({
    port: server.port,
    kept: 2,
    fresh: 1,
    paths: ['/api/pages/index', '/api/pages?q=cache', '/api/tags'],
    pause: 5,
    onAnswer({ status }, path) {
      if (status !== 200) faults.push(`${path} was answered ${status}`);
    },
  });
  const name = `run${performance.now().toFixed(0)}`;
  return { server, reads, submitters: startSubmitters({ port: server.port, clients: 4, name, pause: 2 }) };
}

/** Ends a run, unless it was killed, and collects what it confirmed. */
async function stop({ server, reads, submitters }: Running): Promise<void> {
  const killed = server.child.signalCode !== null || server.child.killed;
  await Promise.all([reads.stop(), submitters.stop()]);
  const { code } = await server.end();
  if (!killed && code !== 143) faults.push(`ended with ${code}, said ${server.errors()}`);
  if (!killed) faults.push(...reads.lost);
  for (const [key, id] of submitters.acknowledged) acknowledged.set(key, id);
  counts.reads += reads.answered;
  for (const { answer } of submitters.refused) {
    if (answer === null) {
      if (!killed) faults.push('a submission was not answered');
    } else {
      counts.refused++;
      if (answer.status !== 500 || !/^retry-after: 5$/im.test(answer.head)) faults.push(`refused by ${answer.head}`);
    }
  }
}

/** Makes calls fail for a while. @param further arguments of strace */
async function fail(injection: string, milliseconds: number, further: readonly string[] = []): Promise<void> {
  const given = [...strace.slice(1), ...further, '-e', `inject=${injection}`, '-p', String(running.server.child.pid)];
  const tracer = spawn('strace', given, { stdio: ['ignore', 'ignore', 'pipe'] });
  await once(tracer.stderr, 'data');
  await sleep(milliseconds);
  tracer.kill('SIGINT');
  await once(tracer, 'exit');
  counts.faults++;
  await expectRecovery(performance.now(), injection);
}

async function expectRecovery(ended: number, fault: string): Promise<void> {
  while (running.submitters.lastConfirmed < ended && performance.now() < ended + 5 * recovery) await sleep(5);
  const took = Math.max(0, running.submitters.lastConfirmed - ended);
  slowest = Math.max(slowest, took);
  if (took > recovery || running.submitters.lastConfirmed < ended) {
    faults.push(`after ${fault} nothing was confirmed within ${recovery} ms`);
  }
}
