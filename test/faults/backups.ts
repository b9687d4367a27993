/**
 * Runs `catchword backup` repeatedly while a server takes submissions. Each copy must open, be undamaged, and hold every
 * submission that was confirmed before its backup began.
 * backups.ts [--backups N]
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compareStore } from './acknowledged.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { startServe } from './serve_process.ts';
import { startSubmitters } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const backups = option('backups', 10);
const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));
const folder = temporaryFolder();
const store = `sqlite:${join(folder, 'feedback.db')}`;
const server = await startServe([bakeSite(folder, 'abc123'), '--feedback', store]);
const submitters = startSubmitters({ port: server.port, clients: 8, name: 'backup', pause: 2 });
const faults: string[] = [];
let during = 0;
for (let backup = 0; backup < backups; backup++) {
  await sleep(50);
  const before = new Map(submitters.acknowledged);
  const copy = join(folder, `copy-${backup}.db`);
  await promisify(execFile)(process.execPath, [program, 'feedback', 'backup', copy, '--feedback', store]);
  during += submitters.acknowledged.size - before.size;
  const { lost, duplicated, damaged } = await compareStore(copy, before);
  if (lost.length > 0) faults.push(`backup ${backup} lacks ${lost.length} of ${before.size}`);
  if (duplicated.length + damaged > 0) faults.push(`backup ${backup}: ${duplicated.length} twice, ${damaged} damages`);
  rmSync(copy);
}
await submitters.stop();
await server.end();
if (submitters.refused.length > 0) faults.push(`${submitters.refused.length} submissions were refused`);
if (during === 0) faults.push('nothing was submitted while the backups were made');
conclude(`${backups} backups, ${submitters.acknowledged.size} confirmed, ${during} of them during a backup`, faults);
