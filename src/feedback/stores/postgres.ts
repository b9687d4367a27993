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
import { StoreUnavailable } from '../store_error.ts';
import { boundsFromNow, type CallBounds, storeLimits } from '../store_limits.ts';
import { type Execute, LOCKS } from './postgres_schema.ts';
import { openPostgresSession, type PostgresSession } from './postgres_session.ts';
import { createReadQueue } from './read_queue.ts';
import {
  ALL_COLUMNS,
  countedMisses,
  decodeAggregate,
  encodeAggregate,
  listedRows,
  listStatement,
  listValues,
  ownerRecordOf,
  PUBLIC_COLUMNS,
  publicRow,
  type StoredRow,
  settleAttempt,
  storedContent,
  trimMisses,
} from './stored_row.ts';
import { createWriteQueue } from './write_queue.ts';

/** Maximum attempts to write a group whose transaction the server refused because of another one. */
const MOST_TRIES = 3;
/** Milliseconds until an attempt is written again whose key another transaction has locked. */
const KEY_PAUSE = 20;

/**
 * Submissions in a PostgreSQL database, shared by any number of nodes, with or without a connection pooler. If the database
 * does not answer yet, each use tries again.
 * @param address `postgres://user@host/database`
 * @throws StoreRefused when the address cannot be read, the database does not let its role in or make tables, would not
 * keep its writes, or has the schema of a newer program
 */
