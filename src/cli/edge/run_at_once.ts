import { isSteps } from '../../async/steps.ts';
import type { InTurn, Turns } from '../../questions/turns.ts';

/**
 * Runs each question to its end. An isolate gives every request its own time and ends one that takes too long; work of one request that
 * waits for another's would end with it.
 */
export function runAtOnce(): Turns {
  const inTurn: InTurn = (work) => {
    const started = work();
    if (!isSteps(started)) return started;
    for (;;) {
      const step = started.next();
      if (step.done === true) return step.value;
    }
  };
  return Object.assign(inTurn, { load: { waiting: 0, paused: 0 } });
}
