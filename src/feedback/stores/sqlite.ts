import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attempt, checksumOf, contentOf } from '../feedback_record.ts';
import type {
  FeedbackStore,
  MissCalls,
  NoticeCalls,
  OwnerCalls,
  PublicCalls,
  RollUpCalls,
  SubmitOutcome,
} from '../feedback_store.ts';
import { createRollUpAlone } from '../roll_up.ts';
import { StoreRefused, StoreUnavailable } from '../store_error.ts';
import { assertWanted, boundsFromNow, type CallBounds, storeLimits } from '../store_limits.ts';
import {
  type Connection,
  connectToMemory,
  explain,
  faultsOfStructure,
  foldLog,
  type Statements,
  sync,
  transact,
} from './sqlite_file.ts';
import { openSqliteSession, type SqliteSession } from './sqlite_session.ts';
import {
  countedMisses,
  decodeAggregate,
  encodeAggregate,
  listedRows,
  listValues,
  ownerRecordOf,
  publicRow,
  settleAttempt,
  storedContent,
} from './stored_row.ts';
import { createWriteQueue } from './write_queue.ts';

export interface SqliteOptions {
  /** Whether to create a missing file. By default it is refused, so that a wrong path is noticed. */
  readonly create?: boolean;
}

export interface SqliteStore extends FeedbackStore {
  /** Submits all attempts in one transaction, for a caller with its own queue. */
  submitAll(attempts: readonly Attempt[], bounds?: CallBounds): Promise<readonly SubmitOutcome[]>;
  /** Numbers a roll-up: the next `writeAggregate` replaces only aggregates of roll-ups that began earlier, in any process. */
  beginRollUp(): Promise<void>;
}

type Session = Pick<SqliteSession, 'read' | 'write'>;

/** Milliseconds between attempts at a checkpoint. */
const FOLD_PAUSE = 50;

/**
 * Submissions in one SQLite file. A write is acknowledged after its sync; concurrent writes share one sync. Several
 * processes may use one file. It blocks the calling thread while it waits for the disk, so servers use
 * `openSqliteThread`.
 * @throws StoreRefused when the file is missing, empty, shortened, foreign, or of a newer program
 * @throws StoreUnavailable when it is damaged
 */
export async function openSqliteStore(path: string, { create = false }: SqliteOptions = {}): Promise<SqliteStore> {
  const file = resolve(path);
  const session = await openSqliteSession(file, create);
  const calls = callsOf(session, file);
  const queue = createWriteQueue<Attempt, SubmitOutcome>({
    commit: calls.submitAll,
    grouped: storeLimits.groupedSubmissions,
    waiting: storeLimits.waitingSubmissions,
  });
  return {
    ...calls,
    submit: (attempt, bounds = boundsFromNow()) => queue.add(attempt, bounds),
    async close() {
      await queue.drain();
      session.close();
    },
  };
}

/** A store in memory, lost when the process ends: for trials. Each call is done at once, so it needs no queue. */
export function createMemoryStore(): FeedbackStore {
  const connection = connectToMemory();
  let isOpen = true;

  async function read<Result>(work: (connection: Connection) => Result, bounds?: CallBounds): Promise<Result> {
    if (!isOpen) throw new StoreUnavailable('closed');
    if (bounds !== undefined) assertWanted(bounds);
    return work(connection);
  }

  const write: Session['write'] = (work, bounds) => read((used) => transact(used.database, () => work(used)), bounds);
  const { submitAll, beginRollUp: _, ...calls } = callsOf({ read, write }, connection.file);
  return {
    ...calls,
    submit: async (attempt, bounds) => (await submitAll([attempt], bounds))[0]!,
    backup: null,
    async close() {
      if (isOpen) connection.database.close();
      isOpen = false;
    },
  };
}

/** The calls of a store on an open session, without a queue. */
function callsOf(session: Session, file: string) {
  return {
    submitAll: (attempts: readonly Attempt[], bounds?: CallBounds): Promise<readonly SubmitOutcome[]> =>
      session.write((connection) => attempts.map((attempt) => record(connection, attempt)), bounds),
    ...publicReads(session),
    ...rollUps(session),
    ...notices(session),
    ...missCounts(session),
    ...ownerCalls(session, file),
    checkHealth: () => session.write(() => undefined),
  };
}

