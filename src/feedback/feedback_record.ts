import { hash } from 'node:crypto';
import type { Kind, Severity, Submission } from './submission.ts';

/** A recorded submission, without the members that only the owner may see. */
export interface FeedbackRow {
  /** The store's own counter, highest for the newest row. Independent of any clock. */
  readonly sequence: number;
  /** UUIDv7. */
  readonly id: string;
  readonly kind: Kind;
  readonly severity: Severity;
  /** As sent. `PublicAbout` decides whether it is shown. */
  readonly about: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly submittedAt: number;
}

/** A complete stored submission: for the owner's commands only. */
export interface OwnerRecord extends FeedbackRow {
  readonly message: string;
  /** Excluded from the public list and the aggregate. */
  readonly hidden: boolean;
  /** False when the row's checksum does not match, so the row was altered. */
  readonly intact: boolean;
}

/** One attempt to record a submission. */
export interface Attempt {
  /** UUIDv7 of the submission if this attempt records it. */
  readonly id: string;
  readonly keyHash: Uint8Array;
  readonly fingerprint: Uint8Array;
  readonly submission: Submission;
  /** Whether its owner gets a notice of it by webhook. */
  readonly notice?: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly submittedAt: number;
}

/** The columns that a checksum covers: all but the sequence, which the store assigns. */
export interface StoredContent {
  readonly id: string;
  readonly keyHash: Uint8Array;
  readonly fingerprint: Uint8Array;
  readonly kind: string;
  readonly severity: string;
  readonly about: string | null;
  /** UTF-8: databases differ in which characters their text may hold. */
  readonly message: Uint8Array;
  readonly submittedAt: number;
  readonly hidden: boolean;
}

const unnamed = new Uint8Array(0);

/**
 * SHA-256 over a row's content, as databases do not detect a value that changed on the disk.
 * @param store identity of the store, so that a row from another store does not match
 */
export function checksumOf(content: StoredContent, store: Uint8Array = unnamed): Uint8Array {
  const { id, kind, severity, about, submittedAt, hidden } = content;
  const told = Buffer.from(`${JSON.stringify([id, kind, severity, about, submittedAt, hidden])}\n`);
  // All parts but the last have a fixed length, so that different contents never give the same bytes.
  return hash('sha256', Buffer.concat([store, told, content.keyHash, content.fingerprint, content.message]), 'buffer');
}

/** The columns that a store writes for an attempt. */
export function contentOf({ id, keyHash, fingerprint, submission, submittedAt }: Attempt): StoredContent {
  const { kind, severity, about, message } = submission;
  const bytes = Buffer.from(message, 'utf8');
  return { id, keyHash, fingerprint, kind, severity, about, message: bytes, submittedAt, hidden: false };
}

/** A stored row as its owner sees it, verified by its checksum. @param store as for `checksumOf` */
export function ownerRecord(
  sequence: number,
  content: StoredContent,
  checksum: Uint8Array,
  store?: Uint8Array,
): OwnerRecord {
  const { id, about, submittedAt, hidden } = content;
  return {
    sequence,
    id,
    kind: content.kind as Kind,
    severity: content.severity as Severity,
    about,
    submittedAt,
    message: Buffer.from(content.message).toString('utf8'),
    hidden,
    intact: Buffer.from(checksumOf(content, store)).equals(checksum),
  };
}
