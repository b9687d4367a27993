import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeFeedbackStore } from '../../../test/contracts/feedback_store.ts';
import { attemptOf, CANARY } from '../../../test/fixtures/feedback.ts';
import { memoryFolder } from '../../../test/fixtures/memory_folder.ts';
import { startReader } from '../../../test/fixtures/store_reader.ts';
import type { FeedbackStore } from '../feedback_store.ts';
import { findDamage } from '../find_damage.ts';
import { emptyAggregate } from '../public_feedback.ts';
import { StoreRefused, StoreUnavailable } from '../store_limits.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import { createMemoryStore, openSqliteStore } from './sqlite.ts';
import { openSqliteSession } from './sqlite_session.ts';

const source = new URL('sqlite.ts', import.meta.url);
/** Another user than root, who may do everything. */
const outsider = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const hasOutsider =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, ['--check', fileURLToPath(source)], outsider).status === 0;

describeFeedbackStore('SQLite', {
  async makePlace() {
    const folder = mkdtempSync(join(memoryFolder(), 'catchword-feedback-'));
    return {
      open: () => openSqliteStore(join(folder, 'feedback.db'), { create: true }),
      lasts: true,
      queued: ['submissions'],
      remove: async () => rmSync(folder, { recursive: true }),
    };
  },
});

describeFeedbackStore('memory', {
  makePlace: async () => ({
    open: async () => createMemoryStore(),
    lasts: false,
    queued: [],
    remove: async () => undefined,
  }),
});

