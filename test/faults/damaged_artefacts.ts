/**
 * Opens artefacts that are cut off, have flipped bits, are of another version, empty, foreign, or symbolic links to
 * nothing. Each must be refused with exit code 1 and one line that names the file and the reason; but a part with a flipped
 * bit is only read when it is needed, so there a query may also get the answer of the undamaged artefact, or a 500. A server
 * on such a file must name the damaged part in its log, and answer everything else.
 * damaged_artefacts.ts [--flips N] [--cuts N] [--served N]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import { main } from '../../src/cli/main.ts';
import { loadWholeArtefact } from '../../src/corpus/load_artefact.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));
const folder = temporaryFolder();
const whole = readFileSync(bakeSite(folder, 'abc123'));
const file = join(folder, 'damaged.catchword');
const random = new SeededRandom(option('seed', 1));
const flips = option('flips', 100);
const served = option('served', 2);
const cuts = Math.min(option('cuts', 100), Math.floor(whole.length / 1024));
const faults: string[] = [];

for (let cut = 0; cut < cuts; cut++) {
  const length = Math.floor((cut * whole.length) / cuts / 1024) * 1024;
  await mustRefuse(`cut to ${length} bytes`, whole.subarray(0, length));
}
const paths = [
  '/version.json',
  '/api/pages?q=page&facets=tags',
  '/api/pages/index',
  '/index.md',
  '/api/tags',
  '/api/site-pages',
];
writeFileSync(file, whole);
const sound = new Map<string, string>();
for (const path of paths) sound.set(path, (await ask(path)).out);
for (let flip = 0; flip < flips; flip++) {
  const { name, bytes } = flipped();
  writeFileSync(file, bytes);
  for (const path of paths) await mustRefuseOrAnswer(name, path);
}
for (let round = 0; round < served; round++) await mustNameWhileServing();

const kinds: readonly (readonly [string, Uint8Array])[] = [
  ['empty', Buffer.alloc(0)],
  ['a text', Buffer.from('# A page\n')],
  ['of zeros', Buffer.alloc(4096)],
  ['of a newer version', Buffer.from(whole).fill(99, 8, 9)],
  ['one byte longer', Buffer.concat([whole, Buffer.alloc(1)])],
  ['cut in its header', whole.subarray(0, 40)],
];
for (const [name, bytes] of kinds) {
  await mustRefuse(name, bytes);
  mustRefuseToServe(name, file);
}
symlinkSync(join(folder, 'nothing'), join(folder, 'link'));
mustRefuseToServe('a link to nothing', join(folder, 'link'));
mkdirSync(join(folder, 'closed'));
mustRefuseToServe('missing', join(folder, 'closed', 'site.catchword'));
conclude(`${cuts} cuts, ${flips} flips, ${served} of them served, and ${kinds.length + 2} other artefacts`, faults);

function flipped(): { readonly name: string; readonly bytes: Buffer } {
  const at = random.below(whole.length);
  const bytes = Buffer.from(whole);
  bytes[at] = bytes[at]! ^ (1 << random.below(8));
  return { name: `a bit flipped in byte ${at}`, bytes };
}

/** Asks the file in this process. */
async function ask(path: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = '';
  let err = '';
  const code = await main(['query', '--get', path, file], {
    environment: {},
    out: (text) => {
      out += typeof text === 'string' ? text : Buffer.from(text).toString();
    },
    err: (text) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
  });
  return { code, out, err };
}

async function mustRefuse(name: string, bytes: Uint8Array): Promise<void> {
  writeFileSync(file, bytes);
  const { code, out, err } = await ask('/version.json');
  if (out !== '') faults.push(`${name}: a query on it was answered`);
  check(name, file, code, err);
}

async function mustRefuseOrAnswer(name: string, path: string): Promise<void> {
  const { code, out, err } = await ask(path);
  if (code === 0 ? out === sound.get(path) : out.includes('/api/problems/unexpected-failure')) return;
  if (out !== '') faults.push(`${name}: ${path} was answered ${out.slice(0, 200)}`);
  else check(`${name}: ${path}`, file, code, err);
}

/** Serves a file with a flipped bit: the server must refuse to start, or log which part is damaged and answer everything else. */
async function mustNameWhileServing(): Promise<void> {
  const { name, bytes } = flipped();
  writeFileSync(file, bytes);
  // Nothing reads the bytes between two sections.
  if (isWhole()) return;
  const named = `Cannot open "${file}": `;
  const server = await startServe([file, '--workers', '2', '--log-format', 'text']).catch((error: Error) => error);
  if (server instanceof Error) {
    if (!server.message.includes(named)) faults.push(`${name}: ${server.message}`);
    return;
  }
  for (let waited = 0; !server.errors().includes(named) && waited < 5_000; waited += 50) await sleep(50);
  if (!server.errors().includes(named)) faults.push(`${name}: the server logged ${JSON.stringify(server.errors())}`);
  for (const path of paths) {
    const { socket, ask: askServer } = await openConnection(server.port);
    const { status, body } = await askServer(get(path));
    if (status !== 500 && !(status === 200 && body.length === sound.get(path)!.length)) {
      faults.push(`${name}: ${path} was answered with ${status} ${body.slice(0, 200)}`);
    }
    socket.destroy();
  }
  await server.end();
}

function isWhole(): boolean {
  try {
    loadWholeArtefact(file);
    return true;
  } catch {
    return false;
  }
}

function mustRefuseToServe(name: string, path: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'serve', path, '--port', '0', '--feedback', 'none'],
    {
      encoding: 'utf8',
      timeout: 10_000,
      env: { ...process.env, CATCHWORD_FEEDBACK: 'none' },
    },
  );
  if (stdout !== '') faults.push(`${name}: it was served`);
  check(name, path, status, stderr);
}

function check(name: string, path: string, code: number | null, err: string): void {
  if (code !== 1 || !err.startsWith(`Cannot open "${path}": `) || !/^[^\n]+\n$/.test(err)) {
    faults.push(`${name}: exit ${code}, ${JSON.stringify(err)}`);
  }
}
