import { setImmediate } from 'node:timers';
import { type Refusal, refuseTransport } from '../problems/refusal.ts';
import type { MaybePromise } from '../work/maybe_promise.ts';
import { isSteps, type Steps } from '../work/steps.ts';
import type { Caller } from './caller.ts';

/**
 * Runs work now, or in a later turn of the event loop. An error of the work is thrown, or rejects the promise.
 *
 * Refuses with 503 when the queue is full, or when the work waited too long. Does not start work whose caller has gone.
 */
export type InTurn = <Value>(
  work: () => MaybePromise<Value> | Steps<Value>,
  caller: Caller,
) => MaybePromise<Value | Refusal>;

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

/** The time that one connection has used, and its queue. */
interface Share {
  /** Milliseconds, comparable between shares: a share that returns from idle is raised to the scheduler's virtual time, `least`. */
  spent: number;
  readonly queue: Waiting[];
}

interface Waiting {
  readonly caller: Caller;
  readonly since: number;
  /** Null before the work has started. */
  readonly parts: Steps<unknown> | null;
  /** Whether the work was started and discarded because too many others were paused. It restarts when it may be paused. */
  readonly givenUp: boolean;
  /** @param share charged for the time */
  go(share: Share): void;
  refuse(refusal: Refusal): void;
}

const busy = refuseTransport(503, 'Cannot answer now: too many questions wait. Try again in a moment.', {
  retryAfter: 1,
});
const gone = refuseTransport(503, 'Cannot answer: the connection has ended.', { retryAfter: 1 });

/**
 * Shares the event loop between costly requests and everything else, and fairly between connections: the connection that has used
 * the least time runs next (start-time fair queueing). So a connection with many requests waits longest, and an occasional request
 * waits for little more than the work in progress.
 *
 * @param now clock in milliseconds
 */
