import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attempt, checksumOf, contentOf } from '../feedback_record.ts';
import type { FeedbackStore, SubmitOutcome } from '../feedback_store.ts';
import { createRollUpAlone } from '../roll_up.ts';
import {
  assertWanted,
  boundsFromNow,
  type CallBounds,
  StoreRefused,
  StoreUnavailable,
  storeLimits,
} from '../store_limits.ts';
import { createWriteQueue } from './queues.ts';
import {
  type Dialect,
  encodeAggregate,
  publicReads,
  replaceFact,
  type SqlSession,
  settleAttempt,
  sqlCalls,
  type Task,
  type Work,
} from './sql_calls.ts';
import {
  type Connection,
  connectToMemory,
  explain,
  faultsOfStructure,
  foldLog,
  sync,
  transact,
} from './sqlite_file.ts';
import { openSqliteSession, type SqliteSession } from './sqlite_session.ts';

export interface SqliteOptions {
  /** Whether to create a missing file. By default it is refused, so that a wrong path is noticed. */
  readonly create?: boolean;
}

export interface SqliteStore extends FeedbackStore {
  /** Runs one statement that reads, for a caller with its own queue. */
  readonly fetch: SqlSession['fetch'];
  /** Submits all attempts in one transaction, for a caller with its own queue. */
  submitAll(attempts: readonly Attempt[], bounds?: CallBounds): Promise<readonly SubmitOutcome[]>;
  /** Numbers a roll-up: the next `writeAggregate` replaces only aggregates of roll-ups that began earlier, in any process. */
  beginRollUp(): Promise<void>;
}

type Session = Pick<SqliteSession, 'read' | 'write'>;

/** One write at a time has the file, so nothing else must be locked. */
const DIALECT: Dialect = { lockRow: '', lockFreeRow: '', elements: 'json_each($1)', lockMisses: null };
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
  const { submitAll, beginRollUp: _, fetch: _fetch, ...calls } = callsOf({ read, write }, connection.file);
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

function callsOf({ read, write }: Session, file: string) {
  const session: SqlSession = {
    read: (task, bounds) => read((connection) => runTask(task, connection), bounds),
    write: (task, bounds) => write((connection) => runTask(task, connection), bounds),
    fetch: (statement, bounds) => read(({ execute }) => execute(statement), bounds),
  };
  /** Number of the latest roll-up of this session. */
  let turn: number | null = null;

  async function beginRollUp(): Promise<void> {
    turn = await session.write(function* () {
      const next = (yield* readNumber('roll-up turn')) + 1;
      yield writeNumber('roll-up turn', next);
      return next;
    });
  }

  return {
    fetch: session.fetch,
    ...publicReads(session.fetch),
    ...sqlCalls(session, DIALECT),
    submitAll: (attempts: readonly Attempt[], bounds?: CallBounds): Promise<readonly SubmitOutcome[]> =>
      session.write(function* (identity) {
        const outcomes: SubmitOutcome[] = [];
        for (const attempt of attempts) outcomes.push(yield* record(attempt, identity));
        return outcomes;
      }, bounds),
    beginRollUp,
    rollUpAlone: createRollUpAlone(beginRollUp),
    writeAggregate: (aggregate) =>
      session.write(function* () {
        // Other processes may roll up at the same time: the roll-up that began last has the newest data.
        if (turn !== null && turn < (yield* readNumber('aggregate turn'))) return;
        yield replaceFact('aggregate', encodeAggregate(aggregate));
        if (turn !== null) yield writeNumber('aggregate turn', turn);
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
    checkHealth: () => write(() => undefined),
  } satisfies Partial<SqliteStore>;
}

function runTask<Result>(task: Task<Result>, { execute, identity }: Connection): Result {
  const work = task(identity);
  let step = work.next([]);
  while (!step.done) step = work.next(execute(step.value));
  return step.value;
}

async function backUp(read: SqliteSession['read'], target: string): Promise<void> {
  if (existsSync(target)) throw new StoreRefused(`Cannot write the backup: "${target}" already exists.`);
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

function* record(attempt: Attempt, identity: Uint8Array | undefined): Work<SubmitOutcome> {
  const content = contentOf(attempt);
  const { id, keyHash, fingerprint, kind, severity, about, message, submittedAt } = content;
  const inserted = yield [
    `insert into catchword_submission
      (id, key_hash, fingerprint, kind, severity, about, message, submitted_at, hidden, checksum)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9) on conflict (key_hash) do nothing returning id`,
    ...[id, keyHash, fingerprint, kind, severity, about, message, submittedAt, checksumOf(content, identity)],
  ];
  if (inserted.length > 0) {
    if (attempt.notice) yield ['insert into catchword_notice (id, tries, due) values ($1, 0, $2)', id, submittedAt];
    return settleAttempt(attempt, { id, fingerprint, submitted_at: submittedAt });
  }
  const [held] = yield ['select id, fingerprint, submitted_at from catchword_submission where key_hash = $1', keyHash];
  return settleAttempt(attempt, held!);
}

/** A number from the table of facts, 0 when it is missing. */
function* readNumber(name: string): Work<number> {
  const [fact] = yield ['select value from catchword_fact where name = $1', name];
  return fact === undefined ? 0 : Number(Buffer.from(fact.value as Uint8Array).toString());
}

function writeNumber(name: string, value: number) {
  return replaceFact(name, Buffer.from(String(value)));
}
