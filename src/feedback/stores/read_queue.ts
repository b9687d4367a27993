import type { StoreUnavailable } from '../store_error.ts';
import { assertWanted, type CallBounds, overloaded, watchBounds, withinBounds } from '../store_limits.ts';

export interface ReadQueueOptions {
  /** Maximum number of running reads. */
  readonly atOnce: number;
  /** Maximum number of queued reads. */
  readonly waiting: number;
}

export interface ReadQueue {
  /**
   * Queues a read. It does not run if its client has gone or its deadline has passed by then. A running read occupies its
   * slot until it ends, even when its caller no longer waits.
   */
  run<Result>(bounds: CallBounds, read: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  begin(): void;
  refuse(error: StoreUnavailable): void;
}

/**
 * Limits concurrent reads of the database. The newest queued read runs first, and a full queue refuses the oldest one, so
 * that a backlog does not delay new requests: its clients may have gone, which TCP shows only when an answer is sent.
 */
export function createReadQueue({ atOnce, waiting: mostWaiting }: ReadQueueOptions): ReadQueue {
  /** The oldest first. */
  const waiting: Waiting[] = [];
  let underWay = 0;

  function turn(bounds: CallBounds): Promise<void> {
    if (waiting.length >= mostWaiting) waiting.shift()!.refuse(overloaded);
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        begin() {
          end();
          resolve();
        },
        refuse(error) {
          end();
          reject(error);
        },
      };
      const end = watchBounds(bounds, (error) => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(error);
      });
      waiting.push(entry);
    });
  }

  /** Passes the slot of a finished read to the next one. */
  function passOn(): void {
    const next = waiting.pop();
    if (next === undefined) underWay--;
    else next.begin();
  }

  return {
    async run(bounds, read) {
      assertWanted(bounds);
      if (underWay < atOnce) underWay++;
      else await turn(bounds);
      return withinBounds(bounds, read().finally(passOn));
    },
  };
}
