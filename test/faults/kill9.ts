/**
 * Kills a writing process with SIGKILL repeatedly, restarts it, and compares the store with what was acknowledged. Holds
 * when nothing is lost, duplicated or damaged.
 * kill9.ts [--cycles 20] [--writers 32]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compareStore, readAcknowledged } from './acknowledged.ts';

const { values } = parseArgs({ options: { cycles: { type: 'string' }, writers: { type: 'string' } } });
const cycles = Number(values.cycles ?? 20);
const writers = Number(values.writers ?? 32);

const folder = mkdtempSync(join(tmpdir(), 'catchword-kill9-'));
/** Cycles per store. Each cycle compares the whole store, so an ever growing one would make cycles ever slower. */
const cyclesAStore = 25;
const writer = new URL('feedback_writer.ts', import.meta.url).pathname;
let file = '';
let acknowledged = new Map<string, string>();
let confirmed = 0;
let faults = 0;

for (let cycle = 1; cycle <= cycles; cycle++) {
  if ((cycle - 1) % cyclesAStore === 0) {
    confirmed += acknowledged.size;
    acknowledged = new Map();
    file = join(folder, `feedback-${cycle}.db`);
  }
  // Each writer continues with its first unconfirmed key, as a client would.
  const child = spawn(process.execPath, [
    writer,
    file,
    String(writers),
    '1e9',
    JSON.stringify(nextNumbers()),
    'thread',
  ]);
  let lines = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    lines += text;
  });
  child.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const begun = new Promise((resolve) => child.stdout.once('data', resolve));
  await Promise.race([begun, ended]);
  // The moment of the kill varies, so that it can hit any part of a commit.
  await delay(1 + ((cycle * 37) % 90));
  child.kill('SIGKILL');
  await ended;
  // The last line may be cut off; then it does not count as received.
  readAcknowledged(lines, acknowledged);
  const verdict = await compareStore(file, acknowledged);
  faults += verdict.lost.length + verdict.duplicated.length + verdict.damaged;
  if (faults > 0) {
    console.log(JSON.stringify({ cycle, ...verdict }));
    break;
  }
}

confirmed += acknowledged.size;
console.log(`kill -9: ${cycles} cycles, ${confirmed} acknowledged, ${faults} faults`);
rmSync(folder, { recursive: true });
process.exitCode = faults === 0 && confirmed > 0 ? 0 : 1;

function nextNumbers(): readonly number[] {
  const next = new Array<number>(writers).fill(0);
  for (const key of acknowledged.keys()) {
    const [own, number] = key.split('.').map(Number);
    next[own!] = Math.max(next[own!]!, number! + 1);
  }
  return next;
}
