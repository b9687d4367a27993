/**
 * Cooperative work: it does a bounded amount between two yields, and other work may run at each yield. It shares no mutable
 * state with other requests across a yield.
 */
export type Steps<Result> = Generator<void, Result, undefined>;

/** List entries read, or comparisons made, between two yields: well below a millisecond of work. */
export const STEP_WORK = 1 << 14;

/** Runs work to completion without pausing. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Work that needs no step. */
// biome-ignore lint/correctness/useYield: it has the type of work that may pause
export function* done<Result>(result: Result): Steps<Result> {
  return result;
}

/** @returns whether work goes in steps; a value or a promise of one does not */
export function isSteps<Result>(work: unknown): work is Steps<Result> {
  return Object.prototype.toString.call(work) === '[object Generator]';
}
