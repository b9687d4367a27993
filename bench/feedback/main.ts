/**
 * Measures feedback on SQLite: submissions per second at full durability, compared with a bare loop over node:sqlite that
 * commits groups of the same size; then the list and the aggregate of a large archive.
 * main.ts [--seconds 3] [--rows 1000000]
 */
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../command_line.ts';
import { fillArchive } from './fill_archive.ts';
import { measureBareLoop, measureStore } from './measure_commits.ts';
import { measureReads } from './measure_reads.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rows: { type: 'string', default: '1000000' } },
});
const milliseconds = Number(values.seconds) * 1000;
const folder = scratchFolder();

const [core] = cpus();
console.log(`${core?.model.trim()}, ${cpus().length} cores; Node ${process.versions.node}; files in ${tmpdir()}\n`);
console.log('| writers (group) | bare loop, rows/s | store, submissions/s | share |');
console.log('|---:|---:|---:|---:|');
for (const writers of [1, 8, 32, 128, 256]) {
  const bare = measureBareLoop(join(folder, `bare-${writers}.db`), writers, milliseconds);
  const store = await measureStore(join(folder, `store-${writers}.db`), writers, milliseconds);
  console.log(`| ${writers} | ${round(bare)} | ${round(store)} | ${((100 * store) / bare).toFixed(0)} % |`);
}

console.log('\n| archive, rows | operation | median, ms | p99, ms |');
console.log('|---:|---|---:|---:|');
for (const rows of [1000, Number(values.rows)]) {
  const file = join(folder, `archive-${rows}.db`);
  await fillArchive(file, rows);
  for (const { question, median, p99 } of await measureReads(file)) {
    console.log(`| ${round(rows)} | ${question} | ${median.toFixed(2)} | ${p99.toFixed(2)} |`);
  }
}

function round(count: number): string {
  return Math.round(count).toLocaleString('en');
}
