/**
 * Opens artefacts that are cut off, have flipped bits, are of another version, empty, foreign, or symbolic links to
 * nothing. Each must be refused with exit code 1 and one line that names the file and the reason.
 * damaged_artefacts.ts [--flips N] [--cuts N]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import { main } from '../../src/cli/main.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { conclude, option } from './verdict.ts';

const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));
const folder = temporaryFolder();
const whole = readFileSync(bakeSite(folder, 'abc123'));
const file = join(folder, 'damaged.catchword');
const random = new SeededRandom(option('seed', 1));
const flips = option('flips', 200);
const cuts = Math.min(option('cuts', 100), Math.floor(whole.length / 1024));
const faults: string[] = [];

for (let cut = 0; cut < cuts; cut++) {
  const length = Math.floor((cut * whole.length) / cuts / 1024) * 1024;
  await mustRefuse(`cut to ${length} bytes`, whole.subarray(0, length));
}
for (let flip = 0; flip < flips; flip++) {
  const at = random.below(whole.length);
  const bytes = Buffer.from(whole);
  bytes[at] = bytes[at]! ^ (1 << random.below(8));
  await mustRefuse(`a bit flipped in byte ${at}`, bytes);
}

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
conclude(`${cuts} cuts, ${flips} flips and ${kinds.length + 2} other artefacts`, faults);

/** Opens the file as `serve` does, in this process. */
async function mustRefuse(name: string, bytes: Uint8Array): Promise<void> {
  writeFileSync(file, bytes);
  let err = '';
  const code = await main(['query', '--get', '/version.json', file], {
    environment: {},
    out: () => faults.push(`${name}: a query on it was answered`),
    err: (text) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
  });
  check(name, file, code, err);
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
