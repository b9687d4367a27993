interface Dialect {
  /** A column of ascending numbers that the database never reuses. */
  readonly sequence: string;
  readonly bytes: string;
  readonly integer: string;
  readonly tableEnd: string;
}

const dialects = {
  sqlite: { sequence: 'integer primary key autoincrement', bytes: 'blob', integer: 'integer', tableEnd: ' strict' },
  postgres: {
    sequence: 'bigint generated always as identity primary key',
    bytes: 'bytea',
    integer: 'bigint',
    tableEnd: '',
  },
} as const satisfies Record<string, Dialect>;

type DialectName = keyof typeof dialects;

/**
 * One list for both databases. The position of an entry, from 1, is the schema version. A released entry never changes,
 * and the previous release must be able to use the tables after a new one, so that nodes of both releases can serve.
 */
const migrations: readonly ((dialect: Dialect) => readonly string[])[] = [
  ({ sequence, bytes, integer, tableEnd }) => [
    `create table catchword_submission (
      sequence ${sequence},
      id text not null unique,
      key_hash ${bytes} not null unique,
      fingerprint ${bytes} not null,
      kind text not null,
      severity text not null,
      about text,
      message ${bytes} not null,
      submitted_at ${integer} not null,
      hidden ${integer} not null,
      checksum ${bytes} not null
    )${tableEnd}`,
    'create index catchword_submission_shown on catchword_submission (sequence) where hidden = 0',
    `create table catchword_fact (name text primary key, value ${bytes} not null)${tableEnd}`,
  ],
  ({ integer, tableEnd }) => [
    `create table catchword_miss (
      words text primary key,
      count ${integer} not null,
      day ${integer} not null
    )${tableEnd}`,
  ],
  ({ integer, tableEnd }) => [
    `create table catchword_notice (
      id text primary key,
      tries ${integer} not null,
      due ${integer} not null
    )${tableEnd}`,
    'create index catchword_notice_due on catchword_notice (due, id)',
  ],
];

export const SCHEMA_VERSION = migrations.length;

/** The statements that migrate from a schema version to this program's, grouped by the resulting version. */
export function migrationsFrom(
  version: number,
  dialect: DialectName,
): readonly { readonly version: number; readonly statements: readonly string[] }[] {
  return migrations
    .map((migration, index) => ({ version: index + 1, statements: migration(dialects[dialect]) }))
    .slice(version);
}
