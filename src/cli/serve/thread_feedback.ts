import { randomBytes } from 'node:crypto';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { MissSketch, missKey } from '../../feedback/misses.ts';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import type { Kind } from '../../feedback/submission.ts';
import type { FeedbackOptions } from '../../http/resources/from_store.ts';
import type { OnMiss } from '../../http/resources/pages.ts';
import { describeFailure } from '../../observation/describe_failure.ts';
import type { Observation, Observe } from '../../observation/observation.ts';
import { type StoreAddress, tryOpen } from '../feedback/feedback_settings.ts';

/** Feedback settings of a server thread. Plain values, because they are sent to threads as messages. */
export interface FeedbackSettings extends StoreAddress {
  /** Null: as the build declares. */
  readonly origins: readonly string[] | null;
  readonly cronSecret: string | null;
  /** Kinds of submissions that a notice is sent of. */
  readonly noticeKinds: readonly Kind[];
}

/** Opens the feedback of one server thread: its own connection to the shared database. */
export async function openFeedback(settings: FeedbackSettings | null): Promise<FeedbackOptions | null> {
  return settings === null ? null : feedbackOn(await tryOpen(settings.address, false), settings);
}

/** A counter of the misses of one server thread; a build says whether they are counted. Null where nothing is stored. */
export function countMissesOf(feedback: FeedbackOptions | null, observe: Observe): MissCounter | null {
  return feedback === null ? null : createMissCounter({ store: feedback.store, observe });
}

export function feedbackOn(
  store: FeedbackStore,
  { origins, cronSecret, noticeKinds }: FeedbackSettings,
): FeedbackOptions {
  const shared = { store, cronSecret, noticeKinds, now: Date.now, randomBytes };
  return origins === null ? shared : { ...shared, origins };
}

/** Why work on the store failed. @param describe what failed, when it was not the store */
export function storeFailure(error: unknown, describe: (failure: string) => Observation): Observation {
  return error instanceof StoreUnavailable
    ? { kind: 'store-unavailable', reason: error.message }
    : describe(describeFailure(error));
}

interface MissCounterOptions {
  readonly store: FeedbackStore;
  readonly observe: Observe;
  /** Milliseconds between two writes to the store; default an hour. */
  readonly every?: number;
  /** Milliseconds since 1970, UTC. */
  readonly now?: () => number;
}

/** Counts the misses of one thread. */
interface MissCounter {
  readonly onMiss: OnMiss;
  /** Writes what was counted. Never rejects. */
  close(): Promise<void>;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Counts misses in memory, and adds them to the store each hour. While the store fails, the counts stay in memory. */
export function createMissCounter({ store, observe, every = HOUR, now = Date.now }: MissCounterOptions): MissCounter {
  const sketch = new MissSketch();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const misses = sketch.take();
    if (misses.length === 0) return;
    try {
      await store.addMisses(misses);
    } catch (error) {
      for (const miss of misses) sketch.add(miss);
      observe(storeFailure(error, (failure) => ({ kind: 'miss-count-failed', failure })));
    }
  }

  function writeNext(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  const timer = setInterval(() => void writeNext(), every).unref();
  return {
    onMiss(typed) {
      const words = missKey(typed);
      if (words !== null) sketch.add({ words, count: 1, day: Math.floor(now() / DAY) });
    },
    close() {
      clearInterval(timer);
      return writeNext();
    },
  };
}
