import { setImmediate } from 'node:timers';
import type { MaybePromise } from '../engine/maybe_promise.ts';
import { type Refusal, refuseTransport } from '../problems/refusal.ts';
import type { Asker } from './asker.ts';

/** Work in parts: it may give up its turn at each `yield`, so nothing that other work changes may be in use there. */
export type Parts<Value> = Generator<unknown, Value, void>;

/**
 * Runs work now, or in a later turn of the event loop. What the work throws is thrown, or rejects the promise.
 *
 * Refuses with 503 when too much work waits, or when it waited too long. Work whose asker has gone is not begun.
 */
export type InTurn = <Value>(
  work: () => MaybePromise<Value> | Parts<Value>,
  asker: Asker,
) => MaybePromise<Value | Refusal>;

/** Bounds on work that shares the event loop. Times are in milliseconds; `site/docs/server-limits.md` tells each. */
export const turnLimits = {
  /** Of one turn of the event loop, for such work; the rest waits for the next turn. */
  turnShare: 1.5,
  /** Questions that wait. Past it, a question of the connection that has had most time is refused. */
  waitingQuestions: 1_024,
  /** For a question to wait. */
  waitTime: 8_000,
};

/** What one connection has had of the time, and what it waits for. */
interface Share {
  /** In milliseconds. Compares with other shares: one that asked for nothing for a while has had as much as the least of those that did. */
  spent: number;
  readonly queue: Waiting[];
}

interface Waiting {
  readonly asker: Asker;
  readonly since: number;
  /** Null before the work was begun. */
  readonly parts: Parts<unknown> | null;
  /** @param share whose time it takes */
  go(share: Share): void;
  refuse(refusal: Refusal): void;
}

const busy = refuseTransport(503, 'Cannot answer now: too many questions wait. Try again in a moment.', {
  retryAfter: 1,
});
const gone = refuseTransport(503, 'Cannot answer: the connection has ended.', { retryAfter: 1 });

/**
 * Shares the event loop between costly answers and everything else, and between those who ask: of the work that waits, that of the
 * connection goes first that has had the least time (start-time fair queueing). So who asks a lot waits longest, and who asks now
 * and then waits for the work that is under way and little else.
 *
 * @param now in milliseconds
 */
export function createTurns(limits: Readonly<typeof turnLimits> = turnLimits, now = () => performance.now()): InTurn {
  const shares = new WeakMap<object, Share>();
  /** Those with work that waits. */
  const active: Share[] = [];
  let waiting = 0;
  /** What the share whose work ran last had had before. */
  let least = 0;
  /** Time of this turn that is used up, in milliseconds. */
  let used = 0;
  let onBreak = false;

  function shareOf({ connection }: Asker): Share {
    let share = shares.get(connection);
    if (share === undefined) {
      share = { spent: least, queue: [] };
      shares.set(connection, share);
    } else if (share.queue.length === 0 && share.spent < least) share.spent = least;
    return share;
  }

  function charge<Result>(share: Share, work: () => Result): Result {
    least = Math.max(least, share.spent);
    const start = now();
    try {
      return work();
    } finally {
      const cost = now() - start;
      share.spent += cost;
      used += cost;
      if (used >= limits.turnShare && !onBreak) {
        onBreak = true;
        setImmediate(goOn);
      }
    }
  }

  /** Runs work until it is done or the turn is used up. */
  function run<Value>(
    share: Share,
    asker: Asker,
    work: () => MaybePromise<Value> | Parts<Value>,
  ): MaybePromise<Value | Refusal> {
    const started = charge(share, work);
    return isParts<Value>(started) ? runParts(share, asker, started) : started;
  }

  function runParts<Value>(share: Share, asker: Asker, parts: Parts<Value>): MaybePromise<Value | Refusal> {
    for (;;) {
      const { done, value } = charge(share, () => parts.next());
      if (done === true) return value;
      if (onBreak) return wait(share, asker, parts, (payer) => runParts(payer, asker, parts));
    }
  }

  function wait<Value>(
    share: Share,
    asker: Asker,
    parts: Parts<unknown> | null,
    work: (share: Share) => MaybePromise<Value | Refusal>,
  ): Promise<Value | Refusal> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        asker,
        since: now(),
        parts,
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
    // What was begun is ended before its connection's next.
    if (entry.parts === null) share.queue.push(entry);
    else share.queue.unshift(entry);
    waiting++;
  }

  function remove(share: Share, at: number): Waiting {
    const [entry] = share.queue.splice(at, 1);
    if (share.queue.length === 0) active.splice(active.indexOf(share), 1);
    waiting--;
    return entry!;
  }

  function goOn(): void {
    used = 0;
    onBreak = false;
    while (!onBreak && active.length > 0) {
      const share = active.reduce((first, other) => (other.spent < first.spent ? other : first));
      const entry = remove(share, 0);
      const payer = shareOf(entry.asker);
      if (payer !== share) add(payer, entry);
      else if (entry.asker.signal.aborted) drop(entry);
      else if (entry.parts === null && now() - entry.since > limits.waitTime) entry.refuse(busy);
      else entry.go(share);
    }
  }

  /** Makes room for work of a share: takes that of askers that have gone, else the newest of who had most time. */
  function makeRoom(newcomer: Share): boolean {
    for (const share of [...active]) {
      for (let at = share.queue.length - 1; at >= 0; at--) {
        if (share.queue[at]!.asker.signal.aborted) drop(remove(share, at));
      }
    }
    if (waiting < limits.waitingQuestions) return true;
    let most = newcomer;
    for (const share of active) if (share.spent > most.spent && share.queue.at(-1)!.parts === null) most = share;
    if (most === newcomer) return false;
    remove(most, most.queue.length - 1).refuse(busy);
    return true;
  }

  return (work, asker) => {
    const share = shareOf(asker);
    if (!onBreak) return run(share, asker, work);
    if (waiting >= limits.waitingQuestions && !makeRoom(share)) return busy;
    return wait(share, asker, null, (payer) => run(payer, asker, work));
  };
}

/** Ends work that nobody waits for. */
function drop(entry: Waiting): void {
  entry.parts?.return(undefined);
  entry.refuse(gone);
}

function isParts<Value>(value: MaybePromise<Value> | Parts<Value>): value is Parts<Value> {
  return Object.prototype.toString.call(value) === '[object Generator]';
}
