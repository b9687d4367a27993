import { StoreUnavailable } from '../store_error.ts';
import { assertWanted, type CallBounds, watchBounds, withinBounds } from '../store_limits.ts';

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

/** Lets a few reads go to the database at once, first come, first served. A read past the bound is refused at once. */
export function createReadQueue({ atOnce, waiting: mostWaiting }: ReadQueueOptions): ReadQueue {
  /** Each begins the read that it stands for. */
  const waiting = new Set<() => void>();
  let underWay = 0;

  function turn(bounds: CallBounds): Promise<void> {
    if (waiting.size >= mostWaiting) throw new StoreUnavailable('overloaded');
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        end();
        resolve();
      };
      const end = watchBounds(bounds, (error) => {
        waiting.delete(begin);
        reject(error);
      });
      waiting.add(begin);
    });
  }

  /** Hands the place of a read that is over to the next one. */
  function passOn(): void {
    for (const begin of waiting) {
      waiting.delete(begin);
      begin();
      return;
    }
    underWay--;
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
