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

/** Reads the rows of a list, each with the number of all. An empty list gives one row of nulls with that number. */
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

/** The outcome of an attempt. @param holder the `id`, `fingerprint` and `submitted_at` of the row with its key, whichever attempt recorded it */
export function settleAttempt(attempt: Attempt, holder: StoredRow): SubmitOutcome {
  if (!Buffer.from(holder.fingerprint as Uint8Array).equals(attempt.fingerprint)) return { outcome: 'conflict' };
  const { kind, severity, about } = attempt.submission;
  const id = String(holder.id);
  const row = { id, kind, severity, about, submittedAt: Number(holder.submitted_at) };
  return { outcome: id === attempt.id ? 'recorded' : 'replayed', row };
}
