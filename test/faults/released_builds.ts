/**
 * Swaps the build of a server repeatedly. The memory of earlier builds must be released by the thread that swaps and by
 * those that answer: the memory of the server must not grow with the number of swaps.
 * released_builds.ts [--swaps N] [--workers N] [--pages N]
 */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { residentMebibytes, startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';
import { writeWordSite } from './word_site.ts';

const swaps = option('swaps', 16);
const workers = option('workers', 2);
const pages = option('pages', 3_000);

const folder = temporaryFolder();
const content = writeWordSite(folder, 'content', pages);
const artefacts = ['aaa111', 'bbb222'].map((commit) => bakeSite(folder, commit, content));
const mebibytes = statSync(artefacts[0]!).size / 1024 / 1024;
const served = join(folder, 'served.catchword');
put(artefacts[0]!);
const server = await startServe([served, '--workers', String(workers), '--cache', '1M']);

const faults: string[] = [];
const readings: number[] = [];
for (let swap = 1; swap <= swaps && faults.length === 0; swap++) {
  put(artefacts[swap % 2]!);
  await untilServed(swap % 2 === 0 ? 'aaa111' : 'bbb222');
  readings.push(residentMebibytes(server));
}
const early = Math.max(...readings.slice(0, readings.length / 2));
const late = Math.max(...readings.slice(readings.length / 2));
// If every second build were not released, growth would be twice this.
const growth = (swaps / 4) * mebibytes;
if (late - early > growth) faults.push(`it grew from ${early} to ${late} MiB in the second half of the swaps`);
await server.end();
conclude(
  `${swaps} swaps of ${mebibytes.toFixed(1)} MiB by ${workers} workers, resident MiB ${readings.join(' ')}`,
  faults,
);

/** Moves a copy to the served path, as a deployment does. */
function put(artefact: string): void {
  const beside = join(folder, 'next');
  writeFileSync(beside, readFileSync(artefact));
  renameSync(beside, served);
}

async function untilServed(commit: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const response = await fetch(`http://127.0.0.1:${server.port}/version.json`);
    if (((await response.json()) as { commit: string }).commit === commit) return;
    await sleep(50);
  }
  faults.push(`${commit} was not served within 10 s`);
}
