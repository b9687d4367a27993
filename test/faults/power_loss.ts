/**
 * Traces a writing process and simulates a power loss at many points: rebuilds the files that a disk could then hold,
 * opens them as the program would, and compares them with what was acknowledged by then.
 * power_loss.ts [--points 300] [--submissions 600] [--normal]. Needs strace.
 *
 * Holds when nothing is lost. With `--normal`, SQLite syncs less, and the program holds when something is lost, which
 * shows that it would notice.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareStore, readAcknowledged } from './acknowledged.ts';
import { createDiskModel } from './disk_model.ts';
import { readTrace, TRACE_OPTIONS } from './read_trace.ts';

const WRITERS = 3;
const { values } = parseArgs({
  options: { points: { type: 'string' }, submissions: { type: 'string' }, normal: { type: 'boolean' } },
});
const points = Number(values.points ?? 300);
const each = Math.ceil(Number(values.submissions ?? 600) / WRITERS);

if (spawnSync('strace', ['-V']).status !== 0) {
  console.log('power loss: skipped, there is no strace');
  process.exit(0);
}

const scratch = mkdtempSync(join(tmpdir(), 'catchword-power-'));
const folder = join(scratch, 'store');
mkdirSync(folder);
const events = readTrace(traceWriter(), folder);
let faults = 0;
for (const mode of ['drop', 'torn'] as const) {
  const found = await cutPower(mode);
  faults += found.lost + found.unopenable + found.damaged;
  console.log(`power loss, ${mode}: ${JSON.stringify(found)}`);
}
rmSync(scratch, { recursive: true });
process.exitCode = faults === 0 ? Number(values.normal === true) : Number(values.normal !== true);

function traceWriter(): string {
  const log = join(scratch, 'trace');
  const writer = new URL('feedback_writer.ts', import.meta.url).pathname;
  const given = [writer, join(folder, 'feedback.db'), String(WRITERS), String(each), '[]'];
  const command = [process.execPath, ...given, ...(values.normal ? ['normal'] : [])];
  const { status, stderr } = spawnSync('strace', ['-o', log, ...TRACE_OPTIONS, ...command]);
  if (status !== 0) throw new Error(`The traced writer failed: ${String(stderr)}`);
  return readFileSync(log, 'latin1');
}

async function cutPower(mode: 'drop' | 'torn') {
  const disk = createDiskModel(folder);
  const keepsHalf = coin();
  const found = { points: 0, acknowledged: 0, lost: 0, unopenable: 0, damaged: 0 };
  let acknowledged = new Map<string, string>();
  for (const [index, event] of events.entries()) {
    disk.apply(event);
    if (event.kind === 'acknowledge') acknowledged = readAcknowledged(event.lines, new Map(acknowledged));
    if (Math.floor((index * points) / events.length) === Math.floor(((index + 1) * points) / events.length)) continue;
    found.points++;
    found.acknowledged = acknowledged.size;
    const after = join(scratch, 'after');
    mkdirSync(after);
    const files = disk.afterPowerLoss(mode === 'drop' ? () => false : keepsHalf);
    for (const [path, content] of files) writeFileSync(join(after, basename(path)), content);
    const file = join(after, 'feedback.db');
    // Before the store file has its name, nothing can be opened and nothing can have been acknowledged.
    if (files.has(join(folder, 'feedback.db')) || acknowledged.size > 0) {
      try {
        const verdict = await compareStore(file, acknowledged);
        found.lost += verdict.lost.length > 0 ? 1 : 0;
        found.damaged += verdict.damaged > 0 || verdict.duplicated.length > 0 ? 1 : 0;
      } catch {
        found.unopenable++;
      }
    }
    rmSync(after, { recursive: true });
  }
  return found;
}

/** A pseudo-random boolean, the same in each run. */
function coin(): () => boolean {
  let flips = 0;
  let bytes = Buffer.alloc(0);
  return () => {
    const at = flips++ % 256;
    if (at === 0) bytes = createHash('sha256').update(String(flips)).digest();
    return ((bytes[at >> 3]! >> (at & 7)) & 1) === 1;
  };
}
