/**
 * Asks a server ever new searches, each twice and compressed, as its caches keep what is asked again. Its memory stays level, and
 * below what a container of 512 MiB allows; where this process may make a memory cgroup (version 1, as root), the server runs in one.
 * level_memory.ts [--searches N] [--workers N] [--mebibytes N] [--pages N]
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { residentMebibytes, startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';
import { word, writeWordSite } from './word_site.ts';

const searches = option('searches', 20_000);
const workers = option('workers', 4);
const mebibytes = option('mebibytes', 512);
const pages = option('pages', 1_500);
const connections = 8;
const MIB = 1024 * 1024;

const folder = temporaryFolder();
const artefact = bakeSite(folder, 'aaa111', writeWordSite(folder, 'content', pages));
const group = openGroup();
const enter = group === null ? [] : ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh'];
const server = await startServe([artefact, '--workers', String(workers)], enter);

const faults: string[] = [];
const readings: number[] = [];
let asked = 0;
while (asked < searches && faults.length === 0) {
  const until = asked + searches / 10;
  await Promise.all(Array.from({ length: connections }, () => askUntil(until)));
  readings.push(residentMebibytes(server));
}
const died = server.child.exitCode ?? server.child.signalCode;
if (died !== null) faults.push(`the server ended with ${died} after ${asked} searches`);
const early = Math.max(...readings.slice(0, 5));
const late = Math.max(...readings.slice(5));
if (late > mebibytes) faults.push(`it took ${late} MiB of ${mebibytes}`);
if (late > early * 1.15) faults.push(`its memory grew from ${early} to ${late} MiB in the second half`);
await server.end();
if (group !== null) rmdirSync(group);
const place = group === null ? 'without a cgroup' : `in a cgroup of ${mebibytes} MiB`;
conclude(`${asked} searches by ${workers} workers ${place}, resident MiB ${readings.join(' ')}`, faults);

async function askUntil(end: number): Promise<void> {
  while (asked < end && faults.length === 0) {
    const number = asked++;
    const target = `/api/pages?q=${word(number)}+${word(7 * number + 1)}&limit=${1 + (number % 100)}`;
    for (let time = 0; time < 2; time++) {
      try {
        const response = await fetch(`http://127.0.0.1:${server.port}${target}`);
        if (response.status !== 200) faults.push(`${target}: ${response.status}`);
        await response.arrayBuffer();
      } catch (error) {
        faults.push(`${target}: ${(error as Error).message}`);
      }
    }
  }
}

/** A memory cgroup of its own with the limit, or null where none can be made. */
function openGroup(): string | null {
  const path = `/sys/fs/cgroup/memory/catchword-${process.pid}`;
  try {
    mkdirSync(path);
    writeFileSync(join(path, 'memory.limit_in_bytes'), String(mebibytes * MIB));
    return path;
  } catch {
    if (existsSync(path)) rmdirSync(path);
    return null;
  }
}
