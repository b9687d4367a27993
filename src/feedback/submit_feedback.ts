import { type Refusal, refuse } from '../problems/refusal.ts';
import { feedbackItem } from './feedback_item.ts';
import type { FeedbackStore } from './feedback_store.ts';
import { hashKey } from './idempotency_key.ts';
import { fingerprintOf, type Submission } from './submission.ts';
import { uuidV7 } from './uuid_v7.ts';

export interface SubmitOptions {
  readonly store: FeedbackStore;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** That many unpredictable bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
}

/** A submission is recorded; the body says what was, in the same bytes each time that it is sent again. */
export interface Confirmation {
  /** JSON, UTF-8: a `FeedbackItem` with `about` as sent. */
  readonly body: Uint8Array;
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
): Promise<Confirmation | Refusal> {
  const submittedAt = now();
  const settled = await store.submit({
    id: uuidV7(submittedAt, randomBytes(10)),
    keyHash: hashKey(key),
    fingerprint: fingerprintOf(submission),
    submission,
    submittedAt,
  });
  if (settled.outcome === 'conflict') {
    return refuse(
      'conflicting-idempotency-key',
      'Cannot record the submission: its Idempotency-Key already names a different one. A new submission takes a new key.',
    );
  }
  const body = Buffer.from(JSON.stringify(feedbackItem(settled.row, settled.row.about)));
  return { body, replayed: settled.outcome === 'replayed' };
}
