import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeAggregate, encodeAggregate } from '../aggregate_bytes.ts';
import { type Attempt, checksumOf, contentOf } from '../feedback_record.ts';
import type { FeedbackStore, SubmitOutcome } from '../feedback_store.ts';
import { migrationsFrom, SCHEMA_VERSION } from '../migrations.ts';
import { settleAttempt } from '../settle_attempt.ts';
import { StoreRefused, StoreUnavailable } from '../store_error.ts';
import { createWriteQueue } from '../write_queue.ts';
import { listedRows, listStatement, listValues } from './listed_rows.ts';
import { createPostgresPool, type PostgresPool, refusalOf } from './postgres_pool.ts';
import { ALL_COLUMNS, ownersRow, PUBLIC_COLUMNS, publicRow, type StoredRow, storedContent } from './stored_row.ts';

/** Asks one statement within a transaction. @param patience milliseconds */
type Ask = (sql: string, values?: readonly unknown[], patience?: number) => Promise<readonly StoredRow[]>;

/** A caller waits at most two seconds: for a connection, then for the whole transaction. */
const CONNECT_MILLISECONDS = 700;
const TRANSACTION_MILLISECONDS = 1100;
const PATIENCE = CONNECT_MILLISECONDS + TRANSACTION_MILLISECONDS;
/** The first use may have to wait for another node that is changing the schema, and to change it. */
const MIGRATION_MILLISECONDS = 10_000;
const MIGRATION_PAUSE = 20;
/** Groups that met another node's lock or the owner's purge are written again this often. */
const MOST_TRIES = 3;
const MOST_CONNECTIONS = 8;
const MOST_GROUPED = 256;

/** Keys of our advisory locks, of transactions only: a pooler may give the next transaction another session. */
const LOCKS = { migration: 4_851_093_221, rollUp: 4_851_093_222 } as const;

/**
 * Submissions in a PostgreSQL database, shared by any number of nodes, through a pooler or not. A database that does
 * not answer yet is tried again at each use.
 * @param address `postgres://user@host/database`
 * @throws StoreRefused when the address cannot be read, the database does not let its role in or make tables, would not
 * keep its writes, or has the schema of a newer program
 */
export async function openPostgresStore(address: string): Promise<FeedbackStore> {
  const pool = createPostgresPool(address, { patience: CONNECT_MILLISECONDS, most: MOST_CONNECTIONS });
  let open = true;
  let ready: Promise<Settings> | null = null;
  let secret: Uint8Array | null = null;

  function prepared(): Promise<Settings> {
    ready ??= prepareDatabase(pool).catch((error: unknown) => {
      ready = null;
      throw error;
    });
    return ready;
  }

  async function use<Result>(work: (ask: Ask) => Promise<Result>, patience?: number): Promise<Result> {
    if (!open) throw new StoreUnavailable('closed');
    try {
      return await transact(pool, work, await withinPatience(prepared(), PATIENCE), patience);
    } catch (error) {
      // What the owner has to mend is told at the start alone.
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable('failing');
    }
  }

  try {
    await prepared();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) {
      await pool.end();
      throw error;
    }
  }

  const queue = createWriteQueue<Attempt, SubmitOutcome>({
    async commit(attempts) {
      for (let tries = 1; ; tries++) {
        try {
          return await use((ask) => record(ask, attempts));
        } catch (error) {
          if (tries === MOST_TRIES || (error as StoreUnavailable).reason !== 'busy') throw error;
        }
      }
    },
    most: MOST_GROUPED,
    patience: PATIENCE,
  });

  return {
    submit: (attempt) => queue.add(attempt),

    list: (query) => use(async (ask) => listedRows(await ask(SQL.list, listValues(query)), query)),

    scan: (after, limit) => use(async (ask) => (await ask(SQL.scan, [after, limit])).map(publicRow)),

    readAggregate: () =>
      use(async (ask) => {
        const [fact] = await ask(SQL.readFact, ['aggregate']);
        return fact === undefined ? null : decodeAggregate(fact.value as Uint8Array);
      }),

    writeAggregate: (aggregate) =>
      use(async (ask) => {
        await ask(SQL.replaceFact, ['aggregate', encodeAggregate(aggregate)]);
      }),

    rollUpAlone: (work) =>
      use(async (ask) => {
        const [lock] = await ask('select pg_try_advisory_xact_lock($1) as taken', [LOCKS.rollUp]);
        return lock!.taken === true ? work() : null;
      }, Number.POSITIVE_INFINITY),

    async cursorSecret() {
      secret ??= await use(async (ask) => (await ask(SQL.readFact, ['cursor secret']))[0]!.value as Uint8Array);
      return secret;
    },

    exportRows: (after, limit) =>
      use(async (ask) => (await ask(SQL.exportRows, [after, limit])).map((row) => ownersRow(row))),

    find: (id) =>
      use(async (ask) => {
        const [row] = await ask(SQL.find, [id]);
        return row === undefined ? null : ownersRow(row);
      }),

    hide: (id, hidden) =>
      use(async (ask) => {
        const [row] = await ask(`${SQL.find} for update`, [id]);
        if (row === undefined) return false;
        await ask(SQL.hide, [Number(hidden), checksumOf({ ...storedContent(row), hidden }), id]);
        return true;
      }),

    purge: (id) => use(async (ask) => (await ask(SQL.purge, [id])).length > 0),

    // PostgreSQL checks its pages itself (`initdb --data-checksums`), and amcheck its indexes.
    checkStructure: async () => [],
    backup: null,

    checkHealth: () =>
      use(async (ask) => {
        const [recovery] = await ask('select pg_is_in_recovery() as standby');
        if (recovery!.standby !== false) throw new StoreUnavailable('unreachable');
      }),

    async close() {
      await queue.drain();
      if (!open) return;
      open = false;
      await pool.end();
    },
  };
}

