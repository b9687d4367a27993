import { Cron } from 'croner';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { PublicAbout } from '../../feedback/public_about.ts';
import { rollUp } from '../../feedback/roll_up.ts';
import { StoreUnavailable } from '../../feedback/store_error.ts';
import { describeFailure } from '../describe_failure.ts';
import type { Log } from '../log.ts';

export interface RollUpsOptions {
  readonly store: FeedbackStore;
  /** What feedback can be about in public, by the build that answers now. */
  readonly publicAbout: () => PublicAbout;
  /** Minutes from one to the next. */
  readonly every: number;
  readonly log: Log;
}

/** Writes the aggregate anew every so many minutes; the store sees to it that one node does so at a time. */
export function startRollUps({ store, publicAbout, every, log }: RollUpsOptions): { stop(): void } {
  const job = new Cron(
    '0 * * * * *',
    {
      interval: every * 60,
      // One that takes longer than its interval is not overtaken by the next.
      protect: true,
      unref: true,
      timezone: 'UTC',
      catch: (error) =>
        log(
          error instanceof StoreUnavailable
            ? error.message
            : `Failed to roll up the feedback: ${describeFailure(error)}`,
        ),
    },
    async () => {
      await rollUp({ store, publicAbout: publicAbout(), now: Date.now });
    },
  );
  return { stop: () => job.stop() };
}
