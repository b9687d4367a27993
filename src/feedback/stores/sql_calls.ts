import { hash } from 'node:crypto';
import {
  type Attempt,
  checksumOf,
  type FeedbackRow,
  type OwnerRecord,
  type StoredContent,
} from '../feedback_record.ts';
import type { FeedbackStore, ListedRows, ListQuery, SubmitOutcome } from '../feedback_store.ts';
import { byFrequency, type CountedMiss } from '../misses.ts';
import type { Aggregate } from '../public_feedback.ts';
import { type CallBounds, StoreUnavailable, storeLimits } from '../store_limits.ts';
import type { Kind, Severity } from '../submission.ts';

/** A row as a driver returns it: numbers as number, bigint or string, and values of any type in a damaged row. */
export type StoredRow = Readonly<Record<string, unknown>>;

const PUBLIC_COLUMNS = 'sequence, id, kind, severity, about, submitted_at';
const ALL_COLUMNS = `${PUBLIC_COLUMNS}, key_hash, fingerprint, message, hidden, checksum`;

function publicRow(row: StoredRow): FeedbackRow {
  return {
    sequence: Number(row.sequence),
    id: String(row.id),
    kind: row.kind as Kind,
    severity: row.severity as Severity,
    about: textOrNull(row.about),
    submittedAt: Number(row.submitted_at),
  };
}

/** Reads the rows of a list, each with the number of all. An empty list gives one row of nulls with that number. */
function listedRows(given: readonly StoredRow[], { limit, countBudget }: ListQuery): ListedRows {
  const counted = Number(given[0]!.counted);
  const rows = given.filter(({ sequence }) => sequence !== null).map(publicRow);
  return {
    rows: rows.slice(0, limit),
    more: rows.length > limit,
    total: Math.min(counted, countBudget),
    partial: counted > countBudget,
  };
}

/** Reads a row of `ALL_COLUMNS` for its owner, and verifies it by its checksum. @param store as for `checksumOf` */
function ownerRecordOf(row: StoredRow, store?: Uint8Array): OwnerRecord {
  const content = storedContent(row);
  return {
    ...publicRow(row),
    kind: content.kind as Kind,
    severity: content.severity as Severity,
    message: Buffer.from(content.message).toString('utf8'),
    hidden: content.hidden,
    intact: Buffer.from(checksumOf(content, store)).equals(bytes(row.checksum)),
  };
}

/** Reads the columns of a row of `ALL_COLUMNS` that its checksum covers. */
function storedContent(row: StoredRow): StoredContent {
  return {
    id: String(row.id),
    keyHash: bytes(row.key_hash),
    fingerprint: bytes(row.fingerprint),
    kind: String(row.kind),
    severity: String(row.severity),
    about: textOrNull(row.about),
    message: bytes(row.message),
    submittedAt: Number(row.submitted_at),
    hidden: Number(row.hidden) !== 0,
  };
}

function countedMisses(rows: readonly StoredRow[]): readonly CountedMiss[] {
  return rows
    .map(({ words, count, day }) => ({ words: String(words), count: Number(count), day: Number(day) }))
    .sort(byFrequency);
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

function bytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value));
}

const DIGEST_BYTES = 32;

/** Encodes an aggregate for storage: SHA-256, then JSON. */
export function encodeAggregate(aggregate: Aggregate): Uint8Array {
  const json = Buffer.from(JSON.stringify(aggregate));
  return Buffer.concat([digestOf(json), json]);
}

/** Decodes a stored aggregate, or returns null when the checksum does not match; the next roll-up replaces it. */
export function decodeAggregate(bytes: Uint8Array): Aggregate | null {
  const json = Buffer.from(bytes).subarray(DIGEST_BYTES);
  if (!digestOf(json).equals(Buffer.from(bytes).subarray(0, DIGEST_BYTES))) return null;
  return JSON.parse(json.toString('utf8')) as Aggregate;
}

