import { Cron } from 'croner';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { PublicAbout } from '../../feedback/public_about.ts';
import { rollUp } from '../../feedback/roll_up.ts';
import { StoreUnavailable } from '../../feedback/store_error.ts';
import { describeFailure } from '../../observation/describe_failure.ts';
import type { Observe } from '../../observation/observation.ts';

export interface RollUpsOptions {
  readonly store: FeedbackStore;
  /** The subjects that the current build makes public. */
  readonly publicAbout: () => PublicAbout;
  /** Minutes between two roll-ups. */
  readonly every: number;
  readonly observe: Observe;
}

/** Recomputes the aggregate every `every` minutes. The store allows one roll-up at a time, on all nodes together. */
export function startRollUps({ store, publicAbout, every, observe }: RollUpsOptions): { stop(): void } {
  const job = new Cron(
    '0 * * * * *',
    {
      interval: every * 60,
      // Skip a run while the previous one is still running.
      protect: true,
      unref: true,
      timezone: 'UTC',
      catch: (error) =>
        observe(
          error instanceof StoreUnavailable
            ? { kind: 'store-unavailable', reason: error.message }
            : { kind: 'roll-up-failed', failure: describeFailure(error) },
        ),
    },
    async () => {
      await rollUp({ store, publicAbout: publicAbout(), now: Date.now });
    },
  );
  return { stop: () => job.stop() };
}
