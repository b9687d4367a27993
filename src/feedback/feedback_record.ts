import { hash } from 'node:crypto';
import type { Kind, Severity, Submission } from './submission.ts';

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

/** The members of a recorded submission that its sender receives. */
export type Confirmed = Omit<FeedbackRow, 'sequence'>;

/** A complete stored submission: for the owner's commands only. */
export interface OwnerRecord extends FeedbackRow {
  readonly message: string;
  readonly hidden: boolean;
  /** False when the row's checksum does not match, so the row was altered. */
  readonly intact: boolean;
}

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

export function contentOf({ id, keyHash, fingerprint, submission, submittedAt }: Attempt): StoredContent {
  const { kind, severity, about, message } = submission;
  const bytes = Buffer.from(message, 'utf8');
  return { id, keyHash, fingerprint, kind, severity, about, message: bytes, submittedAt, hidden: false };
}

/** A submission as its sender and the public see it: it has no member for a message. */
export interface FeedbackItem {
  readonly id: string;
  readonly kind: Kind;
  readonly severity: Severity;
  readonly about: string | null;
  /** RFC 3339 UTC. */
  readonly submittedAt: string;
}

/** @param about the part of the row's `about` that may be shown */
export function feedbackItem({ id, kind, severity, submittedAt }: Confirmed, about: string | null): FeedbackItem {
  return { id, kind, severity, about, submittedAt: timestamp(submittedAt) };
}

/** The last second that RFC 3339 can express: its years have four digits. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Formats a time as RFC 3339 UTC to the second: `2026-11-21T09:30:00Z`.
 * @param milliseconds since 1970; clamped to the years 1970 to 9999
 */
export function timestamp(milliseconds: number): string {
  const moment = Number.isNaN(milliseconds) ? 0 : Math.min(Math.max(0, milliseconds), LATEST);
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
