import { setImmediate } from 'node:timers';
import { type Refusal, refuseTransport } from '../problems/refusal.ts';
import type { MaybePromise } from '../work/maybe_promise.ts';
import { isSteps, type Steps } from '../work/steps.ts';
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

/**
 * Milliseconds of work after which the answers made so far are sent. Sending each by itself would wake a client more often, and many
 * connections together would get fewer answers.
 */
const LONGEST_UNSENT = 0.25;

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
  /** Milliseconds used since a turn last began. */
  let used = 0;
  /** Whether work waits, or this turn's time is used. Then other work waits too. */
  let isWaiting = false;

  /** Charges a share for the time since `start`. @returns the time now, at which the next step starts */
  function charge(share: Share, start: number): number {
    const end = now();
    share.spent += end - start;
    used += end - start;
    if (used >= limits.turnShare && !isWaiting) {
      isWaiting = true;
      setImmediate(takeTurn);
    }
    return end;
  }

  /** Runs work until it is done or has used the share of a turn. */
  function run<Value>(share: Share, caller: Caller, work: Work<Value>): MaybePromise<Value | Refusal> {
    queue.start(share);
    let time = now();
    let started: MaybePromise<Value> | Steps<Value>;
    try {
      started = work();
    } finally {
      time = charge(share, time);
    }
    return isSteps<Value>(started) ? runSteps(share, caller, started, work, time) : started;
  }

  /** @param work starts the steps again when these must be discarded; @param begun the time at which this turn's work on them began */
  function runSteps<Value>(
    share: Share,
    caller: Caller,
    steps: Steps<Value>,
    work: Work<Value>,
    begun: number,
  ): MaybePromise<Value | Refusal> {
    const end = begun + limits.turnShare;
    let time = begun;
    for (;;) {
      let step: IteratorResult<unknown, Value>;
      try {
        step = steps.next();
      } finally {
        time = charge(share, time);
      }
      if (step.done === true) return step.value;
      if (used < limits.turnShare || time < end) continue;
      if (queue.mayPause) {
        return wait(share, { caller, steps, givenUp: false }, (payer) => {
          queue.start(payer);
          return runSteps(payer, caller, steps, work, now());
        });
      }
      // Too many are paused: discard and restart later. A restart costs a turn; keeping the work would make memory unbounded.
      steps.return(undefined as Value);
      return wait(share, { caller, steps: null, givenUp: true }, (payer) => run(payer, caller, work));
    }
  }

  function wait<Value>(
    share: Share,
    what: Pick<Waiting, 'caller' | 'steps' | 'givenUp'>,
    work: (share: Share) => MaybePromise<Value | Refusal>,
  ): Promise<Value | Refusal> {
    return new Promise((resolve, reject) => {
      queue.add(share, {
        ...what,
        since: now(),
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

  function takeTurn(): void {
    used = 0;
    runSome();
  }

  /** Runs work for as long as answers may wait to be sent, and then sends them. */
  function runSome(): void {
    for (const end = used + LONGEST_UNSENT; used < Math.min(end, limits.turnShare); ) {
      const next = queue.take();
      if (next === null) {
        isWaiting = false;
        return;
      }
      const { entry, share } = next;
      if (entry.caller.signal.aborted) drop(entry);
      else if (entry.steps === null && now() - entry.since > limits.waitTime) entry.refuse(busy);
      else entry.go(share);
    }
    if (used >= limits.turnShare) setImmediate(takeTurn);
    else afterCallbacks(runSome);
  }

  /** Makes room in the queue: drops work of callers that have gone, else refuses some of the share that used most time. */
  function makeRoom(newcomer: Share): boolean {
    for (const entry of queue.takeGone()) drop(entry);
    if (queue.waiting < limits.waitingQuestions) return true;
    const refused = queue.takeOfGreediest(newcomer);
    refused?.refuse(busy);
    return refused !== null;
  }

  const inTurn: InTurn = (work, caller) => {
    const share = queue.shareOf(caller);
    if (!isWaiting) return run(share, caller, work);
    if (queue.waiting >= limits.waitingQuestions && !makeRoom(share)) return busy;
    return wait(share, { caller, steps: null, givenUp: false }, (payer) => run(payer, caller, work));
  };
  const load = {
    get waiting() {
      return queue.waiting;
    },
    get paused() {
      return queue.paused;
    },
  };
  return Object.assign(inTurn, { load });
}

/** Ends work whose caller has gone. */
function drop(entry: Waiting): void {
  entry.steps?.return(undefined);
  entry.refuse(gone);
}

/** Calls a function after the callbacks of all promises that are settled now, and of those that these settle. They send the answers. */
function afterCallbacks(run: () => void): void {
  queueMicrotask(() => process.nextTick(run));
}
