/**
 * Damages a feedback store: flips bits, cuts the file off, adds the log of another store, empties it, or replaces it with
 * a foreign file. `catchword doctor` must name every changed row, or a place that holds it. `catchword serve` must refuse
 * an empty or foreign file and must not replace it.
 * damaged_stores.ts [--flips N] [--cuts N]
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import { main } from '../../src/cli/main.ts';
import { openSqliteStore } from '../../src/feedback/stores/sqlite.ts';
import { attemptOf } from '../fixtures/feedback.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { conclude, option } from './verdict.ts';

const folder = temporaryFolder();
const artefact = bakeSite(folder, 'abc123');
const random = new SeededRandom(option('seed', 1));
const flips = option('flips', 60);
const cuts = option('cuts', 20);
const rowsMade = 300;
const original = join(folder, 'original.db');
const place = join(folder, 'place');
const file = join(place, 'feedback.db');
const faults: string[] = [];
let others = 0;
const counts = { untouched: 0, named: 0, structure: 0, refused: 0 };

await makeStore(original, rowsMade);
const whole = readFileSync(original);
let before = read(original);

for (let flip = 0; flip < flips; flip++) {
  const spoilt = Buffer.from(whole);
  const bit = random.below(whole.length * 8);
  spoilt[bit >> 3]! ^= 1 << (bit & 7);
  await examine(`bit ${bit}`, () => writeFileSync(file, spoilt));
}
for (let cut = 0; cut < cuts; cut++) {
  const length = cut % 2 === 0 ? random.below(whole.length) : 4096 * random.below(whole.length / 4096);
  await examine(`cut at ${length}`, () => writeFileSync(file, whole.subarray(0, length)), true);
}
for (const [name, content] of [
  ['an empty file', ''],
  ['a text', 'not a database'.repeat(400)],
  ['a SQLite database of another program', foreignDatabase()],
] as const) {
  await examine(name, () => writeFileSync(file, content), true);
  const { code, told } = await run('serve', artefact, '--port', '0', '--feedback', `sqlite:${file}`);
  const isKept = readFileSync(file).equals(Buffer.from(content)) && readdirSync(place).join() === 'feedback.db';
  if (code !== 1 || !told.startsWith('Cannot open the feedback store')) faults.push(`serve took ${name}: ${told}`);
  if (!isKept) faults.push(`serve changed ${name}, or the files beside it`);
}
for (const held of [1, 3, 20]) {
  const small = join(folder, `small-${held}.db`);
  await makeStore(small, held);
  before = read(small);
  for (const rows of [1, 3, 20, rowsMade]) {
    const log = await logOf(rows);
    await examine(`a store of ${held} rows with the log of one of ${rows}`, () => {
      copyFileSync(small, file);
      writeFileSync(`${file}-wal`, log);
    });
  }
}
const told = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
conclude(`${flips} bits turned, ${cuts} cuts, ${whole.length} bytes: ${told.join(', ')}`, faults);

/** @param mustTell whether a report without findings is a fault even if each row reads as it was written */
async function examine(name: string, damage: () => void, mustTell = false): Promise<void> {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  damage();
  const copy = join(folder, 'copy.db');
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  const after = read(copy);
  const changed = [...after].filter(([sequence, row]) => before.get(sequence) !== row);
  const missing = [...before.keys()].filter((sequence) => !after.has(sequence));
  const { code, out, told } = await run('doctor', '--json', '--port', '0', '--feedback', `sqlite:${file}`);
  if (code === 0) {
    counts.untouched++;
    if (mustTell || changed.length + missing.length > 0) {
      faults.push(`${name}: doctor did not report ${changed.length} changed and ${missing.length} missing rows`);
    }
    return;
  }
  if (code !== 1) return void faults.push(`${name}: doctor ended with ${code}: ${told}`);
  if (out === '') return void faults.push(`${name}: doctor said ${told}`);
  const { checks, rows, altered, structure } = JSON.parse(out) as {
    readonly checks: readonly { readonly name: string; readonly detail: string }[];
    readonly rows: number | null;
    readonly altered: readonly { readonly sequence: number }[];
    readonly structure: readonly string[];
  };
  if (rows === null) {
    const detail = checks.find((check) => check.name === 'store')?.detail ?? '';
    counts.refused++;
    if (!/^Cannot (open|use) the feedback store.*: .*\.$/.test(detail)) faults.push(`${name}: doctor said ${detail}`);
    return;
  }
  const named = new Set(altered.map(({ sequence }) => sequence));
  const lost = structure.flatMap((line) => {
    const [, from, to] = /^rows (?:from )?(\d+) (?:to (\d+)|on) cannot be read$/.exec(line) ?? [];
    return from === undefined ? [] : [{ from: Number(from), to: Number(to ?? Number.POSITIVE_INFINITY) }];
  });
  for (const [, row] of structure.join('\n').matchAll(/\brow(?:id)? (\d+) (?:out of order|missing)/gi))
    named.add(Number(row));
  const isNamed = (row: number) =>
    named.has(row) ||
    lost.some(({ from, to }) => row >= from && row <= to) ||
    // Where the structure is damaged, SQLite may read sequence numbers that were never assigned.
    (!before.has(row) && structure.length > 0);
  const unnamed = changed.filter(([sequence]) => !isNamed(sequence));
  if (altered.length > 0) counts.named++;
  else counts.structure++;
  if (unnamed.length > 0)
    faults.push(`${name}: doctor did not name ${unnamed.map(([sequence]) => sequence)}: ${structure.join('; ')}`);
  // If the store was replaced by another, nothing is left that says how many rows it had.
  const isReplaced = altered.length > 0 && altered.length === after.size;
  if (missing.length > 0 && structure.length === 0 && !isReplaced)
    faults.push(`${name}: ${missing.length} rows are missing and not reported`);
}

