import { setImmediate } from 'node:timers';
import type { MaybePromise } from '../async/maybe_promise.ts';
import { isSteps, type Steps } from '../async/steps.ts';
import { type Refusal, refuseTransport } from '../problems/refusal.ts';
import type { Caller } from './caller.ts';

/**
 * Runs work now, or in a later turn of the event loop. An error of the work is thrown, or rejects the promise.
 *
 * Refuses with 503 when the line is full, or when the work waited too long. Does not start work whose caller has gone.
 */
export type InTurn = <Value>(work: Work<Value>, caller: Caller) => MaybePromise<Value | Refusal>;

/** Starts work. Work in steps may pause between two, and may be started again. */
type Work<Value> = () => MaybePromise<Value> | Steps<Value>;

/** `InTurn`, with the current length of its line. */
export interface Turns extends InTurn {
  /** Numbers of waiting questions, and of those among them that are paused. */
  readonly load: { readonly waiting: number; readonly paused: number };
}

/** Limits on work that shares the event loop. Times are in milliseconds. Documented in `site/docs/reference/server-limits.md`. */
export const turnLimits = {
  /**
   * Time for questions in one turn of the event loop; none starts after it. A question that was started may
   * run one more full share before it pauses, so that a short one is never cut. Everything else waits for the turn, so a short turn makes
   * short waits.
   */
  turnShare: 0.75,
  /** Maximum number of questions in the line. When it is full, a new one is refused. */
  waitingQuestions: 1_024,
  /** Longest wait of a question before it starts. */
  waitTime: 8_000,
  /** Maximum number of questions of each line paused with their partial work kept. Each uses memory in proportion to the site. */
  pausedQuestions: 8,
};

const busy = refuseTransport(503, 'Cannot answer now: too many requests are waiting. Try again in a moment.', {
  retryAfter: 1,
});
const gone = refuseTransport(503, 'Cannot answer: the connection was closed.', { retryAfter: 1 });

/** 0: the line of callers that wait for each answer; 1: that of pipelined questions. */
type LineNumber = 0 | 1;

/** A question that waits. */
interface Waiting {
  readonly caller: Caller;
  readonly since: number;
  /** Null before the work has started. */
  readonly steps: Steps<unknown> | null;
  /** Whether the work was started and discarded because too many others were paused. It restarts when it may be paused. */
  readonly isDiscarded: boolean;
  go(): void;
  refuse(refusal: Refusal): void;
}

/**
 * Shares the event loop between questions and everything else, and between callers.
 *
 * Questions stand in two lines: those that were sent before the answer to the one before, and all others. Each turn of the event loop
 * takes the first of both by turns until its time is used. A question that is not done by then goes to the end of its line. A connection
 * has one request under way, so all connections of a line are served in turn, and equal callers wait equally. However many connections
 * pipeline, one that does not waits for a single question of theirs.
 *
 * @param now clock in milliseconds
 */
export function createTurns(limits: Readonly<typeof turnLimits> = turnLimits, now = () => performance.now()): Turns {
  const line = new Line(limits, now);
  const inTurn: InTurn = (work, caller) => line.runOrWait(work, caller);
  return Object.assign(inTurn, { load: line });
}

class Line {
  readonly #limits: Readonly<typeof turnLimits>;
  readonly #now: () => number;
  readonly #lines: readonly [Waiting[], Waiting[]] = [[], []];
  /** Which line is next. */
  #next: LineNumber = 0;
  /** Number of paused questions of each line. One line can never use up the other's: its long questions would wait for those to end. */
  readonly #paused: [number, number] = [0, 0];
  /** Milliseconds used since a turn last began. */
  #used = 0;
  /** Whether a turn is scheduled, as the time of this one is used. Until the line is empty, new questions join it. */
  #isScheduled = false;