function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** The outcome of an attempt. @param holder the `id`, `fingerprint` and `submitted_at` of the row with its key, whichever attempt recorded it */
export function settleAttempt(attempt: Attempt, holder: StoredRow): SubmitOutcome {
  if (!Buffer.from(holder.fingerprint as Uint8Array).equals(attempt.fingerprint)) return { outcome: 'conflict' };
  const { kind, severity, about } = attempt.submission;
  const id = String(holder.id);
  const row = { id, kind, severity, about, submittedAt: Number(holder.submitted_at) };
  return { outcome: id === attempt.id ? 'recorded' : 'replayed', row };
}

/** One statement, whose parameters are `$1`, `$2` and so on, with their values. */
export type Statement = readonly [sql: string, ...values: unknown[]];

/** Work on a database, one statement at a time; each gives its rows. SQLite runs it without a pause, PostgreSQL waits for each answer. */
export type Work<Result> = Generator<Statement, Result, readonly StoredRow[]>;

/** @param identity of the store, as for `checksumOf`; undefined for a database whose rows are bound to no store */
export type Task<Result> = (identity?: Uint8Array) => Work<Result>;

export interface SqlSession {
  read<Result>(task: Task<Result>, bounds?: CallBounds): Promise<Result>;
  /** Runs a task in a transaction that is durable when this resolves. */
  write<Result>(task: Task<Result>, bounds?: CallBounds): Promise<Result>;
  /** Runs one statement that reads, whose values are numbers. */
  fetch(statement: Statement, bounds?: CallBounds): Promise<readonly StoredRow[]>;
}

export interface Dialect {
  readonly lockRow: string;
  /** As `lockRow`, leaving out those that another transaction has locked. */
  readonly lockFreeRow: string;
  /** A function that gives the elements of a JSON array, `$1`, as rows with a column `value`. */
  readonly elements: string;
  /** Lets one transaction at a time add misses; null where all writes take turns. */
  readonly lockMisses: Statement | null;
}

type PublicReads = Pick<FeedbackStore, 'list' | 'readAggregate' | 'cursorSecret'>;

/** The total and the rows of a list in one statement, so that both are consistent. */
const LIST = `select counted, listed.* from
  (select count(*) as counted from (select 1 from catchword_submission where hidden = 0 limit $3) as shown) as total
  left join (select ${PUBLIC_COLUMNS} from catchword_submission where hidden = 0 and sequence < $1
    order by sequence desc limit $2) as listed on true
  order by sequence desc`;

export function publicReads(fetch: SqlSession['fetch']): PublicReads {
  let secret: Uint8Array | null = null;

  return {
    async list(query, bounds) {
      const { before, limit, countBudget } = query;
      // One extra row shows whether there are more, and one extra row counted whether counting stopped.
      return listedRows(await fetch([LIST, before, limit + 1, countBudget + 1], bounds), query);
    },

    async readAggregate(bounds) {
      const [fact] = await fetch(["select value from catchword_fact where name = 'aggregate'"], bounds);
      return fact === undefined ? null : decodeAggregate(fact.value as Uint8Array);
    },

    async cursorSecret(bounds) {
      // The secret never changes, so it is cached.
      if (secret !== null) return secret;
      const [fact] = await fetch(["select value from catchword_fact where name = 'cursor secret'"], bounds);
      if (fact === undefined) throw new StoreUnavailable('failing');
      secret = fact.value as Uint8Array;
      return secret;
    },
  };
}

