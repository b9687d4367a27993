import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreRefused } from '../store_limits.ts';
import { migrationsFrom, SCHEMA_VERSION } from './migrations.ts';
import type { StoredRow } from './sql_calls.ts';

/** Runs one statement in a transaction. @param patience timeout in milliseconds */
export type Execute = (sql: string, values?: readonly unknown[], patience?: number) => Promise<readonly StoredRow[]>;

/** `SET LOCAL` statements for one transaction, as SQL: with a pooler, the next transaction may run in another session. */
export type Settings = string;

/** Timeout of the first use, which may wait for another node's migration and then run its own. */
export const MIGRATION_MILLISECONDS = 10_000;
const MIGRATION_PAUSE = 20;

/** Keys of our advisory locks. Only transaction-level locks: with a pooler, the next transaction may run in another session. */
export const LOCKS = { migration: 4_851_093_221, rollUp: 4_851_093_222, misses: 4_851_093_223 } as const;

const DURABLE: Settings = `set local synchronous_commit = on; set local log_parameter_max_length_on_error = 0;`;
/** Keeps messages and the secret out of the server's log, which may contain every statement or a refused row. */
const MUTED: Settings = 'set local log_parameter_max_length = 0; set local log_error_verbosity = terse;';

/**
 * Migrates the schema to this program's version, one node at a time, and creates the values that all nodes share.
 * @param transact runs work in one transaction with these settings
 * @returns the settings for every later transaction
 * @throws StoreRefused when the database would lose writes, is not in UTF-8, or has the schema of a newer program
 */
export function preparePostgres(
  transact: (work: (execute: Execute) => Promise<Settings>, settings: Settings) => Promise<Settings>,
): Promise<Settings> {
  return transact(async (execute) => {
    await checkServer(execute);
    const settings = (await mayMute(execute)) ? `${DURABLE} ${MUTED}` : DURABLE;
    await execute(settings);
    await migrate(execute);
    await execute(
      "insert into catchword_fact (name, value) values ('cursor secret', $1) on conflict (name) do nothing",
      [randomBytes(32)],
    );
    return settings;
  }, DURABLE);
}

async function checkServer(execute: Execute): Promise<void> {
  const [fsync] = await execute('show fsync');
  if (fsync!.fsync === 'off') {
    throw new StoreRefused('Cannot open the feedback store: the database has fsync = off and could lose writes.');
  }
  const [encoding] = await execute('show server_encoding');
  if (encoding!.server_encoding !== 'UTF8') {
    throw new StoreRefused('Cannot open the feedback store: the encoding of the database is not UTF8.');
  }
}

async function migrate(execute: Execute): Promise<void> {
  // Poll for the lock: one long wait would look like an unresponsive server.
  while ((await execute('select pg_try_advisory_xact_lock($1) as taken', [LOCKS.migration]))[0]!.taken !== true) {
    await delay(MIGRATION_PAUSE);
  }
  await execute('create table if not exists catchword_schema (version bigint not null)');
  const [{ version } = { version: 0 }] = await execute('select max(version) as version from catchword_schema');
  if (Number(version) > SCHEMA_VERSION) {
    throw new StoreRefused(
      `Cannot open the feedback store: the database has schema version ${version}, but this program supports only up to version ${SCHEMA_VERSION}.`,
    );
  }
  for (const { version: next, statements } of migrationsFrom(Number(version), 'postgres')) {
    for (const statement of statements) await execute(statement, [], MIGRATION_MILLISECONDS);
    await execute('insert into catchword_schema (version) values ($1)', [next]);
  }
}

/** Whether this role may set the log settings: a superuser may and, since PostgreSQL 15, a role with that grant. */
async function mayMute(execute: Execute): Promise<boolean> {
  const [role] = await execute(`select rolsuper,
    to_regprocedure('has_parameter_privilege(text, text)') is not null as grants
    from pg_roles where rolname = current_user`);
  if (role!.rolsuper === true || role!.grants !== true) return role!.rolsuper === true;
  const [granted] = await execute(`select has_parameter_privilege('log_parameter_max_length', 'set')
    and has_parameter_privilege('log_error_verbosity', 'set') as muting`);
  return granted!.muting === true;
}
