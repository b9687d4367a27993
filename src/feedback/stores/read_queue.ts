import type { StoreUnavailable } from '../store_error.ts';
import { assertWanted, type CallBounds, overloaded, watchBounds, withinBounds } from '../store_limits.ts';

export interface ReadQueueOptions {
  /** Most reads under way. */
  readonly atOnce: number;
  /** Most reads that wait. */
  readonly waiting: number;
}

export interface ReadQueue {
  /**
   * Runs a read when its turn comes, unless its caller has gone or its deadline has passed by then. A read under way
   * keeps its place until it is over, even when its caller no longer waits.
   */
  run<Result>(bounds: CallBounds, read: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  begin(): void;
  refuse(error: StoreUnavailable): void;
}

/**
 * Lets a few reads go to the database at once. The newest of those that wait goes first, and where there are too many
 * the oldest is refused: a backlog whose clients may have left, which TCP tells from waiting ones only by an answer,
 * does not hold up whoever comes after it.
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

  /** Hands the place of a read that is over to the next one. */
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