function publicReads({ read }: Session): Omit<PublicCalls, 'submit'> {
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

function rollUps({ read, write }: Session): RollUpCalls & Pick<SqliteStore, 'beginRollUp'> {
  /** Number of the latest roll-up of this session. */
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
        // Other processes may roll up at the same time: the roll-up that began last has the newest data.
        if (turn !== null && turn < readNumber(statements, 'aggregate turn')) return;
        statements.writeFact.run('aggregate', encodeAggregate(aggregate));
        if (turn !== null) writeNumber(statements, 'aggregate turn', turn);
      }),

    rollUpAlone: createRollUpAlone(beginRollUp),
  };
}

function notices({ read, write }: Session): NoticeCalls {
  return {
    claimNotice: (now, until) =>
      write(({ statements, identity }) => {
        const due = statements.dueNotice.get(now);
        if (due === undefined) return null;
        const id = String(due.id);
        const row = statements.find.get(id);
        // Only a damaged store has a notice without its submission.
        if (row === undefined) {
          statements.dropNotice.run(id);
          return null;
        }
        statements.claimNotice.run(until, id);
        return { record: ownerRecordOf(row, identity), tries: Number(due.tries) + 1 };
      }),
    finishNotice: (id) => write(({ statements }) => void statements.dropNotice.run(id)),
    postponeNotice: (id, due) => write(({ statements }) => void statements.postponeNotice.run(due, id)),
    countNotices: () => read(({ statements }) => Number(statements.countNotices.get()!.waiting)),
  };
}

function missCounts({ read, write }: Session): MissCalls {
  return {
    addMisses: (misses) =>
      write(({ statements }) => {
        for (const { words, count, day } of misses) statements.addMiss.run(words, count, day);
        statements.trimMisses.run(storeLimits.misses);
      }),
    listMisses: (least) => read(({ statements }) => countedMisses(statements.listMisses.all(least))),
    clearMisses: () =>
      write(({ statements }) => {
        statements.clearMisses.run();
      }),
  };
}

function ownerCalls({ read, write }: Session, file: string): OwnerCalls {
  return {
    exportRows: (after, limit) =>
      read(({ statements, identity }) =>
        inOrder(
          after,
          statements.exportRows.all(after, limit).map((row) => ownerRecordOf(row, identity)),
        ),
      ),

    find: (id) =>
      read(({ statements, identity }) => {
        const row = statements.find.get(id);
        return row === undefined ? null : ownerRecordOf(row, identity);
      }),

    hide: (id, hidden) =>
      write(({ statements, identity }) => {
        const row = statements.find.get(id);
        if (row === undefined) return false;
        const checksum = checksumOf({ ...storedContent(row), hidden }, identity);
        statements.hide.run(Number(hidden), checksum, id);
        return true;
      }),

    purge: (id) =>
      write(({ statements }) => {
        statements.dropNotice.run(id);
        return statements.purge.run(id).changes > 0;
      }),

    async finishPurge(timeout) {
      // The row stays in the file until a checkpoint overwrites it, and in the log until the log is truncated. An older
      // reader prevents both.
      const until = performance.now() + timeout;
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
    // One read transaction, so concurrent writes do not affect the copy.
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
  if (changes > 0) {
    if (attempt.notice) statements.addNotice.run(id, submittedAt);
    return settleAttempt(attempt, content);
  }
  const held = statements.holder.get(keyHash)!;
  return settleAttempt(attempt, {
    id: String(held.id),
    fingerprint: held.fingerprint as Uint8Array,
    submittedAt: Number(held.submitted_at),
  });
}

/** A number from the table of facts, 0 when it is missing. */
function readNumber(statements: Statements, name: string): number {
  const fact = statements.readFact.get(name);
  return fact === undefined ? 0 : Number(Buffer.from(fact.value as Uint8Array).toString());
}

function writeNumber(statements: Statements, name: string, value: number): void {
  statements.writeFact.run(name, Buffer.from(String(value)));
}

/** Checks that the rows are in order. A damaged B-tree may return them out of order, and paging by sequence would never end. */
function inOrder<Row extends { readonly sequence: number }>(after: number, rows: readonly Row[]): readonly Row[] {
  let last = after;
  for (const { sequence } of rows) {
    if (sequence <= last) throw new StoreUnavailable('damaged');
    last = sequence;
  }
  return rows;
}
