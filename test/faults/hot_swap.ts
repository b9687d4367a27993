/**
 * Swaps the build of a server under load, by moving another artefact to its path and by SIGHUP, with damaged ones among
 * them. No request may be lost, and no response may mix two builds. A bad build must be refused with one log line and
 * change nothing.
 * hot_swap.ts [--swaps N] [--bad N] [--workers N]
 */
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection, type ReadAnswer } from './http_client.ts';
import { startLoad } from './load.ts';
import { messagesOf, startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const swaps = option('swaps', 6);
const bad = option('bad', 4);
const workers = option('workers', 2);
const folder = temporaryFolder();
const artefacts = { aaa111: bakeBuild('aaa111'), bbb222: bakeBuild('bbb222') };
const served = join(folder, 'served.catchword');
copyFileSync(artefacts.aaa111, served);

const faults: string[] = [];
const server = await startServe([served, '--workers', String(workers)]);
const load = startLoad({
  port: server.port,
  kept: 40,
  fresh: 20,
  paths: ['/api/pages/notes/p7', '/version.json', '/api/pages?q=page&limit=50', '/api/site-pages'],
  pause: 5,
  onAnswer: checkWhole,
});

let commit: keyof typeof artefacts = 'aaa111';
for (let swap = 0; swap < swaps; swap++) {
  commit = commit === 'aaa111' ? 'bbb222' : 'aaa111';
  put(readFileSync(artefacts[commit]));
  if (swap % 2 === 1) server.child.kill('SIGHUP');
  await untilServed(commit);
}
const whole = readFileSync(artefacts[commit]);
for (let round = 0; round < bad; round++) {
  const before = refusals();
  put(damage(whole, round));
  if (round % 2 === 1) server.child.kill('SIGHUP');
  for (let waited = 0; refusals() === before && waited < 5_000; waited += 50) await sleep(50);
  if (refusals() === before) faults.push(`bad build ${round}: it was not refused`);
  await sleep(300);
  await untilServed(commit);
}
await load.stop();
await server.end();

faults.push(...load.lost.map((reason) => `lost on a ${reason}`));
for (const message of messagesOf(server.errors())) {
  if (!/^(Reloaded|Cannot open) ".*served\.catchword"/.test(message)) faults.push(`said ${message}`);
}
conclude(`${swaps} swaps and ${bad} bad builds, ${refusals()} refusals, ${load.answered} requests answered`, faults);

/** Moves bytes to the served path, as a deployment does. */
function put(bytes: Uint8Array): void {
  const beside = join(folder, 'next');
  writeFileSync(beside, bytes);
  renameSync(beside, served);
}

function damage(bytes: Buffer, round: number): Uint8Array {
  const kinds = [
    () => bytes.subarray(0, Math.floor(bytes.length / 2)),
    () => Buffer.alloc(0),
    () => Buffer.from('not an artefact'),
    () => Buffer.from(bytes).fill(round, 10_000, 10_064),
  ];
  return kinds[round % kinds.length]!();
}

function refusals(): number {
  return server.errors().split('Still serving the previous build').length - 1;
}

/** Waits until every thread must have answered from the build. After the first such response, none may come from another. */
async function untilServed(expected: string): Promise<void> {
  for (let waited = 0; waited < 5_000; waited += 20) {
    if ((await versions(1))[0] === expected) {
      const after = await versions(16);
      const older = after.filter((each) => each !== expected);
      if (older.length > 0)
        faults.push(`${older.length} of ${after.length} answers after the swap came from before it`);
      return;
    }
    await sleep(20);
  }
  faults.push(`${expected} was not served within 5 s`);
}

/** The commits by `/version.json`, read one after the other on connections that spread over the threads. */
async function versions(count: number): Promise<string[]> {
  const found: string[] = [];
  for (let each = 0; each < count; each++) {
    const { socket, ask } = await openConnection(server.port);
    found.push((JSON.parse((await ask(get('/version.json'))).body) as { commit: string }).commit);
    socket.destroy();
  }
  return found;
}

/** A build in which every page names the commit. @returns its path */
function bakeBuild(name: string): string {
  const content = join(folder, name);
  mkdirSync(join(content, 'notes'), { recursive: true });
  writeFileSync(join(content, 'index.md'), `# Root of ${name}\n`);
  for (let page = 0; page < 40; page++) {
    const next = (page + 1) % 40;
    writeFileSync(
      join(content, 'notes', `p${page}.md`),
      `# Page ${page} of ${name}\n\nSee [next](p${next}.md) in ${name}.\n`,
    );
  }
  return bakeSite(folder, name, content);
}

/** The validator and the body of a response must name the same build. */
function checkWhole({ status, head, body }: ReadAnswer, path: string): void {
  const named = new Set(`${head}${body}`.match(/aaa111|bbb222/g));
  if (status !== 200) faults.push(`${path}: ${status}`);
  else if (named.size !== 1) faults.push(`${path}: names ${[...named].join(' and ') || 'no build'}`);
}
