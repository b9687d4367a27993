import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { decodeAggregate, encodeAggregate } from '../aggregate_bytes.ts';
import { type Attempt, checksumOf, contentOf } from '../feedback_record.ts';
import type { FeedbackStore, SubmitOutcome } from '../feedback_store.ts';
import { migrationsFrom, SCHEMA_VERSION } from '../migrations.ts';
import { settleAttempt } from '../settle_attempt.ts';
import { StoreRefused, StoreUnavailable, type Unavailability } from '../store_error.ts';
import { createWriteQueue } from '../write_queue.ts';
import { listedRows, listValues } from './listed_rows.ts';
import { SQL } from './sqlite_statements.ts';
import { ownersRow, publicRow, storedContent } from './stored_row.ts';

export interface SqliteOptions {
  /** Make the file when there is none. Without it a missing file is refused, so that a wrong path shows. */
  readonly create?: boolean;
}

export interface SqliteStore extends FeedbackStore {
  /** Submits as one transaction, for a caller that groups by itself. */
  submitAll(attempts: readonly Attempt[]): Promise<readonly SubmitOutcome[]>;
  /** Lets the next `writeAggregate` replace what runs have written that began before now, in any process, and no other. */
  beginRollUp(): Promise<void>;
}

/** In the header of our files: "CWFB". */
const APPLICATION_ID = 0x43574642;

/** Beyond this much log that a reader keeps from being folded into the file, writes are refused rather than the disk filled. */
const MOST_LOG_BYTES = 60 * 1024 * 1024;
/** SQLite waits this long for another process by itself, and stops the event loop meanwhile. */
const BUSY_MILLISECONDS = 20;
/** We wait this long for another process, without stopping anything. */
const BUSY_PATIENCE = 1500;
const BUSY_PAUSE = 5;
const PATIENCE = 1900;
const MOST_GROUPED = 256;

/**
 * Submissions in one SQLite file. A write is acknowledged after the sync that covers it; writers that come together
 * share one. Several processes may use one file. A file that cannot be used at present is opened by the first use that can.
 * @throws StoreRefused when the file is missing, empty, shortened, foreign, or of a newer program
 * @throws StoreUnavailable when it is damaged
 */
