import { setImmediate } from 'node:timers';
import type { MaybePromise } from '../async/maybe_promise.ts';
import { isSteps, type Steps } from '../async/steps.ts';
import { type Refusal, refuseTransport } from '../problems/refusal.ts';
import type { Caller } from './caller.ts';
import { FairQueue, type Share, type Waiting } from './fair_queue.ts';

/**
 * Runs work now, or in a later turn of the event loop. An error of the work is thrown, or rejects the promise.
 *
 * Refuses with 503 when the queue is full, or when the work waited too long. Does not start work whose caller has gone.
 */
export type InTurn = <Value>(work: Work<Value>, caller: Caller) => MaybePromise<Value | Refusal>;

/** Starts work. Work in steps may pause between two, and may be started again. */
type Work<Value> = () => MaybePromise<Value> | Steps<Value>;

/** `InTurn`, with its queue now. */
export interface Turns extends InTurn {
  /** Questions that wait, and those of them that were begun and are paused. */
  readonly load: { readonly waiting: number; readonly paused: number };
}

/** Limits on work that shares the event loop. Times are in milliseconds. Documented in `site/docs/reference/server-limits.md`. */
export const turnLimits = {
  /**
   * Time for such work in one turn of the event loop; none starts after it. A question that was started goes on for as long before it
   * pauses, so that a short one is never cut. Everything else waits for the turn, so a short turn makes short waits.
   */
  turnShare: 0.75,
  /** Most requests in the queue. When it is full, a request of the connection that has used most time is refused. */
  waitingQuestions: 1_024,
  /** Longest wait of a request. */
  waitTime: 8_000,
  /** Most requests paused with their partial work kept. Each uses memory in proportion to the site. */
  pausedQuestions: 8,
};

const busy = refuseTransport(503, 'Cannot answer now: too many questions wait. Try again in a moment.', {
  retryAfter: 1,
});
const gone = refuseTransport(503, 'Cannot answer: the connection has ended.', { retryAfter: 1 });

/**
 * Shares the event loop between costly requests and everything else, and fairly between connections. So a connection with many
 * requests waits longest, and an occasional request waits for little more than the work in progress.
 *
 * @param now clock in milliseconds
 */
export function createTurns(limits: Readonly<typeof turnLimits> = turnLimits, now = () => performance.now()): Turns {
  const queue = new FairQueue(limits.pausedQuestions);
  const scheduler = new Scheduler(queue, limits, now);
  const inTurn: InTurn = (work, caller) => scheduler.runOrWait(work, caller);
  return Object.assign(inTurn, { load: queue });
}

/** Runs the work of a queue in turns of the event loop. */
class Scheduler {
  readonly #queue: FairQueue;
  readonly #limits: Readonly<typeof turnLimits>;
  readonly #now: () => number;
  /** Milliseconds used since a turn last began. */
  #used = 0;
  /** When this turn began. */
  #turnStart = 0;
  /** Whether work waits, or the time of this turn is used. Then new work waits too, and a turn is scheduled. */
  #isWaiting = false;

  constructor(queue: FairQueue, limits: Readonly<typeof turnLimits>, now: () => number) {
    this.#queue = queue;
    this.#limits = limits;
    this.#now = now;
  }