/** The calls that are the same on all databases, but for the reads of public requests. */
export function sqlCalls(session: SqlSession, dialect: Dialect) {
  const find = `select ${ALL_COLUMNS} from catchword_submission where id = $1`;
  const rowsAfter = (columns: string, shown: string): string =>
    `select ${columns} from catchword_submission where ${shown}sequence > $1 order by sequence limit $2`;
  const run = (...statement: Statement): Promise<void> =>
    session.write(function* () {
      yield statement;
    });

  return {
    async scan(after, limit) {
      const rows = await session.fetch([rowsAfter(PUBLIC_COLUMNS, 'hidden = 0 and '), after, limit]);
      return inOrder(after, rows.map(publicRow));
    },

    claimNotice: (now, until) =>
      session.write(function* (identity) {
        const [claimed] = yield [
          `update catchword_notice set tries = tries + 1, due = $2 where id =
            (select id from catchword_notice where due <= $1 order by due, id limit 1${dialect.lockFreeRow})
            returning id, tries`,
          now,
          until,
        ];
        if (claimed === undefined) return null;
        const [row] = yield [find, claimed.id];
        // Only a damaged store has a notice without its submission.
        if (row === undefined) yield [DROP_NOTICE, claimed.id];
        return row === undefined ? null : { record: ownerRecordOf(row, identity), tries: Number(claimed.tries) };
      }),
    finishNotice: (id) => run(DROP_NOTICE, id),
    postponeNotice: (id, due) => run('update catchword_notice set due = $1 where id = $2', due, id),
    countNotices: () =>
      session.read(function* () {
        const [counted] = yield ['select count(*) as waiting from catchword_notice'];
        return Number(counted!.waiting);
      }),

    addMisses: (misses) =>
      session.write(function* () {
        if (dialect.lockMisses !== null) yield dialect.lockMisses;
        yield [
          `insert into catchword_miss as held (words, count, day)
            select value ->> 0, cast(value ->> 1 as bigint), cast(value ->> 2 as bigint) from ${dialect.elements} where true
            on conflict (words) do update set count = held.count + excluded.count,
              day = case when held.day > excluded.day then held.day else excluded.day end`,
          JSON.stringify(misses.map(({ words, count, day }) => [words, count, day])),
        ];
        // Keeps those that `byFrequency` puts first.
        yield [
          `delete from catchword_miss where words in
            (select words from catchword_miss order by count desc, day desc, words limit 9007199254740991 offset $1)`,
          storeLimits.misses,
        ];
      }),
    listMisses: (least) =>
      session.read(function* () {
        return countedMisses(yield ['select words, count, day from catchword_miss where count >= $1', least]);
      }),
    clearMisses: () => run('delete from catchword_miss'),

    exportRows: (after, limit) =>
      session.read(function* (identity) {
        const rows = yield [rowsAfter(ALL_COLUMNS, ''), after, limit];
        return inOrder(
          after,
          rows.map((row) => ownerRecordOf(row, identity)),
        );
      }),
    find: (id) =>
      session.read(function* (identity) {
        const [row] = yield [find, id];
        return row === undefined ? null : ownerRecordOf(row, identity);
      }),
    hide: (id, hidden) =>
      session.write(function* (identity) {
        const [row] = yield [find + dialect.lockRow, id];
        if (row === undefined) return false;
        const checksum = checksumOf({ ...storedContent(row), hidden }, identity);
        yield [
          'update catchword_submission set hidden = $1, checksum = $2 where id = $3',
          Number(hidden),
          checksum,
          id,
        ];
        return true;
      }),
    purge: (id) =>
      session.write(function* () {
        yield [DROP_NOTICE, id];
        return (yield ['delete from catchword_submission where id = $1 returning id', id]).length > 0;
      }),
  } satisfies Partial<FeedbackStore>;
}

const DROP_NOTICE = 'delete from catchword_notice where id = $1';

/** The statement that writes a value under a name, in place of the one before. */
export function replaceFact(name: string, value: Uint8Array): Statement {
  return [
    'insert into catchword_fact (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    name,
    value,
  ];
}

/** Checks that the rows are in order. A damaged B-tree may return them out of order, and paging by sequence would never end. */
function inOrder<Row extends { readonly sequence: number }>(after: number, rows: readonly Row[]): readonly Row[] {
  let last = after;
  for (const { sequence } of rows) {
    if (sequence <= last) throw new StoreUnavailable('damaged');
    last = sequence;
  }
  return rows;
}
