import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import {
  type CallBounds,
  RETRY_AFTER,
  StoreUnavailable,
  storeLimits,
  type Unavailability,
} from '../../feedback/store_limits.ts';
import type { Kind } from '../../feedback/submission.ts';
import { type Refusal, refuse, refuseTransport } from '../../problems/refusal.ts';
import type { ApiRequest } from '../requests/api_request.ts';

/** Called when the store is unavailable. The error contains nothing of a request. */
type OnUnavailable = (error: StoreUnavailable) => void;

/** Runs work on the store. Resolves to its result, or to a refusal while the store is unavailable. */
export type FromStore = <Result>(work: () => Promise<Result>) => Promise<Result | Refusal>;

/** Minimum milliseconds between two reports of the same reason, so that a flood of requests does not flood the log. */
const REPORT_INTERVAL = 1_000;

/** @param onUnavailable reports an outage, not each request in it */
export function createFromStore(onUnavailable: OnUnavailable): FromStore {
  const reportedAt = new Map<Unavailability, number>();

  function report(error: StoreUnavailable): void {
    const now = performance.now();
    // A client that disconnected is not a failure of the store.
    const last = reportedAt.get(error.reason) ?? Number.NEGATIVE_INFINITY;
    if (error.reason === 'gone' || now - last < REPORT_INTERVAL) return;
    reportedAt.set(error.reason, now);
    onUnavailable(error);
  }

  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      report(error);
      return error.reason === 'overloaded' ? overloaded : unavailable;
    }
  };
}

/**
 * The bounds of a store call for a request: the client's signal, and a deadline that counts from the request's arrival.
 * @param arrivedAt when its last byte arrived, on the clock of `performance.now()`
 */
export function boundsOf(request: ApiRequest, arrivedAt = request.arrivedAt): CallBounds {
  return { signal: request.signal, deadline: arrivedAt + storeLimits.patience };
}

const safe = 'You can safely send the request again, with the same Idempotency-Key if it had one.';
const unavailable = refuse('unexpected-failure', `Cannot use the feedback store at present. ${safe}`, {
  retryAfter: RETRY_AFTER,
});
const overloaded = refuseTransport(
  503,
  `Cannot use the feedback store at present: too many requests are waiting for it. ${safe}`,
  { retryAfter: RETRY_AFTER },
);

export interface FeedbackOptions {
  readonly store: FeedbackStore;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
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
