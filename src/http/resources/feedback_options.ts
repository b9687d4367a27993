import type { FeedbackStore } from '../../feedback/feedback_store.ts';

/** What a service needs to keep feedback. */
export interface FeedbackOptions {
  readonly store: FeedbackStore;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** That many unpredictable bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Origins besides the site's own whose scripts may submit. */
  readonly origins?: readonly string[];
  /** What the scheduler must send; null or empty: the address of the roll-up is closed to everyone. */
  readonly cronSecret?: string | null;
  /** Most rows that are counted for a list's `total`; default 10,000. */
  readonly countBudget?: number;
}
