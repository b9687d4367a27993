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
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StoreRefused, StoreUnavailable, type Unavailability } from '../store_limits.ts';
import { isMissing } from './is_missing.ts';
import { migrationsFrom, SCHEMA_VERSION } from './migrations.ts';
import { replaceFact, type Statement, type StoredRow } from './sql_calls.ts';

/** Application ID in the header of our files: "CWFB". */
const APPLICATION_ID = 0x43574642;

/** Maximum size of the log while a reader blocks the checkpoint. Past it, writes are refused, so that the disk does not fill. */
export const MOST_LOG_BYTES = 60 * 1024 * 1024;
/** SQLite's own busy timeout. Short, because it blocks the event loop. */
const BUSY_MILLISECONDS = 20;

export interface Connection {
  readonly database: DatabaseSync;
  readonly execute: Execute;
  /** Random bytes that identify this store, even if another file replaces it at its path. */
  readonly identity: Buffer;
  readonly file: string;
  /** The result of `identifyFiles` when the store was opened. */
  readonly files: string;
  /** Bytes of the file when it was opened. It never becomes smaller. */
  readonly size: number;
}

/** Opens an existing file and migrates its schema to this program's version. */
export function connect(file: string): Connection {
  if (isMissing(file)) {
    throw new StoreRefused(`Cannot open the feedback store: the file "${file}" does not exist.`);
  }
  checkAccess(file);
  // SQLite takes an empty file for a new database.
  if (sizeOf(file) === 0) throw refusalOf(file, 'is empty, so its content may have been lost');
  const address = pathToFileURL(file);
  address.searchParams.set('mode', 'rw');
  // Only a damaged row contains a number beyond 2^53. As a BigInt it does not make the rows around it unreadable.
  const database = new DatabaseSync(address, { timeout: BUSY_MILLISECONDS, readBigInts: true });
  try {
    recognise(database, file);
    configure(database, file);
    migrate(database, file);
    // A killed process may have left commits in the log that were never synced.
    foldLog(database);
    const identity = readIdentity(database);
    if (identity === null) throw refusalOf(file, 'has no identity');
    const execute = createExecute(database);
    return { database, execute, identity, file, files: identifyFiles(database, file), size: sizeOf(file) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function readIdentity(database: DatabaseSync): Buffer | null {
  const identity = database.prepare("select value from catchword_fact where name = 'identity'").get()?.value;
  return identity instanceof Uint8Array && identity.length > 0 ? Buffer.from(identity) : null;
}

/**
 * Refuses a file that this user may not use, or beside which SQLite's other files cannot be used or created. An I/O error
 * does not count as a refusal.
 */
function checkAccess(file: string): void {
  for (const path of [file, dirname(file), ...logFiles(file).filter((each) => existsSync(each))]) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) throw refusalOf(path, 'cannot be read and written by this user');
    }
  }
}

/** The files that SQLite keeps beside a database while it is open. */
function logFiles(file: string): readonly string[] {
  return [`${file}-wal`, `${file}-shm`];
}

/**
 * Identifies the files at the path of an open store. It changes when one of them is removed or replaced: SQLite would go on
 * writing to the one that it opened, and what was confirmed would be lost with it.
 */
function identifyFiles(database: DatabaseSync, file: string): string {
  // SQLite resolves symbolic links, and keeps its other files beside the real one.
  const paths = [file, ...logFiles(database.location() ?? file)];
  return paths
    .map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
    .map((status) => (status === undefined ? 'none' : `${status.dev}:${status.ino}`))
    .join(' ');
}

/** @throws StoreUnavailable when a file of an open store is no longer at its path, or was shortened */
export function assertInPlace({ database, file, files, size }: Connection): void {
  if (identifyFiles(database, file) !== files) throw new StoreUnavailable('replaced');
  if (sizeOf(file) < size) throw new StoreUnavailable('damaged');
}

/**
 * Refuses a file that is not a complete store of ours. It reads the file only through SQLite: closing another descriptor
 * of it would release the POSIX locks of every connection in the process.
 */
function recognise(database: DatabaseSync, file: string): void {
  const read = (pragma: string): number => Number(Object.values(database.prepare(`pragma ${pragma}`).get()!)[0]);
  try {
    if (read('application_id') !== APPLICATION_ID) throw refusalOf(file, 'belongs to another program');
  } catch (error) {
    if (reasonOf(error) === 'damaged') throw refusalOf(file, 'is not a complete SQLite database');
    throw error;
  }
  // SQLite silently accepts a truncated last page, so check the size. The log may contain the complete page.
  if (sizeOf(`${file}-wal`) === 0 && sizeOf(file) % read('page_size') !== 0) throw refusalOf(file, 'is truncated');
}

function refusalOf(file: string, fault: string): StoreRefused {
  return new StoreRefused(`Cannot open the feedback store: "${file}" ${fault}.`);
}