export async function openSqliteStore(path: string, { create = false }: SqliteOptions = {}): Promise<SqliteStore> {
  const file = resolve(path);
  if (create && !existsSync(file)) createFile(file);
  let connection: Connection | null = null;
  /** Of the store that was opened first, null before. */
  let identity: Buffer | null = null;
  let open = true;
  let rollingUp = false;
  /** Number of the roll-up that this opening of the store began last. */
  let turn: number | null = null;

  function openFirst(): Connection {
    connection = connect(file);
    identity = connection.identity;
    return connection;
  }

  /** The connection; after a failure a new one, whose log starts afresh. */
  function current(): Connection {
    if (!open) throw new StoreUnavailable('closed');
    if (connection !== null) return connection;
    if (identity === null) return openFirst();
    const reopened = connect(file);
    // What a failed sync left in the log may never reach the disk, and what is written after it would be lost with it.
    if (!reopened.identity.equals(identity) || !foldLog(reopened.database)) {
      reopened.database.close();
      throw new StoreUnavailable('failing');
    }
    connection = reopened;
    return reopened;
  }

  await patiently(openFirst).catch((error: unknown) => {
    // A disk that fails or is full, or a long transaction elsewhere, may pass, and the next use tries again.
    if (!(error instanceof StoreUnavailable) || error.reason === 'damaged') throw error;
  });

  /** Runs work on the connection, again while another process is writing, and gives the connection up when it fails. */
  function use<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return patiently(() => {
      try {
        return work(current());
      } catch (error) {
        const unavailable = explain(error);
        if (unavailable.reason === 'failing' || unavailable.reason === 'damaged') abandon();
        throw unavailable;
      }
    });
  }

  function abandon(): void {
    try {
      connection?.database.close();
    } catch {
      // It failed before; the next one is opened afresh.
    }
    connection = null;
  }

  function write<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return use((connection) => {
      const { database } = connection;
      if (sizeOf(`${file}-wal`) > MOST_LOG_BYTES && !foldLog(database)) throw new StoreUnavailable('full');
      return transact(database, () => work(connection));
    });
  }

  function submitAll(attempts: readonly Attempt[]): Promise<readonly SubmitOutcome[]> {
    return write((connection) => attempts.map((attempt) => record(connection, attempt)));
  }

  async function beginRollUp(): Promise<void> {
    turn = await write(({ statements }) => {
      const next = readNumber(statements, 'roll-up turn') + 1;
      writeNumber(statements, 'roll-up turn', next);
      return next;
    });
  }

  const queue = createWriteQueue<Attempt, SubmitOutcome>({
    commit: submitAll,
    most: MOST_GROUPED,
    patience: PATIENCE,
  });

  return {
    submit: (attempt) => queue.add(attempt),
    submitAll,

    list: (query) => use(({ statements }) => listedRows(statements.list.all(...listValues(query)), query)),

    scan: (after, limit) => use(({ statements }) => inOrder(after, statements.scan.all(after, limit).map(publicRow))),

    readAggregate: () =>
      use(({ statements }) => {
        const fact = statements.readFact.get('aggregate');
        return fact === undefined ? null : decodeAggregate(fact.value as Uint8Array);
      }),

    writeAggregate: (aggregate) =>
      write(({ statements }) => {
        // Other processes may roll up at the same time: whichever began last has seen the most.
        if (turn !== null && turn < readNumber(statements, 'aggregate turn')) return;
        statements.writeFact.run('aggregate', encodeAggregate(aggregate));
        if (turn !== null) writeNumber(statements, 'aggregate turn', turn);
      }),

    beginRollUp,

    async rollUpAlone(work) {
      if (rollingUp) return null;
      rollingUp = true;
      try {
        await beginRollUp();
        return await work();
      } finally {
        rollingUp = false;
      }
    },

    cursorSecret: () => use(({ statements }) => statements.readFact.get('cursor secret')!.value as Uint8Array),

    exportRows: (after, limit) =>
      use(({ statements, identity: store }) =>
        inOrder(
          after,
          statements.exportRows.all(after, limit).map((row) => ownersRow(row, store)),
        ),
      ),

    find: (id) =>
      use(({ statements, identity: store }) => {
        const row = statements.find.get(id);
        return row === undefined ? null : ownersRow(row, store);
      }),

    hide: (id, hidden) =>
      write(({ statements, identity: store }) => {
        const row = statements.find.get(id);
        if (row === undefined) return false;
        const checksum = checksumOf({ ...storedContent(row), hidden }, store);
        statements.hide.run(Number(hidden), checksum, id);
        return true;
      }),

    async purge(id) {
      const purged = await write(({ statements }) => statements.purge.run(id).changes > 0);
      // The file is overwritten where the row was; its older images in the log go with the log.
      if (purged) await use(({ database }) => foldLog(database));
      return purged;
    },

    checkStructure: () => use(({ database }) => faultsOfStructure(database)),

    async backup(target) {
      if (existsSync(target)) throw new StoreRefused(`Cannot write the backup: "${target}" exists already.`);
      const part = `${target}.${randomBytes(6).toString('hex')}.part`;
      try {
        closeSync(openSync(part, 'wx', 0o600));
        // One reading transaction, whatever is written meanwhile.
        await use(({ database }) => database.prepare('vacuum into ?').run(part));
        sync(part);
        linkSync(part, target);
        sync(dirname(resolve(target)));
      } catch (error) {
        throw explain(error);
      } finally {
        rmSync(part, { force: true });
      }
    },

    checkHealth: () => write(() => undefined),

    async close() {
      await queue.drain();
      open = false;
      abandon();
    },
  };
}

