import { hash } from 'node:crypto';
import type { Aggregate } from '../aggregate.ts';
import {
  type Attempt,
  type FeedbackRow,
  type OwnerRecord,
  ownerRecord,
  type StoredContent,
} from '../feedback_record.ts';
import type { ListedRows, ListQuery, SubmitOutcome } from '../feedback_store.ts';
import { byFrequency, type CountedMiss } from '../misses.ts';
import type { Kind, Severity } from '../submission.ts';

/** A row as a driver returns it: numbers as number, bigint or string, and values of any type in a damaged row. */
export type StoredRow = Readonly<Record<string, unknown>>;

export const PUBLIC_COLUMNS = 'sequence, id, kind, severity, about, submitted_at';
export const ALL_COLUMNS = `${PUBLIC_COLUMNS}, key_hash, fingerprint, message, hidden, checksum`;

/** Reads a row of `PUBLIC_COLUMNS`. */
export function publicRow(row: StoredRow): FeedbackRow {
  return {
    sequence: Number(row.sequence),
    id: String(row.id),
    kind: row.kind as Kind,
    severity: row.severity as Severity,
    about: textOrNull(row.about),
    submittedAt: Number(row.submitted_at),
  };
}

/**
 * Selects the rows of a list and their total in one statement, so that both are consistent.
 * @param before, limit, budget numbers as SQL, or the names of parameters
 */
export function listStatement(before: string, limit: string, budget: string): string {
  return `select counted, listed.* from
    (select count(*) as counted from (select 1 from catchword_submission where hidden = 0 limit ${budget}) as shown) as total
    left join (select ${PUBLIC_COLUMNS} from catchword_submission where hidden = 0 and sequence < ${before}
      order by sequence desc limit ${limit}) as listed on true
    order by sequence desc`;
}

/** Selects one extra row to know whether there are more, and counts one extra row to know whether counting stopped. */
export function listValues({ before, limit, countBudget }: ListQuery): [number, number, number] {
  return [before, limit + 1, countBudget + 1];
}

/** Reads the result of the statement. An empty list gives one row of nulls with the total. */
export function listedRows(given: readonly StoredRow[], { limit, countBudget }: ListQuery): ListedRows {
  const counted = Number(given[0]!.counted);
  const rows = given.filter(({ sequence }) => sequence !== null).map(publicRow);
  return {
    rows: rows.slice(0, limit),
    more: rows.length > limit,
    total: Math.min(counted, countBudget),
    partial: counted > countBudget,
  };
}

/** Reads a row of `ALL_COLUMNS` for its owner. @param store as for `checksumOf` */
export function ownerRecordOf(row: StoredRow, store?: Uint8Array): OwnerRecord {
  return ownerRecord(Number(row.sequence), storedContent(row), bytes(row.checksum), store);
}

/** Reads the columns of a row of `ALL_COLUMNS` that its checksum covers. */
export function storedContent(row: StoredRow): StoredContent {
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

/** Keeps the misses that `byFrequency` puts first. @param kept a number as SQL, or the name of a parameter */
export function trimMisses(kept: string): string {
  return `delete from catchword_miss where words in
    (select words from catchword_miss order by count desc, day desc, words limit 9007199254740991 offset ${kept})`;
}

/** Reads rows of misses, in the order of `byFrequency`. */
export function countedMisses(rows: readonly StoredRow[]): readonly CountedMiss[] {
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

/** The row with the key of an attempt, whichever attempt recorded it. */
interface Holder {
  readonly id: string;
  readonly fingerprint: Uint8Array;
  /** Milliseconds since 1970, UTC. */
  readonly submittedAt: number;
}

/** The outcome of an attempt, given the row with its key. */
export function settleAttempt(attempt: Attempt, holder: Holder): SubmitOutcome {
  if (!Buffer.from(holder.fingerprint).equals(attempt.fingerprint)) return { outcome: 'conflict' };
  const { kind, severity, about } = attempt.submission;
  const row = { id: holder.id, kind, severity, about, submittedAt: holder.submittedAt };
  return { outcome: holder.id === attempt.id ? 'recorded' : 'replayed', row };
}
