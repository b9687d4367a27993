import { setTimeout as delay } from 'node:timers/promises';
import { type Attempt, checksumOf, contentOf } from '../feedback_record.ts';
import type { FeedbackStore, SubmitOutcome } from '../feedback_store.ts';
import { boundsFromNow, type CallBounds, StoreUnavailable, storeLimits } from '../store_limits.ts';
import { type Execute, LOCKS } from './postgres_schema.ts';
import { openPostgresSession, type PostgresSession } from './postgres_session.ts';
import { createReadQueue, createWriteQueue } from './queues.ts';
import {
  type Dialect,
  encodeAggregate,
  publicReads,
  replaceFact,
  type SqlSession,
  settleAttempt,
  sqlCalls,
} from './sql_calls.ts';

/** Maximum attempts to write a group whose transaction the server refused because of another one. */
const MOST_TRIES = 3;
/** Milliseconds until an attempt is written again whose key another transaction has locked. */
const KEY_PAUSE = 20;

const DIALECT: Dialect = {
  lockRow: ' for update',
  lockFreeRow: ' for update skip locked',
  elements: 'json_array_elements($1::json)',
  // Two nodes that add the same words in another order would deadlock.
  lockMisses: ['select pg_advisory_xact_lock($1)', LOCKS.misses],
};

/**
 * Submissions in a PostgreSQL database, shared by any number of nodes, with or without a connection pooler. If the database
 * does not answer yet, each use tries again.
 * @param address `postgres://user@host/database`
 * @throws StoreRefused when the address cannot be read, the database does not let its role in or make tables, would not
 * keep its writes, or has the schema of a newer program
 */
export async function openPostgresStore(address: string): Promise<FeedbackStore> {
  const postgres = await openPostgresSession(address);
  const session = sqlSession(postgres);
  const reads = createReadQueue({ waiting: storeLimits.waitingReads });
  const submissions = createWriteQueue<Attempt, SubmitOutcome | null>({
    commit: (attempts, bounds) => submitAll(postgres, attempts, bounds),
    grouped: storeLimits.postgresGroupedSubmissions,
    waiting: storeLimits.waitingSubmissions,
  });
  return {
    async submit(attempt, bounds = boundsFromNow()) {
      for (;;) {
        const outcome = await submissions.add(attempt, bounds);
        if (outcome !== null) return outcome;
        await delay(KEY_PAUSE);
      }
    },
    ...publicReads((statement, bounds = boundsFromNow()) =>
      reads.run(bounds, statement.join(), (shared) => session.fetch(statement, shared)),
    ),
    ...sqlCalls(session, DIALECT),
    writeAggregate: (aggregate) =>
      session.write(function* () {
        yield replaceFact('aggregate', encodeAggregate(aggregate));
      }),
    rollUpAlone: (work) =>
      postgres.transactAtLength(async (execute) => {
        const [lock] = await execute('select pg_try_advisory_xact_lock($1) as taken', [LOCKS.rollUp]);
        return lock!.taken === true ? work() : null;
      }),
    // PostgreSQL manages its own files: vacuum and WAL rotation remove old data later.
    finishPurge: async () => [],
    // PostgreSQL verifies its pages itself (`initdb --data-checksums`), and amcheck its indexes.
    checkStructure: async () => [],
    backup: null,
    checkHealth: () =>
      postgres.transact(async (execute) => {
        const [recovery] = await execute('select pg_is_in_recovery() as standby');
        if (recovery!.standby !== false) throw new StoreUnavailable('unreachable');
      }),
    async close() {
      await submissions.drain();
      await postgres.close();
    },
  };
}

function sqlSession({ transact, read }: PostgresSession): SqlSession {
  const write: SqlSession['write'] = (task, bounds) =>
    transact(async (execute) => {
      const work = task();
      let step = work.next([]);
      while (!step.done) {
        const [sql, ...values] = step.value;
        step = work.next(await execute(sql, values));
      }
      return step.value;
    }, bounds);
  return {
    write,
    read: write,
    fetch: ([sql, ...values], bounds) =>
      read(
        sql.replaceAll(/\$(\d)/g, (_, place) => String(Number(values[place - 1]))),
        bounds,
      ),
  };
}

/** Null for an attempt whose key another transaction has locked. */
async function submitAll(
  { transact }: PostgresSession,
  attempts: readonly Attempt[],
  bounds: CallBounds,
): Promise<readonly (SubmitOutcome | null)[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact((execute) => record(execute, attempts), bounds);
    } catch (error) {
      if (tries === MOST_TRIES || (error as StoreUnavailable).reason !== 'busy') throw error;
    }
  }
}

const INSERT = `insert into catchword_submission
  (id, key_hash, fingerprint, kind, severity, about, message, submitted_at, hidden, checksum)
  select id, key_hash, fingerprint, kind, severity, about, message, submitted_at, 0, checksum
  from unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[], $5::text[], $6::text[], $7::bytea[], $8::bigint[],
    $9::bytea[], $10::bigint[]) with ordinality
    as attempt (id, key_hash, fingerprint, kind, severity, about, message, submitted_at, checksum, lock, place)
  where pg_try_advisory_xact_lock(lock) order by place on conflict (key_hash) do nothing`;
// An attempt's id is in the table only if that attempt recorded the submission.
const ADD_NOTICES = `insert into catchword_notice (id, tries, due)
  select id, 0, submitted_at from catchword_submission where id = any($1::text[])`;
const HOLDERS =
  'select key_hash, id, fingerprint, submitted_at from catchword_submission where key_hash = any($1::bytea[])';

/**
 * Records a group of submissions. Each key is locked, and one that another transaction has locked is left out: a node or a
 * session that stands still would else keep the whole group waiting, and every later group with one of its keys.
 * @returns null for an attempt that was left out, unless its key is in the table
 */
async function record(execute: Execute, attempts: readonly Attempt[]): Promise<readonly (SubmitOutcome | null)[]> {
  // Sorted by key, so that two nodes with the same keys cannot deadlock. A purge, too, locks a row.
  const contents = attempts
    .map(contentOf)
    .sort((left, right) => Buffer.compare(Buffer.from(left.keyHash), Buffer.from(right.keyHash)));
  const column = <Value>(pick: (content: (typeof contents)[number]) => Value): readonly Value[] => contents.map(pick);
  await execute(INSERT, [
    column(({ id }) => id),
    column(({ keyHash }) => keyHash),
    column(({ fingerprint }) => fingerprint),
    column(({ kind }) => kind),
    column(({ severity }) => severity),
    column(({ about }) => about),
    column(({ message }) => message),
    column(({ submittedAt }) => submittedAt),
    column((content) => checksumOf(content)),
    column(({ keyHash }) => String(Buffer.from(keyHash).readBigInt64BE())),
  ]);
  const noticed = attempts.filter(({ notice }) => notice).map(({ id }) => id);
  if (noticed.length > 0) await execute(ADD_NOTICES, [noticed]);
  const rows = await execute(HOLDERS, [column(({ keyHash }) => keyHash)]);
  const holders = new Map(rows.map((row) => [(row.key_hash as Buffer).toString('hex'), row]));
  return attempts.map((attempt) => {
    const held = holders.get(Buffer.from(attempt.keyHash).toString('hex'));
    // Also when the owner purged the row between the two statements, so that the key is free again.
    return held === undefined ? null : settleAttempt(attempt, held);
  });
}