async function run(...args: readonly string[]) {
  let out = '';
  let told = '';
  const code = await main(args, {
    environment: { CATCHWORD_CACHE: join(folder, 'cache') },
    out: (text) => (out += text),
    err: (text) => (told += text),
    outIsTerminal: false,
    errIsTerminal: false,
  });
  return { code, out, told };
}

/** Writes rows whose messages take one database page, and rows whose messages take several. */
async function makeStore(path: string, rows: number): Promise<void> {
  const store = await openSqliteStore(path, { create: true });
  for (let row = 0; row < rows; row++) {
    const message = `${row} `.repeat(1 + random.below(row % 20 === 0 ? 400 : 60));
    await store.submit(attemptOf(`${path} ${row}`, { message, about: row % 3 === 0 ? `page ${row}` : null }));
  }
  await store.close();
}

/** Rows by sequence number, as SQLite reads them. */
function read(path: string): ReadonlyMap<number, string> {
  const rows = new Map<number, string>();
  try {
    const database = new DatabaseSync(path, { readBigInts: true });
    try {
      let last = 0;
      for (const row of database.prepare('select * from catchword_submission order by sequence').iterate()) {
        // A number out of order is no row of ours but damage that SQLite reads as a row.
        if (Number(row.sequence) <= last) break;
        last = Number(row.sequence);
        const values = Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : `${typeof value} ${value}`,
        );
        rows.set(last, values.join());
      }
      return rows;
    } finally {
      database.close();
    }
  } catch {
    return rows;
  }
}

/** The write-ahead log of another store, with all its rows. */
async function logOf(rows: number): Promise<Buffer> {
  const other = join(folder, `other-${++others}.db`);
  const store = await openSqliteStore(other, { create: true });
  for (let row = 0; row < rows; row++) await store.submit(attemptOf(`other ${row}`, { message: `other ${row}` }));
  const log = readFileSync(`${other}-wal`);
  await store.close();
  return log;
}

function foreignDatabase(): Buffer {
  const path = join(folder, 'foreign.db');
  const database = new DatabaseSync(path);
  database.exec('create table catchword_submission (id text); create table catchword_fact (name text, value blob)');
  database.close();
  return readFileSync(path);
}