export async function openPostgresStore(address: string): Promise<FeedbackStore> {
  const session = await openPostgresSession(address);
  const submissions = createWriteQueue<Attempt, SubmitOutcome | null>({
    commit: (attempts, bounds) => submitAll(session, attempts, bounds),
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
    ...publicReads(session),
    ...rollUps(session),
    ...notices(session),
    ...missCounts(session),
    ...ownerCalls(session),
    checkHealth: () =>
      session.transact(async (execute) => {
        const [recovery] = await execute('select pg_is_in_recovery() as standby');
        if (recovery!.standby !== false) throw new StoreUnavailable('unreachable');
      }),
    async close() {
      await submissions.drain();
      await session.close();
    },
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

function publicReads(session: PostgresSession): Omit<PublicCalls, 'submit'> {
  const queue = createReadQueue({ atOnce: storeLimits.postgresReads, waiting: storeLimits.waitingReads });
  let secret: Uint8Array | null = null;

  function read(sql: string, bounds: CallBounds = boundsFromNow()): Promise<readonly StoredRow[]> {
    return queue.run(bounds, () => session.read(sql, bounds));
  }

  return {
    async list(query, bounds) {
      const [before, limit, budget] = listValues(query).map(String) as [string, string, string];
      return listedRows(await read(listStatement(before, limit, budget), bounds), query);
    },

    async readAggregate(bounds) {
      const [fact] = await read("select value from catchword_fact where name = 'aggregate'", bounds);
      return fact === undefined ? null : decodeAggregate(fact.value as Uint8Array);
    },

    async cursorSecret(bounds) {
      // The secret never changes, so it is cached.
      secret ??= (await read("select value from catchword_fact where name = 'cursor secret'", bounds))[0]!
        .value as Uint8Array;
      return secret;
    },
  };
}

function rollUps(session: PostgresSession): RollUpCalls {
  return {
    async scan(after, limit) {
      const rows = await session.read(`select ${PUBLIC_COLUMNS} from catchword_submission
        where hidden = 0 and sequence > ${Number(after)} order by sequence limit ${Number(limit)}`);
      return rows.map(publicRow);
    },

    writeAggregate: (aggregate) => run(session.transact, SQL.replaceFact, ['aggregate', encodeAggregate(aggregate)]),

    rollUpAlone: (work) =>
      session.transactAtLength(async (execute) => {
        const [lock] = await execute('select pg_try_advisory_xact_lock($1) as taken', [LOCKS.rollUp]);
        return lock!.taken === true ? work() : null;
      }),
  };
}

/** Runs one statement, without a result, in a transaction of its own. */
async function run(transact: PostgresSession['transact'], sql: string, values: readonly unknown[]): Promise<void> {
  await transact((execute) => execute(sql, values));
}

function notices({ transact }: PostgresSession): NoticeCalls {
  return {
    claimNotice: (now, until) =>
      transact(async (execute) => {
        const [claimed] = await execute(SQL.claimNotice, [now, until]);
        if (claimed === undefined) return null;
        const [row] = await execute(SQL.find, [claimed.id]);
        // Only a damaged store has a notice without its submission.
        if (row === undefined) await execute(SQL.dropNotice, [claimed.id]);
        return row === undefined ? null : { record: ownerRecordOf(row), tries: Number(claimed.tries) };
      }),
    finishNotice: (id) => run(transact, SQL.dropNotice, [id]),
    postponeNotice: (id, due) => run(transact, 'update catchword_notice set due = $2 where id = $1', [id, due]),
    countNotices: () =>
      transact(async (execute) =>
        Number((await execute('select count(*) as waiting from catchword_notice'))[0]!.waiting),
      ),
  };
}

function missCounts({ transact }: PostgresSession): MissCalls {
  return {
    addMisses: (misses) =>
      transact(async (execute) => {
        // One node at a time: two that add the same words in another order would deadlock.
        await execute('select pg_advisory_xact_lock($1)', [LOCKS.misses]);
        await execute(SQL.addMisses, [
          misses.map(({ words }) => words),
          misses.map(({ count }) => count),
          misses.map(({ day }) => day),
        ]);
        await execute(trimMisses('$1'), [storeLimits.misses]);
      }),
    listMisses: (least) => transact(async (execute) => countedMisses(await execute(SQL.listMisses, [least]))),
    clearMisses: () => run(transact, 'delete from catchword_miss', []),
  };
}

function ownerCalls({ transact }: PostgresSession): OwnerCalls {
  return {
    exportRows: (after, limit) =>
      transact(async (execute) => (await execute(SQL.exportRows, [after, limit])).map((row) => ownerRecordOf(row))),

    find: (id) =>
      transact(async (execute) => {
        const [row] = await execute(SQL.find, [id]);
        return row === undefined ? null : ownerRecordOf(row);
      }),

    hide: (id, hidden) =>
      transact(async (execute) => {
        const [row] = await execute(`${SQL.find} for update`, [id]);
        if (row === undefined) return false;
        await execute(SQL.hide, [Number(hidden), checksumOf({ ...storedContent(row), hidden }), id]);
        return true;
      }),

    purge: (id) =>
      transact(async (execute) => {
        await execute(SQL.dropNotice, [id]);
        return (await execute(SQL.purge, [id])).length > 0;
      }),

    // PostgreSQL manages its own files: vacuum and WAL rotation remove old data later.
    finishPurge: async () => [],
    // PostgreSQL verifies its pages itself (`initdb --data-checksums`), and amcheck its indexes.
    checkStructure: async () => [],
    backup: null,
  };
}

const SQL = {
  insert: `insert into catchword_submission
    (id, key_hash, fingerprint, kind, severity, about, message, submitted_at, hidden, checksum)
    select id, key_hash, fingerprint, kind, severity, about, message, submitted_at, 0, checksum
    from unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[], $5::text[], $6::text[], $7::bytea[], $8::bigint[],
      $9::bytea[], $10::bigint[]) with ordinality
      as attempt (id, key_hash, fingerprint, kind, severity, about, message, submitted_at, checksum, lock, place)
    where pg_try_advisory_xact_lock(lock) order by place on conflict (key_hash) do nothing`,
  holders: 'select key_hash, id, fingerprint, submitted_at from catchword_submission where key_hash = any($1::bytea[])',
  exportRows: `select ${ALL_COLUMNS} from catchword_submission where sequence > $1 order by sequence limit $2`,
  find: `select ${ALL_COLUMNS} from catchword_submission where id = $1`,
  hide: 'update catchword_submission set hidden = $1, checksum = $2 where id = $3',
  purge: 'delete from catchword_submission where id = $1 returning id',
  // An attempt's id is in the table only if that attempt recorded the submission.
  addNotices: `insert into catchword_notice (id, tries, due)
    select id, 0, submitted_at from catchword_submission where id = any($1::text[])`,
  // Nodes that claim at the same time skip each other's notice.
  claimNotice: `update catchword_notice set tries = tries + 1, due = $2 where id =
    (select id from catchword_notice where due <= $1 order by due, id limit 1 for update skip locked)
    returning id, tries`,
  dropNotice: 'delete from catchword_notice where id = $1',
  addMisses: `insert into catchword_miss as held (words, count, day)
    select * from unnest($1::text[], $2::bigint[], $3::bigint[])
    on conflict (words) do update set count = held.count + excluded.count, day = greatest(held.day, excluded.day)`,
  listMisses: 'select words, count, day from catchword_miss where count >= $1',
  replaceFact: `insert into catchword_fact (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value`,
} as const;

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
  await execute(SQL.insert, [
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
  if (noticed.length > 0) await execute(SQL.addNotices, [noticed]);
  const rows = await execute(SQL.holders, [column(({ keyHash }) => keyHash)]);
  const holders = new Map(rows.map((row) => [(row.key_hash as Buffer).toString('hex'), row]));
  return attempts.map((attempt) => {
    const held = holders.get(Buffer.from(attempt.keyHash).toString('hex'));
    // Also when the owner purged the row between the two statements, so that the key is free again.
    if (held === undefined) return null;
    return settleAttempt(attempt, {
      id: String(held.id),
      fingerprint: held.fingerprint as Uint8Array,
      submittedAt: Number(held.submitted_at),
    });
  });
}
