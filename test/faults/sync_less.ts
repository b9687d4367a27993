/** Loaded before the program: replaces synchronous = FULL by NORMAL in SQLite, to show that a fault program would notice. */
import { DatabaseSync } from 'node:sqlite';

const { exec, prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  return exec.call(this, sql.replace('synchronous = full', 'synchronous = normal'));
};
DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
  return prepare.call(this, sql === 'pragma synchronous' ? 'select 2 as synchronous' : sql);
};
