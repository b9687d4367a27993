import { type FeedbackRow, type OwnerRecord, ownerRecord, type StoredContent } from '../feedback_record.ts';
import type { Kind, Severity } from '../submission.ts';

/** A row as a driver gives it: numbers in any spelling, and in a row that has rotted values of any type. */
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

/** Reads a row of `ALL_COLUMNS` for its owner. @param store as for `checksumOf` */
export function ownersRow(row: StoredRow, store?: Uint8Array): OwnerRecord {
  return ownerRecord(Number(row.sequence), storedContent(row), bytes(row.checksum), store);
}

/** Reads what the checksum of a row of `ALL_COLUMNS` covers. */
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

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

function bytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value));
}
