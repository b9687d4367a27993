import { setImmediate } from 'node:timers';
import type { MaybePromise } from '../engine/maybe_promise.ts';
import type { Asker } from './asker.ts';

/** Runs work now, or in a later turn of the event loop. What the work throws is thrown, or rejects the promise. */
export type InTurn = <Value>(work: () => MaybePromise<Value>, asker: Asker) => MaybePromise<Value>;

/** Milliseconds of one turn that go to such work before the rest of it waits for the next. */
const longestShare = 5;

/**
 * Shares the event loop between costly answers and everything else. A turn would otherwise answer all requests that have come in,
 * each as costly as the caps allow, before the health check behind them is heard.
 */
export function createTurns(): InTurn {
  const waiting: (() => void)[] = [];
  /** Spent since the last break, in milliseconds. */
  let spent = 0;
  let onBreak = false;

  function timed<Value>(work: () => Value): Value {
    const start = performance.now();
    try {
      return work();
    } finally {
      spent += performance.now() - start;
      if (spent >= longestShare) {
        onBreak = true;
        setImmediate(goOn);
      }
    }
  }

  function goOn(): void {
    spent = 0;
    onBreak = false;
    while (!onBreak && waiting.length > 0) waiting.shift()!();
  }

  return <Value>(work: () => MaybePromise<Value>) => {
    if (!onBreak) return timed(work);
    return new Promise<Value>((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(timed(work));
        } catch (error) {
          reject(error);
        }
      });
    });
  };
}
