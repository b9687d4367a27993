import {
  boundsFromNow,
  type CallBounds,
  remaining,
  StoreRefused,
  StoreUnavailable,
  storeLimits,
  withinBounds,
} from '../store_limits.ts';
import { createPostgresPool, type PostgresClient, type PostgresPool, refusalOf } from './postgres_pool.ts';
import { type Execute, MIGRATION_MILLISECONDS, preparePostgres, type Settings } from './postgres_schema.ts';
import type { StoredRow } from './sql_calls.ts';

export type PostgresSession = Awaited<ReturnType<typeof openPostgresSession>>;

/** Timeout for connecting. If the caller stops waiting before, the connection is kept for the next use. */
const CONNECT_MILLISECONDS = 1_500;
/** Time without an answer after which a server counts as unresponsive. Longer than the statement timeout that the server enforces. */
const SILENCE_MILLISECONDS = 1_500;
const STATEMENT_MILLISECONDS = SILENCE_MILLISECONDS - 100;
/**
 * Time without a statement after which the server ends a transaction. A server does not notice that a connection was lost
 * without a word, or that its client stands still, and would keep the locks of the transaction for hours.
 */
const IDLE_MILLISECONDS = 2_000;
/** The same for a transaction that keeps a lock during other work, and the time between two signs of life in it. */
const LONG_IDLE_MILLISECONDS = 15_000;
const SIGN_OF_LIFE_MILLISECONDS = 3_000;

/**
 * Runs transactions on a database. The first one that reaches it prepares the schema.
 * @throws StoreRefused
 */
