/** Loaded before the program: turns off sync on commit in PostgreSQL, to show that a fault program would notice. */
import pg from 'pg';

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, text: unknown, ...given: unknown[]) {
  const less = typeof text === 'string' ? text.replace('synchronous_commit = on', 'synchronous_commit = off') : text;
  return (query as (...all: unknown[]) => unknown).call(this, less, ...given);
} as typeof query;
