import type { Steps } from '../async/steps.ts';
import type { Refusal } from '../problems/refusal.ts';
import type { Caller } from './caller.ts';

/** Work that waits for its turn. */
export interface Waiting {
  readonly caller: Caller;
  readonly since: number;
  /** Null before the work has started. */
  readonly steps: Steps<unknown> | null;
  /** Whether the work was started and discarded because too many others were paused. It restarts when it may be paused. */
  readonly givenUp: boolean;
  /** @param share charged for the time */
  go(share: Share): void;
  refuse(refusal: Refusal): void;
}

/** Milliseconds without work after which a connection counts as having rested. */
const REST = 2;

/** Most rests that are counted, so that a connection that no longer rests loses its weight after a few requests. */
const MOST_RESTS = 4;

/** Rests from which on a connection has the weight below. One that only stalls now and then does not reach them. */
const RESTS_FOR_WEIGHT = 3;

/** How much more time than others a connection may use that rests between most of its requests, as a person's does. */
const RESTING_WEIGHT = 16;

/** The time that one connection has used, and its queue. */
export interface Share {
  /** Milliseconds by weight, comparable between shares: a share that returns from idle is raised to the virtual time of the queue. */
  spent: number;
  /** When its last work ended. */
  usedAt: number;
  /** Requests before which it rested, less those before which it did not, within bounds. */
  rests: number;
  /** Whether its connection had used less time than every other one when its queue was last empty. */
  isBehind: boolean;
  readonly queue: Waiting[];
}

/**
 * Work of all connections in fair order: the connection that has used the least time is next (weighted start-time fair queueing). With one
 * weight for all, a caller beside many connections that ask without rest would use more than its part, and wait like them.
 */
export class FairQueue {
  readonly #mostPaused: number;
  readonly #shares = new WeakMap<object, Share>();
  /** Shares with a non-empty queue. */
  readonly #active: Share[] = [];
  /** Virtual time: the largest `spent` at which any share has started work. */
  #virtualTime = 0;
  #waiting = 0;
  #paused = 0;

  /** @param mostPaused most paused work at once, with its partial results kept */
  constructor(mostPaused: number) {
    this.#mostPaused = mostPaused;
  }

  /** How much waits. */
  get waiting(): number {
    return this.#waiting;
  }

  /** How much of it was begun and is paused. */
  get paused(): number {
    return this.#paused;
  }

  get mayPause(): boolean {
    return this.#paused < this.#mostPaused;
  }

  /** @param now milliseconds, at which work of the caller comes */
  shareOf({ connection }: Caller, now: number): Share {
    let share = this.#shares.get(connection);
    if (share === undefined) {
      share = { spent: this.#virtualTime, usedAt: now, rests: 0, isBehind: true, queue: [] };
      this.#shares.set(connection, share);
    } else if (share.queue.length === 0) {
      share.rests = now - share.usedAt < REST ? Math.max(share.rests - 1, 0) : Math.min(share.rests + 1, MOST_RESTS);
      share.isBehind = share.spent < this.#virtualTime;
      share.spent = Math.max(share.spent, this.#virtualTime);
    }
    return share;
  }

  /** Charges a share for work from one time to another. */
  charge(share: Share, start: number, end: number): void {
    share.spent += (end - start) / (share.rests < RESTS_FOR_WEIGHT ? 1 : RESTING_WEIGHT);
    share.usedAt = end;
  }

  /** Notes that a share starts work. Only this moves virtual time: what the work takes must not send newcomers behind those that wait. */
  start(share: Share): void {
    this.#virtualTime = Math.max(this.#virtualTime, share.spent);
  }

  /** Within a connection's queue, paused work comes first, then discarded work, then work not yet started. */
  add(share: Share, entry: Waiting): void {
    if (share.queue.length === 0) this.#active.push(share);
    if (entry.steps !== null) share.queue.unshift(entry);
    else if (entry.givenUp) share.queue.splice(share.queue.findLastIndex(({ steps }) => steps !== null) + 1, 0, entry);
    else share.queue.push(entry);
    this.#waiting++;
    if (entry.steps !== null) this.#paused++;
  }

  /** Takes what is next, or null when nothing waits. Work whose connection is another by now goes to the queue of that one first. */
  take(): { readonly entry: Waiting; readonly share: Share } | null {
    while (this.#active.length > 0) {
      const share = this.#next();
      const entry = this.#remove(share, 0);
      if (this.#shares.get(entry.caller.connection) === share) return { entry, share };
      this.add(this.shareOf(entry.caller, entry.since), entry);
    }
    return null;
  }

  /** Removes the work of callers that have gone. */
  takeGone(): Waiting[] {
    const gone: Waiting[] = [];
    for (const share of [...this.#active]) {
      for (let at = share.queue.length - 1; at >= 0; at--) {
        if (share.queue[at]!.caller.signal.aborted) gone.push(this.#remove(share, at));
      }
    }
    return gone;
  }

  /** Removes the newest work of the share that used most time and has work that was not begun. @returns null when that is the newcomer */
  takeOfGreediest(newcomer: Share): Waiting | null {
    let most = newcomer;
    for (const share of this.#active) if (share.spent > most.spent && share.queue.at(-1)!.steps === null) most = share;
    return most === newcomer ? null : this.#remove(most, most.queue.length - 1);
  }

  /** The runnable share that has used the least time. There always is one: when restarts are blocked, paused work can run. */
  #next(): Share {
    let first: Share | null = null;
    for (const share of this.#active) {
      if (!this.mayPause && share.queue[0]!.givenUp) continue;
      if (first === null || share.spent < first.spent) first = share;
    }
    return first!;
  }

  #remove(share: Share, at: number): Waiting {
    const [entry] = share.queue.splice(at, 1);
    if (share.queue.length === 0) this.#active.splice(this.#active.indexOf(share), 1);
    this.#waiting--;
    if (entry!.steps !== null) this.#paused--;
    return entry!;
  }
}
