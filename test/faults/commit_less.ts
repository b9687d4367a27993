/** Loaded before the program: its commits on PostgreSQL wait for no sync, so that a harness can show that it would notice. */
import pg from 'pg';

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, text: unknown, ...given: unknown[]) {
  const less = typeof text === 'string' ? text.replace('synchronous_commit = on', 'synchronous_commit = off') : text;
  return (query as (...all: unknown[]) => unknown).call(this, less, ...given);
} as typeof query;
