import { hash } from 'node:crypto';
import { type Refusal, refuse } from '../problems/refusal.ts';
import { type FeedbackItem, feedbackItem } from './feedback_item.ts';
import type { FeedbackStore } from './feedback_store.ts';
import type { CallBounds } from './store_limits.ts';
import { fingerprintOf, type Submission } from './submission.ts';
import { uuidV7 } from './uuid_v7.ts';

export interface SubmitOptions {
  readonly store: FeedbackStore;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** That many unpredictable bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
}

/** A submission is recorded. Its item is the same each time that it is sent again. */
export interface Confirmation {
  /** With `about` as sent. */
  readonly item: FeedbackItem;
  /** True when an earlier request recorded it. */
  readonly replayed: boolean;
}

/**
 * Records a submission under its Idempotency-Key (specification 4.13), or refuses a key that names another one.
 * @param key unwrapped
 * @throws StoreUnavailable
 */
export async function submitFeedback(
  submission: Submission,
  key: string,
  { store, now, randomBytes }: SubmitOptions,
  bounds?: CallBounds,
): Promise<Confirmation | Refusal> {
  const submittedAt = now();
  const attempt = {
    id: uuidV7(submittedAt, randomBytes(10)),
    keyHash: hashKey(key),
    fingerprint: fingerprintOf(submission),
    submission,
    submittedAt,
  };
  const settled = await store.submit(attempt, bounds);
  if (settled.outcome === 'conflict') {
    return refuse(
      'conflicting-idempotency-key',
      'Cannot record the submission: its Idempotency-Key already names a different one. A new submission takes a new key.',
    );
  }
  return { item: feedbackItem(settled.row, settled.row.about), replayed: settled.outcome === 'replayed' };
}

/**
 * What a store keeps of an Idempotency-Key: SHA-256, so that a key of any length fits an index and the store does not
 * show which keys were used.
 * @param key unwrapped, visible ASCII
 */
export function hashKey(key: string): Uint8Array {
  return hash('sha256', key, 'buffer');
}
