import { describe, expect, it } from 'vitest';
import { done } from '../async/steps.ts';
import type { Caller } from './caller.ts';
import { FairQueue, type Waiting } from './fair_queue.ts';

function newCaller(connection: object = {}, signal = new AbortController().signal): Caller {
  return { connection, signal };
}

function entryOf(caller: Caller, state: 'new' | 'paused' | 'given up' = 'new'): Waiting {
  const steps = state === 'paused' ? done(undefined) : null;
  return { caller, since: 0, steps, givenUp: state === 'given up', go() {}, refuse() {} };
}

/** Adds entries to the shares of their callers, each of which has used some time. */
function addAll(queue: FairQueue, entries: readonly Waiting[], spent = 0): void {
  for (const entry of entries) {
    const share = queue.shareOf(entry.caller, 0);
    share.spent = Math.max(share.spent, spent);
    queue.add(share, entry);
  }
}

function takeAll(queue: FairQueue): Waiting[] {
  const taken: Waiting[] = [];
  for (let next = queue.take(); next !== null; next = queue.take()) taken.push(next.entry);
  return taken;
}

describe('FairQueue', () => {
  it('gives what is paused on a connection before what was given up, then what is new, in the order of arrival', () => {
    const queue = new FairQueue(8);
    const caller = newCaller();
    const [first, second] = [entryOf(caller), entryOf(caller)];
    const [paused, givenUp] = [entryOf(caller, 'paused'), entryOf(caller, 'given up')];
    addAll(queue, [first, givenUp, second, paused]);
    expect([queue.waiting, queue.paused]).toEqual([4, 1]);
    expect(takeAll(queue)).toEqual([paused, givenUp, first, second]);
    expect([queue.waiting, queue.paused]).toEqual([0, 0]);
  });

  it('starts nothing again that was given up while as many as allowed are paused', () => {
    const queue = new FairQueue(1);
    const [restart, paused] = [entryOf(newCaller(), 'given up'), entryOf(newCaller(), 'paused')];
    addAll(queue, [restart]);
    addAll(queue, [paused], 100);
    expect(queue.mayPause).toBe(false);
    expect(takeAll(queue)).toEqual([paused, restart]);
  });

  it('lets a newcomer begin at virtual time, which only the start of work moves', () => {
    const queue = new FairQueue(8);
    const busy = queue.shareOf(newCaller(), 0);
    busy.spent = 5;
    queue.start(busy);
    busy.spent = 50;
    expect(queue.shareOf(newCaller(), 0).spent).toBe(5);
    queue.start(busy);
    expect(queue.shareOf(newCaller(), 0).spent).toBe(50);
  });

  it('charges a connection that rested before its last few questions a sixteenth, until it no longer rests', () => {
    const queue = new FairQueue(8);
    const caller = newCaller();
    let now = 0;
    const charged = [5, 5, 5, 5, 5, 0, 5, 0, 0, 1, 5].map((rest) => {
      now += rest;
      const share = queue.shareOf(caller, now);
      const before = share.spent;
      queue.charge(share, now, now + 16);
      now += 16;
      return share.spent - before;
    });
    expect(charged).toEqual([16, 16, 16, 1, 1, 1, 1, 1, 16, 16, 16]);
  });

  it('removes the work of callers that have gone, from all connections', () => {
    const queue = new FairQueue(8);
    const gone = AbortSignal.abort();
    const connection = {};
    const left = [entryOf(newCaller({}, gone)), entryOf(newCaller(connection, gone), 'paused')];
    const stays = entryOf(newCaller(connection));
    addAll(queue, [...left, stays]);
    expect(new Set(queue.takeGone())).toEqual(new Set(left));
    expect([queue.waiting, queue.paused]).toEqual([1, 0]);
    expect(takeAll(queue)).toEqual([stays]);
  });

  it('gives up the newest work of the connection that used most time, but nothing paused, and nothing of one that used less than the newcomer', () => {
    const queue = new FairQueue(8);
    const greedy = newCaller();
    const newest = entryOf(greedy);
    addAll(queue, [entryOf(greedy), newest], 10);
    addAll(queue, [entryOf(newCaller(), 'paused')], 20);
    const newcomer = queue.shareOf(newCaller(), 0);
    expect(queue.takeOfGreediest({ ...newcomer, spent: 15 })).toBe(null);
    expect(queue.takeOfGreediest(newcomer)).toBe(newest);
  });
});
