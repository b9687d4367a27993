import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { Kind } from '../../feedback/submission.ts';

/** What a service needs to store feedback. */
export interface FeedbackOptions {
  readonly store: FeedbackStore;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Returns `count` unpredictable bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Origins besides the site's own whose scripts may submit. */
  readonly origins?: readonly string[];
  /** Kinds of submissions that the store keeps a notice of, to be sent by webhook; default none. */
  readonly noticeKinds?: readonly Kind[];
  /** Secret of the scheduler; null or empty: the roll-up address refuses every request. */
  readonly cronSecret?: string | null;
  /** Maximum number of rows counted for a list's `total`; default 10,000. */
  readonly countBudget?: number;
}