/** What a transaction sets for itself, as one text of statements: a pooler may give the next one another session. */
type Settings = string;

const DURABLE: Settings = `set local synchronous_commit = on; set local idle_in_transaction_session_timeout = 0;
  set local log_parameter_max_length_on_error = 0;`;
/** Keeps messages and the secret out of the log of a server that tells it every statement, or the row that it refused. */
const MUTED: Settings = 'set local log_parameter_max_length = 0; set local log_error_verbosity = terse;';

/**
 * Runs work in one transaction whose commit is durable when this resolves. What does not answer in time loses its
 * connection. What the driver says of a failure is dropped: it quotes rows.
 * @param patience milliseconds for the whole; each statement has as long, and no more than is usual when there is no end
 */
async function transact<Result>(
  pool: PostgresPool,
  work: (ask: Ask) => Promise<Result>,
  settings: Settings,
  patience = TRANSACTION_MILLISECONDS,
): Promise<Result> {
  const client = await pool.take();
  const usual = Math.min(patience, TRANSACTION_MILLISECONDS);
  const ask: Ask = async (sql, values, limit = usual) =>
    (await withinPatience(client.query(sql, values as unknown[]), limit, pool.distrust)).rows;
  let failure: StoreUnavailable | StoreRefused | undefined;
  try {
    return await withinPatience(
      (async () => {
        await ask(`begin isolation level read committed, read write; ${settings}
          set local statement_timeout = ${Math.min(patience, MIGRATION_MILLISECONDS)}`);
        const result = await work(ask);
        await ask('commit');
        return result;
      })(),
      patience,
      pool.distrust,
    );
  } catch (error) {
    failure = explain(error);
    // A server that answers has let go of our locks by then; it may learn of the end of a connection much later.
    if (failure instanceof StoreRefused || failure.reason !== 'unreachable')
      await ask('rollback').catch(() => undefined);
    throw failure;
  } finally {
    // A connection that failed is thrown away, and with it a transaction that has not ended.
    client.release(failure);
  }
}

function explain(error: unknown): StoreUnavailable | StoreRefused {
  if (error instanceof StoreUnavailable || error instanceof StoreRefused) return error;
  const refusal = refusalOf(error);
  if (refusal !== null) return refusal;
  const code = (error as { code?: unknown } | null)?.code;
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  if (code === '53100') return new StoreUnavailable('full');
  if (code === '40001' || code === '40P01' || code === '55P03') return new StoreUnavailable('busy');
  if (code === 'XX001' || code === 'XX002') return new StoreUnavailable('damaged');
  // Without an SQLSTATE it comes from the connection; class 08 is the connection's, class 57 an operator's doing.
  return new StoreUnavailable(/^(?!08|57)[0-9A-Z]{5}$/.test(String(code)) ? 'failing' : 'unreachable');
}

/** @param patience milliseconds */
async function withinPatience<Result>(
  work: Promise<Result>,
  patience: number,
  onOverdue?: () => void,
): Promise<Result> {
  if (patience === Number.POSITIVE_INFINITY) return work;
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onOverdue?.();
      reject(new StoreUnavailable('unreachable'));
    }, patience);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** Brings the schema up to this program's, one node at a time, and makes what all nodes share. */