  runOrWait<Value>(work: Work<Value>, caller: Caller): MaybePromise<Value | Refusal> {
    const share = this.#queue.shareOf(caller, this.#now());
    if (!this.#isWaiting) return this.#run(share, caller, work);
    if (this.#queue.waiting >= this.#limits.waitingQuestions && !this.#makeRoom(share)) return busy;
    return this.#wait(share, { caller, steps: null, givenUp: false }, (payer) => this.#run(payer, caller, work));
  }

  /** Runs work until it is done or has used the share of a turn. */
  #run<Value>(share: Share, caller: Caller, work: Work<Value>): MaybePromise<Value | Refusal> {
    this.#queue.start(share);
    let time = this.#now();
    let started: MaybePromise<Value> | Steps<Value>;
    try {
      started = work();
    } finally {
      time = this.#charge(share, time);
    }
    return isSteps<Value>(started) ? this.#runSteps(share, caller, started, work, time) : started;
  }

  /** @param work starts the steps again when these must be discarded; @param begun the time at which this turn's work on them began */
  #runSteps<Value>(
    share: Share,
    caller: Caller,
    steps: Steps<Value>,
    work: Work<Value>,
    begun: number,
  ): MaybePromise<Value | Refusal> {
    const { turnShare } = this.#limits;
    const end = begun + turnShare;
    let time = begun;
    for (;;) {
      let step: IteratorResult<unknown, Value>;
      try {
        step = steps.next();
      } finally {
        time = this.#charge(share, time);
      }
      if (step.done === true) return step.value;
      if (this.#used >= turnShare && time >= end) return this.#pause(share, caller, steps, work);
    }
  }

  /** Continues steps in a later turn. Starts them again then if too many others are paused: that costs a turn, but bounds the memory. */
  #pause<Value>(share: Share, caller: Caller, steps: Steps<Value>, work: Work<Value>): Promise<Value | Refusal> {
    if (this.#queue.mayPause) {
      return this.#wait(share, { caller, steps, givenUp: false }, (payer) => {
        this.#queue.start(payer);
        return this.#runSteps(payer, caller, steps, work, this.#now());
      });
    }
    steps.return(undefined as Value);
    return this.#wait(share, { caller, steps: null, givenUp: true }, (payer) => this.#run(payer, caller, work));
  }

  /** Charges a share for the time since `start`. @returns the time now, at which the next step starts */
  #charge(share: Share, start: number): number {
    const end = this.#now();
    this.#queue.charge(share, start, end);
    this.#used += end - start;
    if (this.#used >= this.#limits.turnShare && !this.#isWaiting) {
      this.#isWaiting = true;
      setImmediate(this.#takeTurn);
    }
    return end;
  }

  #wait<Value>(
    share: Share,
    what: Pick<Waiting, 'caller' | 'steps' | 'givenUp'>,
    work: (share: Share) => MaybePromise<Value | Refusal>,
  ): Promise<Value | Refusal> {
    return new Promise((resolve, reject) => {
      this.#queue.add(share, {
        ...what,
        since: this.#now(),
        go(share) {
          try {
            resolve(work(share));
          } catch (error) {
            reject(error);
          }
        },
        refuse: resolve,
      });
    });
  }

  readonly #takeTurn = (): void => {
    this.#used = 0;
    this.#turnStart = this.#now();
    this.#goOn();
  };

  /**
   * Runs work until the end of the turn. The answer of a connection that had used less time than all others is sent before other work.
   * Other answers are not: sending each by itself would wake clients more often, and all together would get fewer answers.
   */
  #goOn(): void {
    const { turnShare, waitTime } = this.#limits;
    while (this.#used < turnShare) {
      const next = this.#queue.take();
      if (next === null) {
        this.#isWaiting = false;
        return;
      }
      const { entry, share } = next;
      if (entry.caller.signal.aborted) drop(entry);
      else if (entry.steps === null && this.#now() - entry.since > waitTime) entry.refuse(busy);
      else entry.go(share);
      if (share.isBehind) break;
    }
    if (this.#used >= turnShare) setImmediate(this.#takeTurn);
    else afterCallbacks(this.#resumeTurn);
  }

  /** Goes on with the turn. The time in which callbacks sent answers counts. */
  readonly #resumeTurn = (): void => {
    this.#used = this.#now() - this.#turnStart;
    if (this.#used >= this.#limits.turnShare) setImmediate(this.#takeTurn);
    else this.#goOn();
  };

  /** Makes room in the queue: drops work of callers that have gone, else refuses some of the share that used most time. */
  #makeRoom(newcomer: Share): boolean {
    for (const entry of this.#queue.takeGone()) drop(entry);
    if (this.#queue.waiting < this.#limits.waitingQuestions) return true;
    const refused = this.#queue.takeOfGreediest(newcomer);
    refused?.refuse(busy);
    return refused !== null;
  }
}

/** Ends work whose caller has gone. */
function drop(entry: Waiting): void {
  entry.steps?.return(undefined);
  entry.refuse(gone);
}

/** Calls a function after the callbacks of all settled promises, which send the answers, and of the promises that these settle. */
function afterCallbacks(run: () => void): void {
  queueMicrotask(() => process.nextTick(run));
}