export function createTurns(limits: Readonly<typeof turnLimits> = turnLimits, now = () => performance.now()): Turns {
  const shares = new WeakMap<object, Share>();
  /** Shares with a non-empty queue. */
  const active: Share[] = [];
  let waiting = 0;
  /** Number of waiting entries that are paused. */
  let paused = 0;
  /** Virtual time: the largest `spent` at which any share has started work. */
  let least = 0;
  /** Time used in this turn, in milliseconds. */
  let used = 0;
  let onBreak = false;

  function shareOf({ connection }: Caller): Share {
    let share = shares.get(connection);
    if (share === undefined) {
      share = { spent: least, queue: [] };
      shares.set(connection, share);
    } else if (share.queue.length === 0 && share.spent < least) share.spent = least;
    return share;
  }

  /** Charges a share for the time since `start`. @returns the time now, at which the next part starts */
  function charge(share: Share, start: number): number {
    const end = now();
    share.spent += end - start;
    used += end - start;
    if (used >= limits.turnShare && !onBreak) {
      onBreak = true;
      setImmediate(goOn);
    }
    return end;
  }

  /** Notes that a share starts work. Only this moves virtual time: what the work takes must not send newcomers behind those that wait. */
  function start(share: Share): void {
    least = Math.max(least, share.spent);
  }

  /** Runs work until it is done or has used the share of a turn. */
  function run<Value>(
    share: Share,
    caller: Caller,
    work: () => MaybePromise<Value> | Steps<Value>,
  ): MaybePromise<Value | Refusal> {
    start(share);
    let time = now();
    let started: MaybePromise<Value> | Steps<Value>;
    try {
      started = work();
    } finally {
      time = charge(share, time);
    }
    return isSteps<Value>(started) ? runSteps(share, caller, started, work, time) : started;
  }

  /** @param work creates the parts, and recreates them when these must be discarded; @param begun the time at which this turn's work on them began */
  function runSteps<Value>(
    share: Share,
    caller: Caller,
    parts: Steps<Value>,
    work: () => MaybePromise<Value> | Steps<Value>,
    begun: number,
  ): MaybePromise<Value | Refusal> {
    const end = begun + limits.turnShare;
    let time = begun;
    for (;;) {
      let step: IteratorResult<unknown, Value>;
      try {
        step = parts.next();
      } finally {
        time = charge(share, time);
      }
      if (step.done === true) return step.value;
      if (!onBreak || time < end) continue;
      if (paused < limits.pausedQuestions) {
        return wait(share, { caller, parts, givenUp: false }, (payer) => {
          start(payer);
          return runSteps(payer, caller, parts, work, now());
        });
      }
      // Too many are paused: discard and restart later. A restart costs a turn; keeping the work would make memory unbounded.
      parts.return(undefined as Value);
      return wait(share, { caller, parts: null, givenUp: true }, (payer) => run(payer, caller, work));
    }
  }

  function wait<Value>(
    share: Share,
    what: Pick<Waiting, 'caller' | 'parts' | 'givenUp'>,
    work: (share: Share) => MaybePromise<Value | Refusal>,
  ): Promise<Value | Refusal> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
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
      };
      add(share, entry);
    });
  }

  function add(share: Share, entry: Waiting): void {
    if (share.queue.length === 0) active.push(share);
    // Within a connection's queue, paused work comes first, then discarded work, then work not yet started.
    if (entry.parts !== null) share.queue.unshift(entry);
    else if (entry.givenUp) share.queue.splice(share.queue.findLastIndex(({ parts }) => parts !== null) + 1, 0, entry);
    else share.queue.push(entry);
    waiting++;
    if (entry.parts !== null) paused++;
  }

  function remove(share: Share, at: number): Waiting {
    const [entry] = share.queue.splice(at, 1);
    if (share.queue.length === 0) active.splice(active.indexOf(share), 1);
    waiting--;
    if (entry!.parts !== null) paused--;
    return entry!;
  }

  /** The runnable share that has used the least time. There always is one: when restarts are blocked, paused work can run. */
  function next(): Share {
    const full = paused >= limits.pausedQuestions;
    let first: Share | null = null;
    for (const share of active) {
      if (full && share.queue[0]!.givenUp) continue;
      if (first === null || share.spent < first.spent) first = share;
    }
    return first!;
  }

  function goOn(): void {
    used = 0;
    onBreak = false;
    while (!onBreak && active.length > 0) {
      const share = next();
      const entry = remove(share, 0);
      const payer = shareOf(entry.caller);
      if (payer !== share) add(payer, entry);
      else if (entry.caller.signal.aborted) drop(entry);
      else if (entry.parts === null && now() - entry.since > limits.waitTime) entry.refuse(busy);
      else entry.go(share);
    }
  }

  /** Makes room in the queue: drops work of callers that have gone, else refuses the newest of the share that used most time. */
  function makeRoom(newcomer: Share): boolean {
    for (const share of [...active]) {
      for (let at = share.queue.length - 1; at >= 0; at--) {
        if (share.queue[at]!.caller.signal.aborted) drop(remove(share, at));
      }
    }
    if (waiting < limits.waitingQuestions) return true;
    let most = newcomer;
    for (const share of active) if (share.spent > most.spent && share.queue.at(-1)!.parts === null) most = share;
    if (most === newcomer) return false;
    remove(most, most.queue.length - 1).refuse(busy);
    return true;
  }

  const inTurn: InTurn = (work, caller) => {
    const share = shareOf(caller);
    if (!onBreak) return run(share, caller, work);
    if (waiting >= limits.waitingQuestions && !makeRoom(share)) return busy;
    return wait(share, { caller, parts: null, givenUp: false }, (payer) => run(payer, caller, work));
  };
  const load = {
    get waiting() {
      return waiting;
    },
    get paused() {
      return paused;
    },
  };
  return Object.assign(inTurn, { load });
}

/** Ends work whose caller has gone. */
function drop(entry: Waiting): void {
  entry.parts?.return(undefined);
  entry.refuse(gone);
}
