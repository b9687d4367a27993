/**
 * Makes system calls of a writing process on its files fail for a while, one kind of call at a time. In every case the
 * writer must survive and finish its writes, and no acknowledged submission may be missing or duplicated.
 * failing_disk.ts. Needs strace.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareStore, readAcknowledged } from './acknowledged.ts';

const WRITERS = 4;
const EACH = 60;
const INJECTIONS = [
  'fsync:error=EIO:when=40..55',
  'pwrite64:error=EIO:when=200..215',
  'pwrite64:error=ENOSPC:when=200..230',
  'pwrite64:error=EIO:when=120',
  'ftruncate:error=EIO:when=4..8',
];

if (spawnSync('strace', ['-V']).status !== 0) {
  console.log('failing disk: skipped, there is no strace');
  process.exit(0);
}

let faults = 0;
for (const injection of INJECTIONS) {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-disk-'));
  const file = join(folder, 'feedback.db');
  const writer = new URL('feedback_writer.ts', import.meta.url).pathname;
  // Create the store first, so that only writes fail.
  run([writer, file, '1', '1', '[]']);
  const given = [process.execPath, writer, file, String(WRITERS), String(EACH), '[]'];
  const { status, stdout, stderr } = spawnSync(
    'strace',
    // Only calls on the store's files fail, not those that start the program.
    ['-o', '/dev/null', '-P', file, '-P', `${file}-wal`, '-P', `${file}-shm`, '-e', `inject=${injection}`, ...given],
    { encoding: 'utf8', timeout: 60_000 },
  );
  const acknowledged = readAcknowledged(stdout);
  const failed = stdout.match(/^fail /gm)?.length ?? 0;
  const verdict = await compareStore(file, acknowledged);
  const missing = WRITERS * EACH - acknowledged.size;
  const own = Number(status !== 0) + missing + verdict.lost.length + verdict.duplicated.length + verdict.damaged;
  console.log(`failing disk, ${injection}: ${acknowledged.size} acknowledged, ${failed} failed, ${own} faults`);
  if (own > 0) console.log(JSON.stringify({ status, missing, ...verdict }), stderr);
  faults += own;
  rmSync(folder, { recursive: true });
}
process.exitCode = faults === 0 ? 0 : 1;

function run(given: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The writer failed: ${stderr}`);
}
