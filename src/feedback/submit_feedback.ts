import { hash } from 'node:crypto';
import { type Refusal, refuse } from '../problems/refusal.ts';
import { type FeedbackItem, feedbackItem } from './feedback_record.ts';
import type { FeedbackStore } from './feedback_store.ts';
import type { CallBounds } from './store_limits.ts';
import { fingerprintOf, type Kind, type Submission } from './submission.ts';

interface SubmitOptions {
  readonly store: FeedbackStore;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Kinds of submissions whose owner gets a notice by webhook; default none. */
  readonly noticeKinds?: readonly Kind[];
}

/** The confirmation of a recorded submission. A retry gets the same item. */
export interface Confirmation {
  readonly item: FeedbackItem;
  readonly replayed: boolean;
}

/**
 * Records a submission under its Idempotency-Key (specification 4.13), or refuses a key that was used for another one.
 * @param key without its structured-field quotes
 * @throws StoreUnavailable
 */
export async function submitFeedback(
  submission: Submission,
  key: string,
  { store, now, randomBytes, noticeKinds = [] }: SubmitOptions,
  bounds?: CallBounds,
): Promise<Confirmation | Refusal> {
  const submittedAt = now();
  const attempt = {
    id: uuidV7(submittedAt, randomBytes(10)),
    keyHash: hashKey(key),
    fingerprint: fingerprintOf(submission),
    submission,
    submittedAt,
    notice: noticeKinds.includes(submission.kind),
  };
  const settled = await store.submit(attempt, bounds);
  if (settled.outcome === 'conflict') {
    return refuse(
      'conflicting-idempotency-key',
      'Cannot record the submission: its Idempotency-Key was already used for a different one. Use a new key for a new submission.',
    );
  }
  return { item: feedbackItem(settled.row, settled.row.about), replayed: settled.outcome === 'replayed' };
}

/**
 * The SHA-256 of an Idempotency-Key, which is stored in its place: a key of any length fits an index, and the store does
 * not reveal keys.
 * @param key without its structured-field quotes, visible ASCII
 */
export function hashKey(key: string): Uint8Array {
  return hash('sha256', key, 'buffer');
}

/**
 * A UUIDv7 (RFC 9562 5.7): 48 bits of milliseconds, then 74 random bits.
 * @param milliseconds since 1970, UTC
 * @param random ten random bytes
 */
export function uuidV7(milliseconds: number, random: Uint8Array): string {
  const time = Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, '0').slice(-12);
  const bytes = Buffer.from(random.subarray(0, 10));
  bytes[0] = 0x70 | (bytes[0]! & 0x0f);
  bytes[2] = 0x80 | (bytes[2]! & 0x3f);
  const rest = bytes.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}
