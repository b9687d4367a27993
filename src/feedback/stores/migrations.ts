/** The words in which the two databases differ. */
interface Dialect {
  /** A column that the database numbers upwards and never numbers alike again. */
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

export type DialectName = keyof typeof dialects;

/**
 * One list for both databases; the place in it, from 1, is the schema's version. An entry that has been released is
 * never changed, and a new one leaves tables that the release before can still use, so that nodes of both may serve.
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
];

export const SCHEMA_VERSION = migrations.length;

/** Statements that lead from a schema version to this program's, each with the version that it belongs to. */
export function migrationsFrom(
  version: number,
  dialect: DialectName,
): readonly { readonly version: number; readonly statements: readonly string[] }[] {
  return migrations
    .map((migration, index) => ({ version: index + 1, statements: migration(dialects[dialect]) }))
    .slice(version);
}