function configure(database: DatabaseSync, file: string): void {
  // Below FULL, a power failure can lose acknowledged commits in WAL mode: https://www.sqlite.org/pragma.html#pragma_synchronous
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on');
  database.exec('pragma checkpoint_fullfsync = on; pragma secure_delete = on; pragma trusted_schema = off');
  database.exec(`pragma cell_size_check = on; pragma journal_size_limit = ${MOST_LOG_BYTES}`);
  const mode = database.prepare('pragma journal_mode').get()!.journal_mode;
  const synchronous = Number(database.prepare('pragma synchronous').get()!.synchronous);
  if (mode !== 'wal' || synchronous < 2) throw refusalOf(file, 'could lose writes in a power failure');
}

function migrate(database: DatabaseSync, file: string): void {
  const version = (): number => Number(database.prepare('pragma user_version').get()!.user_version);
  if (version() > SCHEMA_VERSION) {
    throw refusalOf(
      file,
      `has schema version ${version()}, but this program supports only up to version ${SCHEMA_VERSION}`,
    );
  }
  if (version() === SCHEMA_VERSION) return;
  transact(database, () => {
    // Read the version again: another process may have migrated first.
    for (const { version: next, statements } of migrationsFrom(version(), 'sqlite')) {
      for (const statement of statements) database.exec(statement);
      database.exec(`pragma user_version = ${next}`);
    }
  });
}

/**
 * Creates a complete store under a temporary name and then links it to its own, so that no process sees an incomplete one.
 * @throws StoreRefused when this user cannot create files there
 * @throws StoreUnavailable when the disk is full or fails
 */
export function createFile(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    makeFolder(dirname(file));
    closeSync(openSync(draft, 'wx', 0o600));
    const database = new DatabaseSync(draft);
    database.exec(`pragma synchronous = extra; pragma application_id = ${APPLICATION_ID}`);
    fill(database, file);
    database.close();
    linkSync(draft, file);
    sync(dirname(file));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Another process may have created it meanwhile.
    if (code === 'EEXIST' && existsSync(file)) return;
    const reason = unmakeableReasons[code];
    if (reason === undefined) throw explain(error);
    throw new StoreRefused(`Cannot create the feedback store "${file}": ${reason}.`);
  } finally {
    removeDraft(draft);
  }
}

/** Makes the tables of a new store, and the values that it keeps for good. */
function fill(database: DatabaseSync, file: string): void {
  migrate(database, file);
  const execute = createExecute(database);
  execute(replaceFact('identity', randomBytes(16)));
  execute(replaceFact('cursor secret', randomBytes(32)));
}

export function connectToMemory(): Connection {
  const file = ':memory:';
  const database = new DatabaseSync(file, { readBigInts: true });
  fill(database, file);
  return { database, execute: createExecute(database), identity: readIdentity(database)!, file, files: '', size: 0 };
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // If the file could not be created, there is nothing to remove.
  }
}

/** Error codes of a location where no file can be created until the owner changes something. */
const unmakeableReasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write to its folder',
  EPERM: 'this user may not write to its folder',
  EEXIST: 'part of its path is not a folder',
  ENOTDIR: 'part of its path is not a folder',
  ENOENT: 'its folder cannot be created',
  EROFS: 'its file system is read-only',
};

/** Creates a folder and its parents. Node's recursive `mkdir` never ends below `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

type Execute = (statement: Statement) => readonly StoredRow[];

function createExecute(database: DatabaseSync): Execute {
  const prepared = new Map<string, StatementSync>();
  return ([sql, ...values]) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    // By name: before Node 24.7 numbered parameters cannot be bound by their places.
    return statement.all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value as SQLInputValue])));
  };
}

export function transact<Result>(database: DatabaseSync, work: () => Result): Result {
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

/** The faults that SQLite's integrity check finds, one per line. */
export function faultsOfStructure(database: DatabaseSync): readonly string[] {
  const lines: string[] = [];
  try {
    for (const row of database.prepare('pragma integrity_check').iterate()) lines.push(String(row.integrity_check));
  } catch (error) {
    if (reasonOf(error) !== 'damaged') throw error;
    lines.push('the structure check could not be completed');
  }
  return lines.filter((line) => line !== 'ok');
}

/** Runs a checkpoint: copies the log into the file, syncs and truncates the log. False when another reader still needs it. */
export function foldLog(database: DatabaseSync): boolean {
  return Number(database.prepare('pragma wal_checkpoint(truncate)').get()!.busy) === 0;
}

/** Bytes of a file, 0 when there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** https://www.sqlite.org/rescode.html */
const REASONS: Readonly<Record<number, Unavailability>> = {
  5: 'busy',
  6: 'busy',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
};

/** Converts any error of SQLite, without its text. */
export function explain(error: unknown): StoreUnavailable {
  return error instanceof StoreUnavailable ? error : new StoreUnavailable(reasonOf(error));
}

function reasonOf(error: unknown): Unavailability {
  const { errcode = 0 } = error as { errcode?: number };
  return REASONS[errcode & 0xff] ?? 'failing';
}
