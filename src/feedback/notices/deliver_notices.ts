import type { FeedbackStore } from '../feedback_store.ts';
import type { PublicAbout } from '../public_about.ts';
import { type NoticeFailure, renderNotice, sendNotice, type Webhook } from './send_notice.ts';

export interface DeliveryOptions {
  readonly store: FeedbackStore;
  readonly webhook: Webhook;
  readonly publicAbout: PublicAbout;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Aborts when the server ends. */
  readonly signal: AbortSignal;
  readonly deadline?: number;
}

/** A failed delivery. Times are in milliseconds. */
export interface FailedDelivery {
  readonly failure: NoticeFailure;
  /** How many times it was tried. */
  readonly tries: number;
  /** Until the next try. */
  readonly delay: number;
}

export interface Delivered {
  readonly sent: number;
  /** The failure that ended the pass, or null. */
  readonly failed: FailedDelivery | null;
}

/** Maximum number of notices in one pass. */
const MOST = 200;
/**
 * Milliseconds until a claimed notice is due again. Longer than a try takes, so that no other node sends it meanwhile;
 * a notice that was claimed before a crash is sent again.
 */
const CLAIM = 60_000;
const FIRST_DELAY = 10_000;
const LONGEST_DELAY = 3_600_000;

/** Milliseconds from a failed try to the next one: 10 seconds, doubled each time, up to an hour. @param tries so far, from 1 */
export function retryDelay(tries: number): number {
  return Math.min(FIRST_DELAY * 2 ** Math.min(tries - 1, 20), LONGEST_DELAY);
}

/**
 * Sends the notices that are due, oldest first, until one fails, so that a receiver that is down gets one request in
 * each pass. A notice is removed from the store after its receiver accepted it, so it is sent at least once, and
 * perhaps twice with the same `webhook-id`.
 * @throws StoreUnavailable
 */
export async function deliverNotices(options: DeliveryOptions): Promise<Delivered> {
  const { store, webhook, publicAbout, now, signal, deadline } = options;
  for (let sent = 0; sent < MOST; sent++) {
    const claimed = signal.aborted ? null : await store.claimNotice(now(), now() + CLAIM);
    if (claimed === null) return { sent, failed: null };
    const { record, tries } = claimed;
    const body = renderNotice(record, await publicAbout(record.about), webhook.includeMessage);
    const failure = await sendNotice(webhook, record.id, body, now(), signal, deadline);
    if (failure !== null) {
      const delay = retryDelay(tries);
      await store.postponeNotice(record.id, now() + delay);
      return { sent, failed: { failure, tries, delay } };
    }
    await store.finishNotice(record.id);
  }
  return { sent: MOST, failed: null };
}
