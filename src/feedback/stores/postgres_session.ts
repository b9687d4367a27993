import { StoreRefused, StoreUnavailable } from '../store_error.ts';
import { boundsFromNow, type CallBounds, remaining, storeLimits, withinBounds } from '../store_limits.ts';
import { createPostgresPool, type PostgresClient, type PostgresPool, refusalOf } from './postgres_pool.ts';
import { type Ask, MIGRATION_MILLISECONDS, preparePostgres, type Settings } from './postgres_schema.ts';
import type { StoredRow } from './stored_row.ts';

/** Transactions on a database, prepared by the first that can reach it. */
export interface PostgresSession {
  /**
   * Runs one statement in a transaction of its own, in one round trip.
   * @param sql without parameters: it holds numbers and names of ours only
   */
  read(sql: string, bounds?: CallBounds): Promise<readonly StoredRow[]>;
  /** Runs work in one transaction whose commit is durable when this resolves. */
  transact<Result>(work: (ask: Ask) => Promise<Result>, bounds?: CallBounds): Promise<Result>;
  /** As `transact`, for work that takes as long as it takes; each of its statements is bounded. */
  transactAtLength<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** For a connection to be made. It is kept for the next use when its first caller no longer waits. */
const CONNECT_MILLISECONDS = 1_500;
/** A server that says nothing for so long to a statement has fallen silent: it was told to end the statement before. */
const SILENCE_MILLISECONDS = 1_500;
const STATEMENT_MILLISECONDS = SILENCE_MILLISECONDS - 100;

/** @throws StoreRefused */
export async function openPostgresSession(address: string): Promise<PostgresSession> {
  const pool = createPostgresPool(address, { patience: CONNECT_MILLISECONDS, most: storeLimits.postgresConnections });
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

  return {
    read: (sql, bounds = boundsFromNow()) => use(() => readAtOnce(pool, sql, bounds), bounds),
    transact: (work, bounds = boundsFromNow()) => use((settings) => transact(pool, work, settings, bounds), bounds),
    transactAtLength: (work) => use((settings) => transact(pool, work, settings, null)),
    async close() {
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
    // A text of several statements gives a result for each.
    const results = (await answered(client.query(text), SILENCE_MILLISECONDS, pool)) as unknown as {
      readonly rows: StoredRow[];
    }[];
    client.release();
    return results[2]!.rows;
  } catch (error) {
    throw await giveBack(client, explain(error));
  }
}

/**
 * Runs work in one transaction. A server that falls silent costs its connection. The driver's text of a failure is
 * dropped: it quotes rows.
 * @param bounds null: the work has no end of its own, but each statement has
 * @param usual milliseconds for a statement
 */
async function transact<Result>(
  pool: PostgresPool,
  work: (ask: Ask) => Promise<Result>,
  settings: Settings,
  bounds: CallBounds | null,
  usual = SILENCE_MILLISECONDS,
): Promise<Result> {
  const client = await take(pool, bounds ?? boundsFromNow());
  let over = false;
  const ask: Ask = async (sql, values, patience = SILENCE_MILLISECONDS) => {
    // Behind the end of its transaction a statement would stand alone.
    if (over) throw new StoreUnavailable('late');
    return (await answered(client.query(sql, values as unknown[]), patience, pool)).rows;
  };
  const time = usual === SILENCE_MILLISECONDS ? statementTime(bounds) : usual;
  const whole = (async () => {
    await ask(`${BEGIN}; ${settings} set local statement_timeout = ${time}`);
    const result = await work(ask);
    await ask('commit');
    return result;
  })();
  try {
    const result = await (bounds === null ? whole : withinBounds(bounds, whole));
    client.release();
    return result;
  } catch (error) {
    over = true;
    throw await giveBack(client, explain(error));
  }
}

/** Milliseconds that the server gives a statement: no longer than its caller waits, and less than what counts as silence. */
function statementTime(bounds: CallBounds | null): number {
  const time = bounds === null ? STATEMENT_MILLISECONDS : Math.min(remaining(bounds), STATEMENT_MILLISECONDS);
  // 0 would mean no end.
  return Math.max(1, Math.ceil(time));
}

/** A connection, or a rejection when the deadline passes first: then the connection serves the next caller. */
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

/** Ends the transaction of a failure. Its connection is thrown away unless the server has answered the end. */
async function giveBack(
  client: PostgresClient,
  failure: StoreUnavailable | StoreRefused,
): Promise<StoreUnavailable | StoreRefused> {
  const reason = failure instanceof StoreRefused ? null : failure.reason;
  // A server that answers has let go of our locks by then; it may learn of the end of a connection much later.
  const isEnded = reason !== 'unreachable' && (await rollBack(client));
  client.release(isEnded && reason === 'late' ? undefined : failure);
  return failure;
}

async function rollBack(client: PostgresClient): Promise<boolean> {
  try {
    await withinBounds(boundsFromNow(STATEMENT_MILLISECONDS), client.query('rollback'));
    return true;
  } catch {
    return false;
  }
}

/** The answer to a statement, or a rejection when the server has fallen silent: then no older connection is trusted. */
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
  // Without an SQLSTATE it comes from the connection; class 08 is the connection's, class 57 an operator's doing.
  return new StoreUnavailable(/^(?!08|57)[0-9A-Z]{5}$/.test(String(code)) ? 'failing' : 'unreachable');
}
