import { RETRY_AFTER, StoreUnavailable, type Unavailability } from '../../feedback/store_error.ts';
import { type CallBounds, storeLimits } from '../../feedback/store_limits.ts';
import { type Refusal, refuse, refuseTransport } from '../../problems/refusal.ts';
import type { ApiRequest } from '../requests/api_request.ts';

/** Told why the store did not answer, in words that hold nothing of a request. */
export type OnUnavailable = (error: StoreUnavailable) => void;

/** The result of work on the store, or the refusal for a store that cannot be used now. */
export type FromStore = <Result>(work: () => Promise<Result>) => Promise<Result | Refusal>;

/** Milliseconds in which one reason is told once, so that a flood of requests is no flood of log lines. */
const SILENCE = 1_000;

export function createFromStore(onUnavailable: OnUnavailable): FromStore {
  const toldAt = new Map<Unavailability, number>();

  function tell(error: StoreUnavailable): void {
    const now = performance.now();
    // A caller that has gone is no failure of the store.
    if (error.reason === 'gone' || now - (toldAt.get(error.reason) ?? Number.NEGATIVE_INFINITY) < SILENCE) return;
    toldAt.set(error.reason, now);
    onUnavailable(error);
  }

  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      tell(error);
      return error.reason === 'overloaded' ? overloaded : unavailable;
    }
  };
}

/**
 * How long the sender of a request waits for the store: its deadline counts from the request's arrival.
 * @param arrivedAt of its last byte, on the clock of `performance.now()`
 */
export function boundsOf(request: ApiRequest, arrivedAt = request.arrivedAt): CallBounds {
  return { signal: request.signal, deadline: arrivedAt + storeLimits.patience };
}

const safe = 'To send the request again, with the same Idempotency-Key if it had one, is safe.';
const unavailable = refuse('unexpected-failure', `Cannot use the feedback store at present. ${safe}`, {
  retryAfter: RETRY_AFTER,
});
const overloaded = refuseTransport(
  503,
  `Cannot use the feedback store at present: too many requests wait for it. ${safe}`,
  { retryAfter: RETRY_AFTER },
);