interface Connection {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  /** Random bytes that tell this store from any other at its path. */
  readonly identity: Buffer;
}

/** Opens a file that exists, and brings its schema up to this program's. */
function connect(file: string): Connection {
  if (!existsSync(file)) {
    throw new StoreRefused(
      `Cannot open the feedback store: there is no file "${file}". It is made only when asked for.`,
    );
  }
  if (!isPermitted(file)) throw refusalOf(file, 'may not be read and written by this user');
  // SQLite takes an empty file for a new database.
  if (sizeOf(file) === 0) throw refusalOf(file, 'is empty, as a store that lost its content would be');
  const address = pathToFileURL(file);
  address.searchParams.set('mode', 'rw');
  // A number beyond 2^53 stands only in a row that has rotted, and should not hide the rows around it.
  const database = new DatabaseSync(address, { timeout: BUSY_MILLISECONDS, readBigInts: true });
  try {
    recognise(database, file);
    configure(database, file);
    migrate(database, file);
    // A process that was killed may have left commits in the log that no sync has covered.
    foldLog(database);
    const statements = prepare(database);
    const identity = statements.readFact.get('identity')?.value;
    if (!(identity instanceof Uint8Array) || identity.length === 0) throw refusalOf(file, 'has lost its identity');
    return { database, statements, identity: Buffer.from(identity) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether this user may use a file and make SQLite's others beside it. A disk that fails to say so is no refusal. */
function isPermitted(file: string): boolean {
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    return !['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/**
 * Refuses a file that is no whole store of ours. The file is read through SQLite alone: to close another descriptor of
 * it would drop the locks of every connection in the process.
 */
function recognise(database: DatabaseSync, file: string): void {
  const read = (pragma: string): number => Number(Object.values(database.prepare(`pragma ${pragma}`).get()!)[0]);
  try {
    if (read('application_id') !== APPLICATION_ID) throw refusalOf(file, 'belongs to another program');
  } catch (error) {
    if (reasonOf(error) === 'damaged') throw refusalOf(file, 'is not a whole SQLite database');
    throw error;
  }
  // SQLite reads a last page that is cut short as if nothing were missing; a log may have it whole.
  if (sizeOf(`${file}-wal`) === 0 && sizeOf(file) % read('page_size') !== 0) throw refusalOf(file, 'has lost its end');
}

function refusalOf(file: string, fault: string): StoreRefused {
  return new StoreRefused(`Cannot open the feedback store: "${file}" ${fault}.`);
}

function configure(database: DatabaseSync, file: string): void {
  // With less than FULL, a log loses acknowledged commits with the power: https://www.sqlite.org/pragma.html#pragma_synchronous
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on');
  database.exec('pragma checkpoint_fullfsync = on; pragma secure_delete = on; pragma trusted_schema = off');
  database.exec(`pragma cell_size_check = on; pragma journal_size_limit = ${MOST_LOG_BYTES}`);
  const mode = database.prepare('pragma journal_mode').get()!.journal_mode;
  const synchronous = Number(database.prepare('pragma synchronous').get()!.synchronous);
  if (mode !== 'wal' || synchronous < 2) throw refusalOf(file, 'would not keep its writes when the power fails');
}

function migrate(database: DatabaseSync, file: string): void {
  const version = (): number => Number(database.prepare('pragma user_version').get()!.user_version);
  if (version() > SCHEMA_VERSION) {
    throw refusalOf(file, `has schema ${version()}, and this program knows ${SCHEMA_VERSION}`);
  }
  if (version() === SCHEMA_VERSION) return;
  transact(database, () => {
    // Another process may have been first.
    for (const { version: next, statements } of migrationsFrom(version(), 'sqlite')) {
      for (const statement of statements) database.exec(statement);
      database.exec(`pragma user_version = ${next}`);
    }
  });
}

/** Makes a store whole under another name and then gives it its own, so that none is ever found half made. */
function createFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    const database = new DatabaseSync(draft);
    database.exec(`pragma synchronous = extra; pragma application_id = ${APPLICATION_ID}`);
    migrate(database, file);
    const { writeFact } = prepare(database);
    writeFact.run('identity', randomBytes(16));
    writeFact.run('cursor secret', randomBytes(32));
    database.close();
    linkSync(draft, file);
    sync(dirname(file));
  } catch (error) {
    // Another process that made it meanwhile is as good.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explain(error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param path of a file or a folder */
function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

function prepare(database: DatabaseSync): Statements {
  return Object.fromEntries(Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)])) as Statements;
}

function record({ statements, identity }: Connection, attempt: Attempt): SubmitOutcome {
  const content = contentOf(attempt);
  const { id, keyHash, fingerprint, kind, severity, about, message, submittedAt, hidden } = content;
  const { changes } = statements.insert.run(
    ...[id, keyHash, fingerprint, kind, severity, about, message],
    ...[submittedAt, Number(hidden), checksumOf(content, identity)],
  );
  if (changes > 0) return settleAttempt(attempt, content);
  const held = statements.holder.get(keyHash)!;
  return settleAttempt(attempt, {
    id: String(held.id),
    fingerprint: held.fingerprint as Uint8Array,
    submittedAt: Number(held.submitted_at),
  });
}

/** A number among the facts, 0 when it is not there. */
function readNumber(statements: Statements, name: string): number {
  const fact = statements.readFact.get(name);
  return fact === undefined ? 0 : Number(Buffer.from(fact.value as Uint8Array).toString());
}

function writeNumber(statements: Statements, name: string, value: number): void {
  statements.writeFact.run(name, Buffer.from(String(value)));
}

function transact<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** Rows as they are, unless a tree that has rotted gave them in a wrong order, which whoever reads on from the last could follow for ever. */
function inOrder<Row extends { readonly sequence: number }>(after: number, rows: readonly Row[]): readonly Row[] {
  let last = after;
  for (const { sequence } of rows) {
    if (sequence <= last) throw new StoreUnavailable('damaged');
    last = sequence;
  }
  return rows;
}

/** What SQLite finds wrong, a line each, as far as it comes. */
function faultsOfStructure(database: DatabaseSync): readonly string[] {
  const lines: string[] = [];
  try {
    for (const row of database.prepare('pragma integrity_check').iterate()) lines.push(String(row.integrity_check));
  } catch (error) {
    if (reasonOf(error) !== 'damaged') throw error;
    lines.push('the structure cannot be checked to its end');
  }
  return lines.filter((line) => line !== 'ok');
}

/** Moves the log's content into the file, synced, and empties the log. False when a reader elsewhere still needs it. */
function foldLog(database: DatabaseSync): boolean {
  return Number(database.prepare('pragma wal_checkpoint(truncate)').get()!.busy) === 0;
}

async function patiently<Result>(work: () => Result): Promise<Result> {
  for (let waited = 0; ; waited += BUSY_PAUSE + BUSY_MILLISECONDS) {
    try {
      return work();
    } catch (error) {
      if (error instanceof StoreRefused) throw error;
      const unavailable = explain(error);
      if (unavailable.reason !== 'busy' || waited > BUSY_PATIENCE) throw unavailable;
    }
    await delay(BUSY_PAUSE);
  }
}

/** https://www.sqlite.org/rescode.html */
const REASONS: Readonly<Record<number, Unavailability>> = {
  5: 'busy',
  6: 'busy',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
};

function explain(error: unknown): StoreUnavailable {
  return error instanceof StoreUnavailable ? error : new StoreUnavailable(reasonOf(error));
}

function reasonOf(error: unknown): Unavailability {
  const { errcode = 0 } = error as { errcode?: number };
  return REASONS[errcode & 0xff] ?? 'failing';
}

/** Bytes of a file, 0 when there is none. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
