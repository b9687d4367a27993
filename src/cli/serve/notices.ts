import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { deliverNotices } from '../../feedback/notices/deliver_notices.ts';
import type { Webhook } from '../../feedback/notices/send_notice.ts';
import type { PublicAbout } from '../../feedback/public_about.ts';
import { StoreUnavailable } from '../../feedback/store_error.ts';
import { describeFailure } from '../../observation/describe_failure.ts';
import type { Observe } from '../../observation/observation.ts';

export interface NoticesOptions {
  readonly store: FeedbackStore;
  readonly webhook: Webhook;
  /** The subjects that the current build makes public. */
  readonly publicAbout: () => PublicAbout;
  readonly observe: Observe;
  /** Milliseconds between two passes. */
  readonly every?: number;
  /** Milliseconds in which the receiver must answer. */
  readonly deadline?: number;
}

const PAUSE = 5_000;

/** Sends the notices of the store that are due, every few seconds. */
export function startNotices(options: NoticesOptions): { stop(): Promise<void> } {
  const { store, webhook, publicAbout, observe, every = PAUSE, deadline } = options;
  const ending = new AbortController();
  let passing = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  async function pass(): Promise<void> {
    try {
      const { sent, failed } = await deliverNotices({
        store,
        webhook,
        publicAbout: publicAbout(),
        now: Date.now,
        signal: ending.signal,
        ...(deadline === undefined ? {} : { deadline }),
      });
      const isEnding = ending.signal.aborted;
      if (failed !== null && !isEnding) observe({ kind: 'notice-failed', ...failed });
      if (!isEnding) observe({ kind: 'notices-passed', sent, waiting: await store.countNotices() });
    } catch (error) {
      observe(
        error instanceof StoreUnavailable
          ? { kind: 'store-unavailable', reason: error.message }
          : { kind: 'request-failed', method: 'POST', failure: describeFailure(error) },
      );
    }
  }

  function passLater(): void {
    timer = setTimeout(() => {
      passing = pass().then(() => {
        if (!ending.signal.aborted) passLater();
      });
    }, every).unref();
  }

  passLater();
  return {
    stop() {
      ending.abort();
      if (timer !== null) clearTimeout(timer);
      return passing;
    },
  };
}
