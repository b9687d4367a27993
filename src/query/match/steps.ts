/**
 * Work that can pause: it yields at places where other work may run before it goes on. Between two yields it does a bounded amount
 * of work, and nothing that it holds across a yield is shared with other questions.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** List entries looked at, or comparisons made, between two yields: well below a millisecond of work. */
export const STEP_WORK = 1 << 14;

/** Runs work to its end without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