export async function openPostgresSession(address: string) {
  const pool = createPostgresPool(address, CONNECT_MILLISECONDS, storeLimits.postgresConnections);
  let open = true;
  let ready: Promise<Settings> | null = null;

  function prepared(): Promise<Settings> {
    ready ??= preparePostgres((work, settings) =>
      transact(pool, work, settings, boundsFromNow(MIGRATION_MILLISECONDS), MIGRATION_MILLISECONDS),
    ).catch((error: unknown) => {
      ready = null;
      throw error;
    });
    return ready;
  }

  async function use<Result>(
    work: (settings: Settings) => Promise<Result>,
    bounds: CallBounds = boundsFromNow(),
  ): Promise<Result> {
    if (!open) throw new StoreUnavailable('closed');
    try {
      return await work(await withinBounds(bounds, prepared()));
    } catch (error) {
      // Only the start reports errors that the owner must fix.
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

  return {
    /**
     * Runs one statement in a transaction of its own, in one round trip.
     * @param sql without parameters, so it must contain only trusted numbers and names
     */
    read: (sql: string, bounds = boundsFromNow()) => use(() => readAtOnce(pool, sql, bounds), bounds),
    /** Runs work in one transaction whose commit is durable when this resolves. */
    transact: <Result>(work: (execute: Execute) => Promise<Result>, bounds = boundsFromNow()) =>
      use((settings) => transact(pool, work, settings, bounds), bounds),
    /** As `transact`, without a limit for the whole work; each statement has a timeout. */
    transactAtLength: <Result>(work: (execute: Execute) => Promise<Result>) =>
      use((settings) => transact(pool, work, settings, null)),
    async close(): Promise<void> {
      if (!open) return;
      open = false;
      await pool.end();
    },
  };
}

const BEGIN = 'begin isolation level read committed, read write';

async function readAtOnce(pool: PostgresPool, sql: string, bounds: CallBounds): Promise<readonly StoredRow[]> {
  const client = await take(pool, bounds);
  const text = `${BEGIN}; set local statement_timeout = ${statementTime(bounds)}; ${sql}; commit`;
  try {
    // SQL with several statements gives a result for each.
    const results = (await answered(client.query(text), SILENCE_MILLISECONDS, pool)) as unknown as {
      readonly rows: StoredRow[];
    }[];
    client.release();
    return results[2]!.rows;
  } catch (error) {
    throw await giveBack(client, pool, explain(error));
  }
}

/**
 * Runs work in one transaction. The connection to an unresponsive server is closed. The driver's error text is dropped,
 * as it quotes rows.
 * @param bounds null: no deadline for the whole work, only for each statement
 * @param usual default timeout of a statement in milliseconds
 */
async function transact<Result>(
  pool: PostgresPool,
  work: (execute: Execute) => Promise<Result>,
  settings: Settings,
  bounds: CallBounds | null,
  usual = SILENCE_MILLISECONDS,
): Promise<Result> {
  const client = await take(pool, bounds ?? boundsFromNow());
  let over = false;
  const execute: Execute = async (sql, values, patience = SILENCE_MILLISECONDS) => {
    // After the end of the transaction, a statement would run outside of it.
    if (over) throw new StoreUnavailable('late');
    return (await answered(client.query(sql, values as unknown[]), patience, pool)).rows;
  };
  const time = usual === SILENCE_MILLISECONDS ? statementTime(bounds) : usual;
  const idle = bounds === null ? LONG_IDLE_MILLISECONDS : IDLE_MILLISECONDS;
  const timeouts = `set local statement_timeout = ${time}; set local idle_in_transaction_session_timeout = ${idle}`;
  const whole = (async () => {
    await execute(`${BEGIN}; ${settings} ${timeouts}`);
    const result = await (bounds === null ? keptAlive(execute, work(execute)) : work(execute));
    await execute('commit');
    return result;
  })();
  try {
    const result = await (bounds === null ? whole : withinBounds(bounds, whole));
    client.release();
    return result;
  } catch (error) {
    over = true;
    throw await giveBack(client, pool, explain(error));
  }
}

/** Runs a statement from time to time while work goes on. A failure shows at the commit. */
async function keptAlive<Result>(execute: Execute, work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => execute('select 1').catch(() => undefined), SIGN_OF_LIFE_MILLISECONDS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Statement timeout in milliseconds: no longer than its caller waits, and shorter than `SILENCE_MILLISECONDS`. */
function statementTime(bounds: CallBounds | null): number {
  const time = bounds === null ? STATEMENT_MILLISECONDS : Math.min(remaining(bounds), STATEMENT_MILLISECONDS);
  // 0 would mean no timeout.
  return Math.max(1, Math.ceil(time));
}

/** Takes a connection, or rejects at the deadline: then the connection goes to the next caller. */
async function take(pool: PostgresPool, bounds: CallBounds): Promise<PostgresClient> {
  const taking = pool.take();
  try {
    return await withinBounds(bounds, taking);
  } catch (error) {
    taking.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  }
}

/** Rolls back after a failure. The connection is discarded unless the server confirms the rollback. */
async function giveBack(
  client: PostgresClient,
  pool: PostgresPool,
  failure: StoreUnavailable | StoreRefused,
): Promise<StoreUnavailable | StoreRefused> {
  const reason = failure instanceof StoreRefused ? null : failure.reason;
  // Roll back first, so that our locks are released: the server may notice a closed connection much later.
  const isEnded = reason !== 'unreachable' && (await rollBack(client, pool));
  client.release(isEnded && reason === 'late' ? undefined : failure);
  return failure;
}

async function rollBack(client: PostgresClient, pool: PostgresPool): Promise<boolean> {
  try {
    await answered(client.query('rollback'), STATEMENT_MILLISECONDS, pool);
    return true;
  } catch {
    return false;
  }
}

/** Resolves with the answer to a statement, or rejects if the server is unresponsive: then no existing connection is reused. */
async function answered<Result>(query: Promise<Result>, patience: number, pool: PostgresPool): Promise<Result> {
  try {
    return await withinBounds(boundsFromNow(patience), query);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    pool.distrust();
    throw new StoreUnavailable('unreachable');
  }
}

function explain(error: unknown): StoreUnavailable | StoreRefused {
  if (error instanceof StoreUnavailable || error instanceof StoreRefused) return error;
  const refusal = refusalOf(error);
  if (refusal !== null) return refusal;
  const code = (error as { code?: unknown } | null)?.code;
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  if (code === '53100') return new StoreUnavailable('full');
  if (code === '57014') return new StoreUnavailable('late');
  if (code === '40001' || code === '40P01' || code === '55P03') return new StoreUnavailable('busy');
  if (code === 'XX001' || code === 'XX002') return new StoreUnavailable('damaged');
  // An error without an SQLSTATE comes from the connection. Class 08: connection errors; class 57: operator intervention.
  return new StoreUnavailable(/^(?!08|57)[0-9A-Z]{5}$/.test(String(code)) ? 'failing' : 'unreachable');
}
