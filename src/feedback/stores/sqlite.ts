import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attempt, checksumOf, contentOf } from '../feedback_record.ts';
import type { FeedbackStore, SubmitOutcome } from '../feedback_store.ts';
import { StoreRefused, StoreUnavailable } from '../store_error.ts';
import { boundsFromNow, type CallBounds, storeLimits } from '../store_limits.ts';
import { decodeAggregate, encodeAggregate } from './aggregate_bytes.ts';
import { settleAttempt } from './settle_attempt.ts';
import { type Connection, explain, faultsOfStructure, foldLog, type Statements, sync } from './sqlite_file.ts';
import { openSqliteSession, type SqliteSession } from './sqlite_session.ts';
import { listedRows, listValues, ownersRow, publicRow, storedContent } from './stored_row.ts';
import { createWriteQueue } from './write_queue.ts';

export interface SqliteOptions {
  /** Make the file when there is none. Without it a missing file is refused, so that a wrong path shows. */
  readonly create?: boolean;
}

export interface SqliteStore extends FeedbackStore {
  /** Submits as one transaction, for a caller that groups by itself. */
  submitAll(attempts: readonly Attempt[], bounds?: CallBounds): Promise<readonly SubmitOutcome[]>;
  /** Lets the next `writeAggregate` replace the aggregates of runs that began before now, in any process, and no other. */
  beginRollUp(): Promise<void>;
}

/** Between two attempts at folding the log. */
const FOLD_PAUSE = 50;

/**
 * Submissions in one SQLite file. A write is acknowledged after the sync that covers it; writers that come together
 * share one. Several processes may use one file. It works on the thread of its caller and waits for the disk there:
 * `openSqliteThread` is for whoever serves.
 * @throws StoreRefused when the file is missing, empty, shortened, foreign, or of a newer program
 * @throws StoreUnavailable when it is damaged
 */
export async function openSqliteStore(path: string, { create = false }: SqliteOptions = {}): Promise<SqliteStore> {
  const file = resolve(path);
  const session = await openSqliteSession(file, create);

  function submitAll(attempts: readonly Attempt[], bounds?: CallBounds): Promise<readonly SubmitOutcome[]> {
    return session.write((connection) => attempts.map((attempt) => record(connection, attempt)), bounds);
  }

  const queue = createWriteQueue<Attempt, SubmitOutcome>({
    commit: submitAll,
    grouped: storeLimits.groupedSubmissions,
    waiting: storeLimits.waitingSubmissions,
  });

  return {
    submit: (attempt, bounds = boundsFromNow()) => queue.add(attempt, bounds),
    submitAll,
    ...publicReads(session),
    ...rollUps(session),
    ...ownersCalls(session, file),
    checkHealth: () => session.write(() => undefined),
    async close() {
      await queue.drain();
      session.close();
    },
  };
}

function publicReads({ read }: SqliteSession): Pick<FeedbackStore, 'list' | 'readAggregate' | 'cursorSecret'> {
  return {
    list: (query, bounds) =>
      read(({ statements }) => listedRows(statements.list.all(...listValues(query)), query), bounds),

    readAggregate: (bounds) =>
      read(({ statements }) => {
        const fact = statements.readFact.get('aggregate');
        return fact === undefined ? null : decodeAggregate(fact.value as Uint8Array);
      }, bounds),

    cursorSecret: (bounds) =>
      read(({ statements }) => statements.readFact.get('cursor secret')!.value as Uint8Array, bounds),
  };
}

function rollUps({
  read,
  write,
}: SqliteSession): Pick<SqliteStore, 'scan' | 'writeAggregate' | 'beginRollUp' | 'rollUpAlone'> {
  let rollingUp = false;
  /** Number of the roll-up that this session began last. */
  let turn: number | null = null;

  async function beginRollUp(): Promise<void> {
    turn = await write(({ statements }) => {
      const next = readNumber(statements, 'roll-up turn') + 1;
      writeNumber(statements, 'roll-up turn', next);
      return next;
    });
  }

  return {
    beginRollUp,
    scan: (after, limit) => read(({ statements }) => inOrder(after, statements.scan.all(after, limit).map(publicRow))),

    writeAggregate: (aggregate) =>
      write(({ statements }) => {
        // Other processes may roll up at the same time: the run that began last has seen the most.
        if (turn !== null && turn < readNumber(statements, 'aggregate turn')) return;
        statements.writeFact.run('aggregate', encodeAggregate(aggregate));
        if (turn !== null) writeNumber(statements, 'aggregate turn', turn);
      }),

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
  };
}

type OwnersCalls = Pick<
  FeedbackStore,
  'exportRows' | 'find' | 'hide' | 'purge' | 'finishPurge' | 'checkStructure' | 'backup'
>;

function ownersCalls({ read, write }: SqliteSession, file: string): OwnersCalls {
  return {
    exportRows: (after, limit) =>
      read(({ statements, identity }) =>
        inOrder(
          after,
          statements.exportRows.all(after, limit).map((row) => ownersRow(row, identity)),
        ),
      ),

    find: (id) =>
      read(({ statements, identity }) => {
        const row = statements.find.get(id);
        return row === undefined ? null : ownersRow(row, identity);
      }),

    hide: (id, hidden) =>
      write(({ statements, identity }) => {
        const row = statements.find.get(id);
        if (row === undefined) return false;
        const checksum = checksumOf({ ...storedContent(row), hidden }, identity);
        statements.hide.run(Number(hidden), checksum, id);
        return true;
      }),

    purge: (id) => write(({ statements }) => statements.purge.run(id).changes > 0),

    async finishPurge(patience) {
      // The file is overwritten where the row was only when the log is folded into it, and the log holds the row until
      // it is emptied. A reader that began before keeps both as they are.
      const until = performance.now() + patience;
      while (!(await read(({ database }) => foldLog(database)))) {
        if (performance.now() >= until) return [file, `${file}-wal`];
        await delay(FOLD_PAUSE);
      }
      return [];
    },

    checkStructure: () => read(({ database }) => faultsOfStructure(database)),
    backup: (target) => backUp(read, target),
  };
}

async function backUp(read: SqliteSession['read'], target: string): Promise<void> {
  if (existsSync(target)) throw new StoreRefused(`Cannot write the backup: "${target}" exists already.`);
  const part = `${target}.${randomBytes(6).toString('hex')}.part`;
  try {
    closeSync(openSync(part, 'wx', 0o600));
    // One reading transaction, whatever is written meanwhile.
    await read(({ database }) => database.prepare('vacuum into ?').run(part));
    sync(part);
    linkSync(part, target);
    sync(dirname(resolve(target)));
  } catch (error) {
    throw explain(error);
  } finally {
    rmSync(part, { force: true });
  }
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

/** The rows, unless a damaged tree gave them in a wrong order: a reader that goes on from the last would never end. */
function inOrder<Row extends { readonly sequence: number }>(after: number, rows: readonly Row[]): readonly Row[] {
  let last = after;
  for (const { sequence } of rows) {
    if (sequence <= last) throw new StoreUnavailable('damaged');
    last = sequence;
  }
  return rows;
}
