import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeAggregate, encodeAggregate } from '../aggregate_bytes.ts';
import { type Attempt, checksumOf, contentOf } from '../feedback_record.ts';
import type { FeedbackStore, SubmitOutcome } from '../feedback_store.ts';
import { settleAttempt } from '../settle_attempt.ts';
import { StoreRefused, StoreUnavailable } from '../store_error.ts';
import { createWriteQueue } from '../write_queue.ts';
import { listedRows, listValues } from './listed_rows.ts';
import { explain } from './sqlite_error.ts';
import {
  BUSY_MILLISECONDS,
  type Connection,
  connect,
  createFile,
  faultsOfStructure,
  foldLog,
  MOST_LOG_BYTES,
  type Statements,
  sizeOf,
  sync,
  transact,
} from './sqlite_file.ts';
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

/** Rows as they are, unless a tree that has rotted gave them in a wrong order, which whoever reads on from the last could follow for ever. */
function inOrder<Row extends { readonly sequence: number }>(after: number, rows: readonly Row[]): readonly Row[] {
  let last = after;
  for (const { sequence } of rows) {
    if (sequence <= last) throw new StoreUnavailable('damaged');
    last = sequence;
  }
  return rows;
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
