import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { missKey } from '../../feedback/misses/miss_key.ts';
import { MissSketch } from '../../feedback/misses/miss_sketch.ts';
import { StoreUnavailable } from '../../feedback/store_error.ts';
import type { OnMiss } from '../../http/resources/search.ts';
import { describeFailure } from '../../observation/describe_failure.ts';
import type { Observe } from '../../observation/observation.ts';

export interface MissCounterOptions {
  readonly store: FeedbackStore;
  readonly observe: Observe;
  /** Milliseconds between two writes to the store; default an hour. */
  readonly every?: number;
  /** Milliseconds since 1970, UTC. */
  readonly now?: () => number;
}

/** Counts the misses of one thread. */
export interface MissCounter {
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
      observe(
        error instanceof StoreUnavailable
          ? { kind: 'store-unavailable', reason: error.message }
          : { kind: 'miss-count-failed', failure: describeFailure(error) },
      );
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