async function prepareDatabase(pool: PostgresPool): Promise<Settings> {
  return transact(
    pool,
    async (ask) => {
      const [fsync] = await ask('show fsync');
      if (fsync!.fsync === 'off') {
        throw new StoreRefused('Cannot open the feedback store: the database has fsync = off and would lose writes.');
      }
      const [encoding] = await ask('show server_encoding');
      if (encoding!.server_encoding !== 'UTF8') {
        throw new StoreRefused('Cannot open the feedback store: the database is not encoded in UTF8.');
      }
      const settings = (await mayMute(ask)) ? `${DURABLE} ${MUTED}` : DURABLE;
      await ask(settings);
      // Asked for again and again, as one long wait could not be told from a server that has fallen silent.
      while ((await ask('select pg_try_advisory_xact_lock($1) as taken', [LOCKS.migration]))[0]!.taken !== true) {
        await delay(MIGRATION_PAUSE);
      }
      await ask('create table if not exists catchword_schema (version bigint not null)');
      const [{ version } = { version: 0 }] = await ask('select max(version) as version from catchword_schema');
      if (Number(version) > SCHEMA_VERSION) {
        throw new StoreRefused(
          `Cannot open the feedback store: the database has schema ${version}, and this program knows ${SCHEMA_VERSION}.`,
        );
      }
      for (const { version: next, statements } of migrationsFrom(Number(version), 'postgres')) {
        for (const statement of statements) await ask(statement, [], MIGRATION_MILLISECONDS);
        await ask('insert into catchword_schema (version) values ($1)', [next]);
      }
      await ask(SQL.addFact, ['cursor secret', randomBytes(32)]);
      return settings;
    },
    DURABLE,
    MIGRATION_MILLISECONDS,
  );
}

/** Whether this role may say what the server's log leaves out: a superuser may, and since PostgreSQL 15 who was granted it. */
async function mayMute(ask: Ask): Promise<boolean> {
  const [role] = await ask(`select rolsuper,
    to_regprocedure('has_parameter_privilege(text, text)') is not null as grants
    from pg_roles where rolname = current_user`);
  if (role!.rolsuper === true || role!.grants !== true) return role!.rolsuper === true;
  const [granted] = await ask(`select has_parameter_privilege('log_parameter_max_length', 'set')
    and has_parameter_privilege('log_error_verbosity', 'set') as muting`);
  return granted!.muting === true;
}

const SQL = {
  insert: `insert into catchword_submission
    (id, key_hash, fingerprint, kind, severity, about, message, submitted_at, hidden, checksum)
    select id, key_hash, fingerprint, kind, severity, about, message, submitted_at, 0, checksum
    from unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[], $5::text[], $6::text[], $7::bytea[], $8::bigint[],
      $9::bytea[]) with ordinality
      as attempt (id, key_hash, fingerprint, kind, severity, about, message, submitted_at, checksum, place)
    order by place on conflict (key_hash) do nothing`,
  holders: 'select key_hash, id, fingerprint, submitted_at from catchword_submission where key_hash = any($1::bytea[])',
  list: listStatement('$'),
  scan: `select ${PUBLIC_COLUMNS} from catchword_submission where hidden = 0 and sequence > $1
    order by sequence limit $2`,
  exportRows: `select ${ALL_COLUMNS} from catchword_submission where sequence > $1 order by sequence limit $2`,
  find: `select ${ALL_COLUMNS} from catchword_submission where id = $1`,
  hide: 'update catchword_submission set hidden = $1, checksum = $2 where id = $3',
  purge: 'delete from catchword_submission where id = $1 returning id',
  readFact: 'select value from catchword_fact where name = $1',
  addFact: 'insert into catchword_fact (name, value) values ($1, $2) on conflict (name) do nothing',
  replaceFact: `insert into catchword_fact (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value`,
} as const;

/**
 * Records a group. The insert waits for any other node that is recording one of the keys; should that one fail, the
 * key is ours, else its row is there to be read afterwards.
 */
async function record(ask: Ask, attempts: readonly Attempt[]): Promise<readonly SubmitOutcome[]> {
  // In the order of their keys, so that two nodes with the same keys wait one for the other and never in a circle.
  const contents = attempts
    .map(contentOf)
    .sort((left, right) => Buffer.compare(Buffer.from(left.keyHash), Buffer.from(right.keyHash)));
  const column = <Value>(pick: (content: (typeof contents)[number]) => Value): readonly Value[] => contents.map(pick);
  await ask(SQL.insert, [
    column(({ id }) => id),
    column(({ keyHash }) => keyHash),
    column(({ fingerprint }) => fingerprint),
    column(({ kind }) => kind),
    column(({ severity }) => severity),
    column(({ about }) => about),
    column(({ message }) => message),
    column(({ submittedAt }) => submittedAt),
    column((content) => checksumOf(content)),
  ]);
  const rows = await ask(SQL.holders, [column(({ keyHash }) => keyHash)]);
  const holders = new Map(rows.map((row) => [(row.key_hash as Buffer).toString('hex'), row]));
  return attempts.map((attempt) => {
    const held = holders.get(Buffer.from(attempt.keyHash).toString('hex'));
    // Its owner purged the row between the two statements: the key is free again, for the next attempt.
    if (held === undefined) throw new StoreUnavailable('busy');
    return settleAttempt(attempt, {
      id: String(held.id),
      fingerprint: held.fingerprint as Uint8Array,
      submittedAt: Number(held.submitted_at),
    });
  });
}