  constructor(limits: Readonly<typeof turnLimits>, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Number of questions that wait. */
  get waiting(): number {
    return this.#lines[0].length + this.#lines[1].length;
  }

  /** Number of those that are paused. */
  get paused(): number {
    return this.#paused[0] + this.#paused[1];
  }

  runOrWait<Value>(work: Work<Value>, caller: Caller): MaybePromise<Value | Refusal> {
    if (!this.#isScheduled) return this.#start(work, caller);
    if (this.waiting >= this.#limits.waitingQuestions && !this.#makeRoom()) return busy;
    return this.#wait(caller, null, false, () => this.#start(work, caller));
  }

  #start<Value>(work: Work<Value>, caller: Caller): MaybePromise<Value | Refusal> {
    const begun = this.#now();
    let started: MaybePromise<Value> | Steps<Value>;
    try {
      started = work();
      if (isSteps<Value>(started)) return this.#runSteps(started, work, caller, begun);
    } finally {
      this.#use(begun);
    }
    return started;
  }

  /** @param work starts the steps again when these must be discarded; @param begun when this turn's work on them began */
  #runSteps<Value>(
    steps: Steps<Value>,
    work: Work<Value>,
    caller: Caller,
    begun: number,
  ): MaybePromise<Value | Refusal> {
    const end = begun + this.#limits.turnShare;
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (this.#now() >= end) return this.#pause(steps, work, caller);
    }
  }

  /** Sends steps to the end of the line. Discards them if too many others are paused: to start again costs a turn, but bounds the memory. */
  #pause<Value>(steps: Steps<Value>, work: Work<Value>, caller: Caller): Promise<Value | Refusal> {
    const line = lineOf(caller);
    if (this.#paused[line] >= this.#limits.pausedQuestions) {
      steps.return(undefined as Value);
      return this.#wait(caller, null, true, () => this.#start(work, caller));
    }
    this.#paused[line]++;
    return this.#wait(caller, steps, false, () => {
      const begun = this.#now();
      try {
        return this.#runSteps(steps, work, caller, begun);
      } finally {
        this.#use(begun);
      }
    });
  }

  /** Counts the time since `begun`. Schedules the next turn when that of this one is used. */
  #use(begun: number): void {
    this.#used += this.#now() - begun;
    if (this.#used < this.#limits.turnShare || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#takeTurn);
  }

  #wait<Value>(
    caller: Caller,
    steps: Steps<Value> | null,
    isDiscarded: boolean,
    work: () => MaybePromise<Value | Refusal>,
  ): Promise<Value | Refusal> {
    return new Promise((resolve, reject) => {
      this.#lines[lineOf(caller)].push({
        caller,
        since: this.#now(),
        steps,
        isDiscarded,
        go() {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        },
        refuse: resolve,
      });
    });
  }

  readonly #takeTurn = (): void => {
    const { turnShare, waitTime } = this.#limits;
    this.#used = 0;
    while (this.#used < turnShare) {
      const next = this.#take();
      if (next === null) {
        this.#isScheduled = false;
        return;
      }
      if (hasGone(next)) drop(next);
      else if (next.steps === null && this.#now() - next.since > waitTime) next.refuse(busy);
      else next.go();
    }
    setImmediate(this.#takeTurn);
  };

  /** Removes the first question that can run, from the lines by turns: one that was discarded only when it can pause. Null if none waits. */
  #take(): Waiting | null {
    const line = this.#next;
    this.#next = line === 0 ? 1 : 0;
    return this.#takeFrom(line) ?? this.#takeFrom(this.#next);
  }

  #takeFrom(number: LineNumber): Waiting | null {
    const line = this.#lines[number];
    const canPause = this.#paused[number] < this.#limits.pausedQuestions;
    const at = canPause ? 0 : line.findIndex(({ isDiscarded }) => !isDiscarded);
    const entry = at === 0 ? line.shift() : line.splice(at, at === -1 ? 0 : 1)[0];
    if (entry === undefined) return null;
    if (entry.steps !== null) this.#paused[number]--;
    return entry;
  }

  /** Drops the questions of callers that have gone. @returns whether there were any */
  #makeRoom(): boolean {
    const before = this.waiting;
    for (const line of this.#lines) {
      const left = line.filter(hasGone);
      line.splice(0, line.length, ...line.filter((entry) => !hasGone(entry)));
      for (const entry of left) {
        if (entry.steps !== null) this.#paused[lineOf(entry.caller)]--;
        drop(entry);
      }
    }
    return this.waiting < before;
  }
}

function lineOf(caller: Caller): LineNumber {
  return caller.isPipelined === true ? 1 : 0;
}

function hasGone({ caller }: Waiting): boolean {
  return caller.isGone ?? caller.signal.aborted;
}

/** Ends work whose caller has gone. */
function drop(entry: Waiting): void {
  entry.steps?.return(undefined);
  entry.refuse(gone);
}
