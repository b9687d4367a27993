/**
 * Fills the disk of a server's feedback while a reader blocks SQLite's checkpoint, and then fills the log alone.
 * Submissions must be refused with a problem and Retry-After, reads must work as before, the server's log must warn
 * before the disk is full, SQLite's write-ahead log must stay within 64 MiB, and submissions must be confirmed again
 * within a second of there being space.
 * full_disk.ts. Needs root, to mount a tmpfs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareStore } from './acknowledged.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import type { ReadAnswer } from './http_client.ts';
import { startLoad } from './load.ts';
import { startServe } from './serve_process.ts';
import { type Submitters, startSubmitters } from './submitters.ts';
import { conclude } from './verdict.ts';

const MIB = 1024 * 1024;
const size = 240;
const left = 24;
/** In milliseconds. The last allows for other programs on the machine. */
const bounds = { recovery: 1_000, warning: 8_000, filling: 30_000, read: 100 };

const folder = temporaryFolder();
const disk = join(folder, 'disk');
mkdirSync(disk);
if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', disk]).status !== 0) {
  process.stdout.write('skipped: no tmpfs can be mounted\n');
  process.exit(0);
}
// Unmount before the folder is removed.
process.prependOnceListener('exit', () => spawnSync('umount', ['-l', disk]));

const store = join(disk, 'feedback.db');
const ballast = join(disk, 'ballast');
const server = await startServe([bakeSite(folder, 'abc123'), '--feedback', `sqlite:${store}`]);
const faults: string[] = [];
/** Response times of one client, without its pauses. */
const times: number[] = [];
const pause = 5;
let last = performance.now();
const reads = startLoad({
  port: server.port,
  kept: 1,
  fresh: 0,
  paths: ['/api/pages/index', '/api/pages?q=cache', '/api/feedback', '/api/tags'],
  pause,
  onAnswer({ status }, path) {
    times.push(performance.now() - last - pause);
    last = performance.now();
    if (status !== 200) faults.push(`${path} was answered ${status}`);
  },
});
const acknowledged = new Map<string, string>();
let largest = 0;

await sleep(1_000);
const before = percentile();
await fill('log', async () => {
  if (server.errors().includes('MiB left')) faults.push('the log warned of a disk that had room');
});
await fill('disk', async () => {
  writeFileSync(ballast, Buffer.alloc(free() - left * MIB));
  await until(
    () => server.errors().includes('MiB left; the store may need 128'),
    bounds.warning,
    'the log does not warn',
  );
});
await until(
  () => server.errors().includes('MiB left, which is enough.'),
  bounds.warning,
  'the log does not say that there is room',
);
const during = percentile();
if (during > bounds.read) faults.push(`the 99th percentile of reads was ${during} ms`);
await reads.stop();
const { code } = await server.end();
if (code !== 143) faults.push(`ended with ${code}`);
if (largest > 64 * MIB) faults.push(`SQLite's log grew to ${largest} bytes`);
faults.push(...reads.lost);
const { lost, duplicated, damaged } = await compareStore(store, acknowledged);
faults.push(...[...lost, ...duplicated].map((key) => `${key} is lost or duplicated`));
if (damaged > 0) faults.push(`${damaged} damages`);
conclude(
  `${acknowledged.size} confirmed, SQLite's log at most ${(largest / MIB).toFixed(1)} MiB, ${reads.answered} reads, ` +
    `p99 ${before.toFixed(1)} ms before and ${during.toFixed(1)} ms during it`,
  faults,
);

/** Submits while a reader blocks the checkpoint, until submissions are refused, and then until they are confirmed again. */
async function fill(what: string, prepare: () => Promise<void>): Promise<void> {
  await prepare();
  const reader = new DatabaseSync(store);
  reader.exec('begin; select * from catchword_fact');
  const crowd = startSubmitters({ port: server.port, clients: 32, name: what, filling: '😀'.repeat(1_900) });
  await until(() => isRefused(crowd), bounds.filling, `the ${what} was not full`);
  await sleep(300);
  const { answer } = crowd.refused.at(-1) ?? { answer: null };
  if (answer !== null) expectProblem(answer);
  if (what === 'disk' && free() > MIB) faults.push(`${free()} bytes were left on the full disk`);
  reader.close();
  rmSync(ballast, { force: true });
  const ended = performance.now();
  await until(() => crowd.lastConfirmed > ended, bounds.recovery, `after the ${what} nothing was confirmed`);
  await crowd.stop();
  for (const [key, id] of crowd.acknowledged) acknowledged.set(key + '😀'.repeat(1_900), id);
}

/** Whether submissions have been refused for a while. */
function isRefused({ refused, lastConfirmed }: Submitters): boolean {
  return refused.length >= 32 && performance.now() > lastConfirmed + 200;
}

function expectProblem({ status, head, body }: ReadAnswer): void {
  const isProblem = /^content-type: application\/problem\+json$/im.test(head) && /^retry-after: 5$/im.test(head);
  if (status === 500 && isProblem && JSON.parse(body).type.endsWith('/unexpected-failure')) return;
  faults.push(`refused by ${head}`);
}

async function until(holds: () => boolean, milliseconds: number, fault: string): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    largest = Math.max(largest, statSync(`${store}-wal`, { throwIfNoEntry: false })?.size ?? 0);
    if (holds()) return;
    await sleep(10);
  }
  faults.push(`${fault} within ${milliseconds} ms`);
}

function free(): number {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}

/** 99th percentile of the read times since the last call, in milliseconds. */
function percentile(): number {
  const sorted = times.splice(0).sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
