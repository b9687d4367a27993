/**
 * Traces a server that takes submissions and checks each 201 in the trace: the sync of the commit that holds its row must
 * have returned before the response was written.
 * covering_syncs.ts [--posts N] [--clients N] [--normal]. Needs strace.
 *
 * With `--normal`, SQLite syncs less. Then the program holds when it finds some 201 that was too early, which shows that
 * it would notice.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { startServe } from './serve_process.ts';
import { startSubmitters } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const clients = option('clients', 8);
const each = Math.ceil(option('posts', 1_000) / clients);
const identifiers = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const normal = process.argv.includes('--normal');

if (spawnSync('strace', ['-V']).status !== 0) {
  process.stdout.write('skipped: there is no strace\n');
  process.exit(0);
}

const folder = temporaryFolder();
const store = join(folder, 'feedback.db');
const log = join(folder, 'trace');
const calls = 'trace=pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync';
const strace = ['strace', '-D', '-f', '--seccomp-bpf', '-o', log, '-y', '-xx', '-s', '65536', '-e', 'signal=none'];
const less = `NODE_OPTIONS=--import=${new URL('sync_less.ts', import.meta.url).href}`;
const launcher = [...(normal ? ['env', less] : []), ...strace, '-e', calls];
const server = await startServe([bakeSite(folder, 'abc123'), '--feedback', `sqlite:${store}`], launcher);
const submitters = startSubmitters({ port: server.port, clients, each, name: 'sync' });
await submitters.done;
const { code } = await server.end();

const faults: string[] = [];
if (code !== 143) faults.push(`ended with ${code}, said ${server.errors()}`);
if (submitters.refused.length > 0) faults.push(`${submitters.refused.length} submissions were refused`);
const { confirmed, early, syncs } = await readOrder();
for (const id of submitters.acknowledged.values())
  if (!confirmed.has(id)) faults.push(`the trace lacks the 201 of ${id}`);
if (normal && early.length === 0) faults.push('nothing was confirmed early, though SQLite synced less');
if (!normal) faults.push(...early);
conclude(`${confirmed.size} confirmed, ${syncs} syncs of the log, ${early.length} confirmed before their sync`, faults);

/** Reads the trace in order. A line stands where its call began, or, if the call was interrupted, where it ended. */
async function readOrder() {
  /** Number of the commit that holds an id; commits are numbered in the order of writing. */
  const commitOf = new Map<string, number>();
  const confirmed = new Set<string>();
  const early: string[] = [];
  /** The commits that the running sync of each thread covers. */
  const covered = new Map<string, number>();
  let commit = 1;
  let isLast = false;
  let written = 0;
  let synced = 0;
  let syncs = 0;
  for await (const line of createInterface({ input: createReadStream(log, 'latin1') })) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>.*= 0$/.exec(rest);
    const [, name = '', place = ''] = /^(\w+)\(\d+<([^>]*)>/.exec(rest) ?? [];
    if (resumed === null && name === '') continue;
    const isLog = text(place) === `${store}-wal`;
    const syncing = name === 'fsync' || name === 'fdatasync';
    if (syncing && isLog) covered.set(thread, written);
    if ((syncing && isLog && rest.endsWith('= 0')) || /^f(data)?sync$/.test(resumed?.[1] ?? '')) {
      synced = Math.max(synced, covered.get(thread) ?? 0);
      syncs += Number(covered.delete(thread));
    } else if (name === 'pwrite64' && isLog) {
      const content = bytes(/"([^"]*)"/.exec(rest)![1]!);
      // A nonzero size in the header of a frame marks the last page of a commit: https://www.sqlite.org/walformat.html
      if (content.length === 24) isLast = content.readUInt32BE(4) !== 0;
      else {
        for (const [id] of content.toString('latin1').matchAll(identifiers)) {
          if (!commitOf.has(id)) commitOf.set(id, commit);
        }
        if (isLast) written = commit++;
        isLast = false;
      }
    } else if (/^(write|writev|sendto|sendmsg)$/.test(name)) {
      const content = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, part]) => bytes(part!).toString('latin1'));
      if (!content.join('').startsWith('HTTP/1.1 201')) continue;
      const [id] = content.join('').match(identifiers)!;
      confirmed.add(id);
      const own = commitOf.get(id);
      if (own === undefined || own > synced) early.push(`${id} was confirmed before its commit was synced`);
    }
  }
  return { confirmed, early, syncs };
}

function bytes(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
}

function text(escaped: string): string {
  return bytes(escaped).toString();
}