describe('openSqliteStore', () => {
  let folder: string;
  let file: string;
  const opened: FeedbackStore[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(memoryFolder(), 'catchword-feedback-'));
    file = join(folder, 'feedback.db');
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    rmSync(folder, { recursive: true });
  });

  async function open(options = {}): Promise<FeedbackStore> {
    const store = await openSqliteStore(file, options);
    opened.push(store);
    return store;
  }

  /** A closed store with this many submissions, altered by hand. */
  async function makeStore(count: number, alter = (_: DatabaseSync): void => undefined): Promise<void> {
    const store = await openSqliteStore(file, { create: true });
    await Promise.all(Array.from({ length: count }, (_, index) => store.submit(attemptOf(`k${index}`))));
    await store.close();
    const database = new DatabaseSync(file);
    alter(database);
    database.close();
  }

  test('refuses a missing file and does not create it', async () => {
    await expect(open()).rejects.toThrow(
      new StoreRefused(`Cannot open the feedback store: the file "${file}" does not exist.`),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('creates a complete file and its folder, readable by the owner only', async () => {
    file = join(folder, 'a', 'b', 'feedback.db');
    await (await open({ create: true })).close();
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['feedback.db']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['an empty file', '', 'is empty, so its content may have been lost'],
    ['a file of another kind', 'not a database'.repeat(50), 'is not a complete SQLite database'],
    ['a file of a few bytes', 'SQLite format 3\0', 'is not a complete SQLite database'],
  ])('refuses %s, even with `create`, and does not change it', async (_, content, fault) => {
    writeFileSync(file, content);
    await expect(open({ create: true })).rejects.toThrow(`Cannot open the feedback store: "${file}" ${fault}.`);
    expect(readFileSync(file, 'latin1')).toBe(content);
    expect(readdirSync(folder)).toEqual(['feedback.db']);
  });

  test("refuses another program's database", async () => {
    const other = new DatabaseSync(file);
    other.exec('create table catchword_fact (name text primary key, value blob not null)');
    other.close();
    await expect(open()).rejects.toThrow(`Cannot open the feedback store: "${file}" belongs to another program.`);
  });

  test('refuses a store truncated by one byte or by one page', async () => {
    await makeStore(100);
    const { size } = statSync(file);
    truncateSync(file, size - 1);
    await expect(open()).rejects.toThrow(`Cannot open the feedback store: "${file}" is truncated.`);
    truncateSync(file, size - 4096);
    await expect(open()).rejects.toThrow(
      `Cannot open the feedback store: "${file}" is not a complete SQLite database.`,
    );
  });

  test('refuses a store without its identity, and one of a newer program', async () => {
    await makeStore(1, (database) => database.exec("delete from catchword_fact where name = 'identity'"));
    await expect(open()).rejects.toThrow(`"${file}" has no identity.`);
    rmSync(file);
    await makeStore(1, (database) => database.exec('pragma user_version = 99'));
    await expect(open()).rejects.toThrow(
      `"${file}" has schema version 99, but this program supports only up to version ${SCHEMA_VERSION}.`,
    );
  });

  test.each([
    "message = x'00'",
    'message = cast(message || char(0) as blob)',
    "kind = 'other'",
    "severity = 'high'",
    "about = ''",
    'submitted_at = submitted_at + 1',
    'submitted_at = 9223372036854775807',
    'hidden = 1',
    'hidden = 2',
    "id = id || '0'",
    'key_hash = randomblob(32)',
    'fingerprint = zeroblob(32)',
    'checksum = zeroblob(32)',
  ])('names the row whose %s was changed by other means', async (change) => {
    const place = 'where sequence = 2';
    await makeStore(3, (database) => database.exec(`update catchword_submission set ${change} ${place}`));
    const store = await open();
    expect(await findDamage(store)).toEqual({
      rows: 3,
      altered: [{ sequence: 2, id: expect.any(String) }],
      structure: [],
    });
    await store.list({ before: 10, limit: 10, countBudget: 10 });
  });

  test('names every row that came from the log of another store', async () => {
    await makeStore(3);
    const other = join(folder, 'other.db');
    const source = await openSqliteStore(other, { create: true });
    await source.submit(attemptOf('of the other'));
    copyFileSync(`${other}-wal`, `${file}-wal`);
    await source.close();
    const { altered } = await findDamage(await open());
    expect(altered).toEqual([{ sequence: 1, id: expect.any(String) }]);
  });

  test('stops reading at rows that are out of order, and reports them', async () => {
    let root = 0;
    await makeStore(3, (database) => {
      const table = database.prepare("select rootpage from sqlite_schema where name = 'catchword_submission'");
      root = 4096 * (Number(table.get()!.rootpage) - 1);
    });
    const spoilt = readFileSync(file);
    // The number of the third row, behind two bytes of length, becomes that of the first: https://www.sqlite.org/fileformat.html
    const cell = root + spoilt.readUInt16BE(root + 8 + 2 * 2);
    expect(spoilt[cell + 2]).toBe(3);
    spoilt[cell + 2] = 1;
    writeFileSync(file, spoilt);
    const store = await open();
    await expect(store.exportRows(0, 10)).rejects.toThrow(new StoreUnavailable('damaged'));
    await expect(store.scan(0, 10)).rejects.toThrow(new StoreUnavailable('damaged'));
    const { structure } = await findDamage(store);
    expect(structure.join('\n')).toMatch(/Rowid \d out of order(.|\n)*\nrow 3 cannot be read$/);
  });

  test('detects or survives any one flipped bit of the file', async () => {
    await makeStore(30);
    const store = await openSqliteStore(file);
    const before = JSON.stringify(await store.exportRows(0, 100));
    await store.close();
    const whole = readFileSync(file);
    for (let round = 0; round < 150; round++) {
      const spoilt = Buffer.from(whole);
      const bit = Math.floor((round * whole.length * 8) / 150) + (round % 8);
      spoilt[bit >> 3]! ^= 1 << (bit & 7);
      rmSync(`${file}-wal`, { force: true });
      rmSync(`${file}-shm`, { force: true });
      writeFileSync(file, spoilt);
      let found: string | null = null;
      try {
        const turned = await open();
        const { altered, structure } = await findDamage(turned);
        const same = JSON.stringify(await turned.exportRows(0, 100)) === before;
        if (!same && altered.length + structure.length === 0) found = `bit ${bit} altered rows unnoticed`;
        await turned.close();
      } catch (error) {
        expect([StoreRefused, StoreUnavailable]).toContain((error as Error).constructor);
      }
      expect(found).toBeNull();
    }
  });

  test('waits for another process that is writing, and gives up before the default deadline', async () => {
    const store = await open({ create: true });
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const waiting = store.submit(attemptOf('k'));
    const read = await store.list({ before: 10, limit: 10, countBudget: 10 });
    expect(read.rows).toEqual([]);
    other.exec('commit');
    expect(await waiting).toMatchObject({ outcome: 'recorded' });
    other.exec('begin immediate');
    await expect(store.submit(attemptOf('k2'))).rejects.toThrow(StoreUnavailable);
    other.exec('commit');
    other.close();
    expect(await store.submit(attemptOf('k2'))).toMatchObject({ outcome: 'recorded' });
  });

  test('confirms nothing in a file that was removed, and goes on when a copy of the store is put in its place', async () => {
    const store = await open({ create: true });
    await store.submit(attemptOf('before'));
    await store.backup!(join(folder, 'copy.db'));
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`);
    const replaced = new StoreUnavailable('replaced');
    await expect(store.submit(attemptOf('k'))).rejects.toThrow(replaced);
    await expect(store.list({ before: 10, limit: 10, countBudget: 10 })).rejects.toThrow(replaced);
    expect(readdirSync(folder)).toEqual(['copy.db']);
    renameSync(join(folder, 'copy.db'), file);
    expect(await store.submit(attemptOf('k'))).toMatchObject({ outcome: 'recorded' });
    expect(await store.submit(attemptOf('before'))).toMatchObject({ outcome: 'replayed' });
    expect(await (await open()).submit(attemptOf('k'))).toMatchObject({ outcome: 'replayed' });
  });

  test('confirms nothing in a file that was emptied', async () => {
    await makeStore(3);
    const store = await open();
    truncateSync(file);
    for (const key of ['k', 'l']) await expect(store.submit(attemptOf(key))).rejects.toThrow(StoreUnavailable);
  });

  test('confirms nothing in another store that replaced its file', async () => {
    const store = await open({ create: true });
    await store.submit(attemptOf('before'));
    const other = join(folder, 'other.db');
    await (await openSqliteStore(other, { create: true })).close();
    renameSync(other, file);
    await expect(store.submit(attemptOf('k'))).rejects.toThrow(new StoreUnavailable('replaced'));
  });

  test.each(['-wal', '-shm'])('loses nothing when its file "%s" is removed', async (end) => {
    const store = await open({ create: true });
    await store.submit(attemptOf('before'));
    rmSync(`${file}${end}`);
    await expect(store.submit(attemptOf('k'))).rejects.toThrow(new StoreUnavailable('replaced'));
    expect(await store.submit(attemptOf('k'))).toMatchObject({ outcome: 'recorded' });
    expect(await (await open()).submit(attemptOf('before'))).toMatchObject({ outcome: 'replayed' });
    expect(await findDamage(store)).toMatchObject({ rows: 2, altered: [], structure: [] });
  });

  test('does not confirm a write whose file was removed before its commit ended', async () => {
    await makeStore(0);
    const session = await openSqliteSession(file, false);
    const written = session.write(() => rmSync(file));
    await expect(written).rejects.toThrow(new StoreUnavailable('replaced'));
    session.close();
  });

  test.skipIf(!hasOutsider).each([
    ['the file', (at: string) => chmodSync(at, 0o400), ''],
    ['the folder of the file', (at: string) => chmodSync(dirname(at), 0o500), '/..'],
    ['a log that another user left', (at: string) => writeFileSync(`${at}-wal`, '', { mode: 0o400 }), '-wal'],
    ['a folder that may not be entered', (at: string) => chmodSync(dirname(at), 0), ''],
  ])('refuses a store by name when its user may not write %s', async (_, forbid, named) => {
    await makeStore(1);
    if (outsider.uid !== undefined) for (const path of [folder, file]) chownSync(path, outsider.uid, outsider.uid);
    forbid(file);
    const program = `import { openSqliteStore } from ${JSON.stringify(source.href)};
      await openSqliteStore(process.argv[1]).catch((error) => console.log(error.message));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, file], {
      ...outsider,
      encoding: 'utf8',
    });
    chmodSync(folder, 0o700);
    const path = named === '/..' ? folder : `${file}${named}`;
    expect(stdout).toBe(`Cannot open the feedback store: "${path}" cannot be read and written by this user.\n`);
  });

  test('opens while another process has locked the file, and works after it is unlocked', async () => {
    await makeStore(1);
    const other = new DatabaseSync(file);
    other.exec('pragma journal_mode = delete; begin exclusive');
    const store = await open();
    await expect(store.submit(attemptOf('k'))).rejects.toThrow(new StoreUnavailable('busy'));
    other.exec('commit');
    other.close();
    expect(await store.submit(attemptOf('k'))).toMatchObject({ outcome: 'recorded' });
  });

  test('refuses writes when a reader in another process keeps the log growing, and continues after it', async () => {
    const store = await open({ create: true });
    const reader = new DatabaseSync(file);
    reader.exec('begin; select * from catchword_fact');
    const long = { message: '😀'.repeat(2000) };
    let error: unknown = null;
    for (let round = 0; round < 100 && error === null; round++) {
      const crowd = Array.from({ length: 256 }, (_, index) => store.submit(attemptOf(`${round} ${index}`, long)));
      error = await Promise.all(crowd).then(
        () => null,
        (failure: unknown) => failure,
      );
    }
    expect(error).toEqual(new StoreUnavailable('full'));
    expect(statSync(`${file}-wal`).size).toBeLessThan(64 * 1024 * 1024);
    expect((await store.list({ before: 10, limit: 1, countBudget: 1 })).rows).toHaveLength(1);
    reader.close();
    expect(await store.submit(attemptOf('after'))).toMatchObject({ outcome: 'recorded' });
    expect(statSync(`${file}-wal`).size).toBeLessThan(1024 * 1024);
  });

  test('does not let a roll-up replace the result of one that began later, in any process', async () => {
    const [one, two] = [await open({ create: true }), await open()];
    const aggregateOf = (total: number) => ({ ...emptyAggregate, total });
    await one.rollUpAlone(async () => {
      await two.rollUpAlone(() => two.writeAggregate(aggregateOf(2)));
      await one.writeAggregate(aggregateOf(1));
    });
    expect(await one.readAggregate()).toEqual(aggregateOf(2));
    await one.rollUpAlone(() => one.writeAggregate(aggregateOf(3)));
    expect(await two.readAggregate()).toEqual(aggregateOf(3));
  });

  /** Names of the files that contain a message. */
  const holders = () =>
    readdirSync(folder)
      .filter((name) => readFileSync(join(folder, name)).includes(CANARY))
      .sort();

  test('leaves no byte of a purged message on the disk', async () => {
    const store = await open({ create: true });
    const outcome = await store.submit(attemptOf('k'));
    if (outcome.outcome === 'recorded') await store.purge(outcome.row.id);
    expect(await store.finishPurge(0)).toEqual([]);
    expect(holders()).toEqual([]);
  });

  test('names the files that keep a purged message because of a reader in another process, and waits for it to end', async () => {
    const store = await open({ create: true });
    const attempt = attemptOf('k');
    await store.submit(attempt);
    await store.finishPurge(0);
    const reader = await startReader(file);
    await store.purge(attempt.id);
    expect(await store.finishPurge(200)).toEqual([file, `${file}-wal`]);
    expect(holders()).toContain('feedback.db');
    const finished = store.finishPurge(10_000);
    reader.kill();
    expect(await finished).toEqual([]);
    expect(holders()).toEqual([]);
  });

  test('backs up every submission acknowledged before, during writes, and overwrites no file', async () => {
    const store = await open({ create: true });
    await Promise.all(Array.from({ length: 50 }, (_, index) => store.submit(attemptOf(`before ${index}`))));
    const target = join(folder, 'backup.db');
    const [, ...during] = await Promise.all([
      store.backup!(target),
      ...Array.from({ length: 50 }, (_, index) => store.submit(attemptOf(`during ${index}`))),
    ]);
    expect(during).toHaveLength(50);
    await expect(store.backup!(target)).rejects.toThrow(`Cannot write the backup: "${target}" already exists.`);
    const restored = await openSqliteStore(target);
    expect((await findDamage(restored)).altered).toEqual([]);
    for (let index = 0; index < 50; index++) {
      expect(await restored.submit(attemptOf(`before ${index}`))).toMatchObject({ outcome: 'replayed' });
    }
    expect(await restored.cursorSecret()).toEqual(await store.cursorSecret());
    await restored.close();
  });
});
