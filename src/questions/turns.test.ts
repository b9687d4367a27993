import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Steps } from '../async/steps.ts';
import type { Refusal } from '../problems/refusal.ts';
import type { Caller } from './caller.ts';
import { createTurns, type InTurn, turnLimits } from './turns.ts';

/** A fake clock that only `spend` advances. */
let clock = 0;

function spend(milliseconds: number): void {
  clock += milliseconds;
}

function openTurns(limits: Partial<typeof turnLimits> = {}) {
  return createTurns({ ...turnLimits, ...limits }, () => clock);
}

const neverGone = new AbortController().signal;

function newCaller(signal = neverGone): Caller {
  return { connection: {}, signal };
}

const busy = {
  kind: 'refusal',
  slug: null,
  status: 503,
  detail: 'Cannot answer now: too many questions wait. Try again in a moment.',
  retryAfter: 1,
} satisfies Refusal;

describe('createTurns', () => {
  it('runs cheap work at once', () => {
    const inTurn = openTurns();
    const caller = newCaller();
    expect(Array.from({ length: 100 }, (_, i) => inTurn(() => i, caller))).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    );
  });

  it('runs one costly request of a connection per turn of the event loop, in order', async () => {
    const inTurn = openTurns();
    const caller = newCaller();
    const done: string[] = [];
    const work = ['a', 'b', 'c'].map((name) =>
      inTurn(() => {
        spend(12);
        done.push(name);
      }, caller),
    );
    expect(done).toEqual(['a']);
    await setImmediate();
    expect(done).toEqual(['a', 'b']);
    await Promise.all(work);
    expect(done).toEqual(['a', 'b', 'c']);
  });

  /** Asks as a handler does, which awaits several promises before it writes. Notes in `seen` what happened. */
  async function askAndSend(inTurn: InTurn, name: string, caller: Caller, seen: string[], sending = 0): Promise<void> {
    const answer = await inTurn(() => {
      spend(0.125);
      seen.push(`make ${name}`);
      return name;
    }, caller);
    await Promise.resolve();
    spend(sending);
    seen.push(`send ${answer}`);
  }

  it('sends the answer of a connection that used less time than others before it makes the next, and those of others together', async () => {
    const inTurn = openTurns({ turnShare: 1 });
    const busyOne = newCaller();
    inTurn(() => spend(1), busyOne);
    const seen: string[] = [];
    const asked = ['a', 'b', 'c'].map((name) => askAndSend(inTurn, name, busyOne, seen));
    asked.push(...['new', 'newer'].map((name) => askAndSend(inTurn, name, newCaller(), seen)));
    await Promise.all(asked);
    expect(seen).toEqual([
      ...['make new', 'send new', 'make newer', 'send newer'],
      ...['make a', 'make b', 'make c', 'send a', 'send b', 'send c'],
    ]);
  });

  it('counts the sending of answers as time of the turn', async () => {
    const inTurn = openTurns({ turnShare: 1 });
    inTurn(() => spend(1), newCaller());
    const seen: string[] = [];
    const asked = ['a', 'b', 'c'].map((name) => askAndSend(inTurn, name, newCaller(), seen, 0.5));
    await setImmediate();
    expect(seen).toEqual(['make a', 'send a', 'make b', 'send b']);
    await Promise.all(asked);
  });

  it('lets other callbacks run when the time of a turn is used, though more work waits', async () => {
    const inTurn = openTurns({ turnShare: 1 });
    const caller = newCaller();
    let made = 0;
    inTurn(() => spend(1), caller);
    const asked = Array.from({ length: 20 }, () => inTurn(() => ++made && spend(0.125), caller));
    const before: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await setImmediate();
      before.push(made);
    }
    expect(before).toEqual([8, 16, 20]);
    await Promise.all(asked);
  });

  it('passes on errors of the work, and continues with the queue', async () => {
    const inTurn = openTurns();
    const caller = newCaller();
    const fail = () => {
      spend(12);
      throw new Error('no');
    };
    function* failLate(): Steps<string> {
      yield;
      fail();
      return 'never';
    }
    expect(() => inTurn(fail, caller)).toThrow('no');
    const waiting = [inTurn(fail, caller), inTurn(failLate, caller), inTurn(() => 'yes', caller)];
    expect(await Promise.allSettled(waiting)).toEqual([
      { status: 'rejected', reason: new Error('no') },
      { status: 'rejected', reason: new Error('no') },
      { status: 'fulfilled', value: 'yes' },
    ]);
  });

  it('runs the connection that has used the least time first, however many requests others send', async () => {
    const inTurn = openTurns();
    const [greedy, costly, modest] = [newCaller(), newCaller(), newCaller()];
    const done: string[] = [];
    const ask = (name: string, cost: number, caller: Caller) =>
      inTurn(() => {
        spend(cost);
        done.push(name);
      }, caller);
    const asked = [
      ...Array.from({ length: 6 }, (_, at) => ask(`greedy ${at}`, 3, greedy)),
      ...Array.from({ length: 2 }, (_, at) => ask(`costly ${at}`, 20, costly)),
      ...Array.from({ length: 3 }, (_, at) => ask(`modest ${at}`, 1, modest)),
    ];
    await Promise.all(asked);
    expect(done.filter((name) => name.startsWith('modest'))).toEqual(['modest 0', 'modest 1', 'modest 2']);
    // The first request runs at once, because the queue is empty. After it, only `greedy` has used time.
    expect(done.slice(0, 5)).toEqual(['greedy 0', 'costly 0', 'modest 0', 'modest 1', 'modest 2']);
    expect(done.at(-1)).toBe('costly 1');
  });

  it('gives a connection no extra time for having been idle', async () => {
    const inTurn = openTurns();
    const [idle, busyOne] = [newCaller(), newCaller()];
    const done: string[] = [];
    const ask = (name: string, caller: Caller) =>
      inTurn(() => {
        spend(3);
        done.push(name);
      }, caller);
    await ask('idle', idle);
    for (let at = 0; at < 10; at++) await ask('busy', busyOne);
    done.length = 0;
    // `busyOne` has used ten times as much time as `idle`, and still they alternate.
    await Promise.all([1, 2, 3].flatMap(() => [ask('busy', busyOne), ask('idle', idle)]));
    expect(done).toEqual(['idle', 'busy', 'idle', 'busy', 'idle', 'busy']);
  });

  it('answers a newcomer before many connections that ask again and again', async () => {
    const inTurn = openTurns({ turnShare: 1 });
    function* work(part: number): Steps<void> {
      for (let parts = 0; parts < 3; parts++) yield spend(part);
    }
    let answered = 0;
    const askAgain = async (caller: Caller, part: number): Promise<void> => {
      while (answered < 500) {
        await inTurn(() => work(part), caller);
        answered++;
      }
    };
    const senders = Array.from({ length: 50 }, (_, at) => askAgain(newCaller(), 0.2 + at / 1000));
    while (answered < 200) await setImmediate();
    const before = answered;
    await inTurn(() => work(0.2), newCaller());
    expect(answered - before).toBeLessThan(5);
    await Promise.all(senders);
  });

  it('answers a connection that rests between its questions before many that do not, also when it uses more time than each', async () => {
    const inTurn = openTurns({ turnShare: 1 });
    let answered = 0;
    const askAgain = async (caller: Caller, cost: number): Promise<void> => {
      while (answered < 3_000) {
        await inTurn(() => spend(cost), caller);
        answered++;
      }
    };
    const senders = Array.from({ length: 50 }, (_, at) => askAgain(newCaller(), 0.2 + at / 1000));
    const resting = newCaller();
    const waited: number[] = [];
    while (waited.length < 20) {
      for (const end = clock + 3; clock < end; ) await setImmediate();
      const before = answered;
      await inTurn(() => spend(0.4), resting);
      waited.push(answered - before);
    }
    // It has rested too seldom before the first ones.
    expect(Math.max(...waited.slice(5))).toBeLessThan(5);
    await Promise.all(senders);
  });

  it('does not pause a question that takes no longer than a turn, however late in the turn it starts', async () => {
    const inTurn = openTurns({ turnShare: 3 });
    function* work(parts: number): Steps<string> {
      for (let part = 0; part < parts; part++) yield spend(1);
      return 'answered';
    }
    expect(inTurn(() => work(2), newCaller())).toBe('answered');
    expect(inTurn(() => work(2), newCaller())).toBe('answered');
    const long = inTurn(() => work(5), newCaller());
    expect(long).toBeInstanceOf(Promise);
    expect(await long).toBe('answered');
  });

  it('moves waiting work to the current connection of its caller', async () => {
    const inTurn = openTurns();
    const done: string[] = [];
    const ask = (name: string, caller: Caller) =>
      inTurn(() => {
        spend(3);
        done.push(name);
      }, caller);
    const many = {};
    const callers = ['b', 'c', 'd'].map((name) => ({ name, connection: {}, signal: neverGone }));
    const asked = [
      ask('a', { connection: many, signal: neverGone }),
      ...callers.map((caller) => ask(caller.name, caller)),
    ];
    for (const caller of callers) caller.connection = many;
    asked.push(ask('modest', newCaller()));
    await Promise.all(asked);
    expect(done).toEqual(['a', 'modest', 'b', 'c', 'd']);
  });

  it('does not start work of a caller that has gone', async () => {
    const inTurn = openTurns();
    const gone = new AbortController();
    const leaving = newCaller(gone.signal);
    const done: string[] = [];
    inTurn(() => spend(12), newCaller());
    const waiting = inTurn(() => done.push('left'), leaving);
    gone.abort();
    expect(await waiting).toMatchObject({ kind: 'refusal', slug: null, status: 503 });
    expect(done).toEqual([]);
  });

  it('when the queue is full, drops work of callers that have gone, then of the connection that used most time', async () => {
    const inTurn = openTurns({ waitingQuestions: 2 });
    const gone = new AbortController();
    const [greedy, modest, leaving] = [newCaller(), newCaller(), newCaller(gone.signal)];
    inTurn(() => spend(12), greedy);
    const first = inTurn(() => 'first', leaving);
    const second = inTurn(() => 'second', greedy);
    expect(inTurn(() => 'third', greedy)).toEqual(busy);
    gone.abort();
    const fourth = inTurn(() => 'fourth', modest);
    expect(await first).toMatchObject({ status: 503 });
    const fifth = inTurn(() => 'fifth', modest);
    expect([await second, await fourth, await fifth]).toEqual([busy, 'fourth', 'fifth']);
  });

  it('refuses work that has waited too long', async () => {
    const inTurn = openTurns({ waitTime: 5 });
    inTurn(() => spend(12), newCaller());
    const waiting = [newCaller(), newCaller()].map((caller) => inTurn(() => spend(12), caller));
    spend(6);
    expect(await Promise.all(waiting)).toEqual([busy, busy]);
  });

  it('lets other work run between the parts of long work, and charges for each part', async () => {
    const inTurn = openTurns();
    const [long, short] = [newCaller(), newCaller()];
    const done: string[] = [];
    function* work(name: string): Steps<string> {
      for (let part = 0; part < 3; part++) {
        spend(3);
        done.push(`${name} ${part}`);
        yield;
      }
      return name;
    }
    const first = inTurn(() => work('long'), long);
    const others = ['a', 'b'].map((name) =>
      inTurn(() => {
        spend(3);
        done.push(name);
      }, short),
    );
    expect(await first).toBe('long');
    await Promise.all(others);
    expect(done).toEqual(['long 0', 'a', 'long 1', 'b', 'long 2']);
  });

  it('completes short work in parts at once, and ends paused work when its caller goes', async () => {
    const inTurn = openTurns({ turnShare: 5 });
    const gone = new AbortController();
    let ended = false;
    function* work(cost: number): Steps<string> {
      try {
        yield;
        spend(cost);
        yield;
        return 'done';
      } finally {
        ended = true;
      }
    }
    expect(inTurn(() => work(0), newCaller())).toBe('done');
    ended = false;
    const paused = inTurn(() => work(6), newCaller(gone.signal));
    gone.abort();
    expect([await paused, ended]).toMatchObject([{ status: 503 }, true]);
  });

  it('pauses a limited number, and restarts the others when there is room', async () => {
    const inTurn = openTurns({ pausedQuestions: 2 });
    let open = 0;
    let mostOpen = 0;
    function* work(name: number): Steps<number> {
      mostOpen = Math.max(mostOpen, ++open);
      try {
        for (let part = 0; part < 4; part++) {
          spend(3);
          yield;
        }
        return name;
      } finally {
        open--;
      }
    }
    const answers = Array.from({ length: 6 }, (_, name) => inTurn(() => work(name), newCaller()));
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([mostOpen, open]).toEqual([3, 0]);
  });

  it('answers or refuses every request, whoever sends and leaves', async () => {
    const few = fc.integer({ min: 1, max: 8 });
    const question = fc.record({ caller: fc.nat(4), parts: fc.nat(3), leaves: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(question, { maxLength: 40 }), few, few, async (asked, most, pausedQuestions) => {
        const inTurn = openTurns({ turnShare: 0.01, waitingQuestions: most, pausedQuestions });
        const connections = Array.from({ length: 5 }, () => ({}));
        const answers = asked.map(({ caller, parts, leaves }, at) => {
          const gone = new AbortController();
          function* work(): Steps<number> {
            for (let part = 0; part < parts; part++) yield spend(0.02);
            return at;
          }
          const answer = inTurn(() => work(), { connection: connections[caller]!, signal: gone.signal });
          if (leaves) gone.abort();
          return answer;
        });
        for (const [at, answer] of (await Promise.all(answers)).entries()) {
          if (answer !== at) expect(answer).toMatchObject({ kind: 'refusal', slug: null, status: 503 });
        }
      }),
    );
  });
});
