import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Steps } from '../async/steps.ts';
import type { Refusal } from '../problems/refusal.ts';
import type { Caller } from './caller.ts';
import { createTurns, turnLimits } from './turns.ts';

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
  return { signal };
}

const busy = {
  kind: 'refusal',
  slug: null,
  status: 503,
  detail: 'Cannot answer now: too many requests are waiting. Try again in a moment.',
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

  it('runs one costly question per turn of the event loop, in order', async () => {
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

  it('serves callers in turn, whatever their questions cost', async () => {
    const inTurn = openTurns({ turnShare: 1 });
    const answered: string[] = [];
    function* work(parts: number): Steps<void> {
      for (let part = 0; part < parts; part++) yield spend(0.5);
    }
    const askAgain = async (name: string, parts: number, times: number): Promise<void> => {
      const caller = newCaller();
      for (let time = 0; time < times; time++) {
        await inTurn(() => work(parts), caller);
        answered.push(name);
      }
    };
    inTurn(() => spend(1), newCaller());
    await Promise.all([askAgain('dear', 6, 2), askAgain('a', 1, 6), askAgain('b', 1, 6)]);
    // A question that uses three shares waits four times, and the others are answered once each time.
    expect(answered.join(' ')).toBe('a b a b a b a b dear a b a b dear');
  });

  it('serves one that waits for each answer by turns with those that pipeline, however many they are', async () => {
    const inTurn = openTurns({ turnShare: 1 });
    const answered: string[] = [];
    inTurn(() => spend(1), newCaller());
    const ask = (name: string, caller: Caller) =>
      inTurn(() => {
        spend(1);
        answered.push(name);
      }, caller);
    const flood = Array.from({ length: 5 }, (_, at) => ask(`flood ${at}`, { ...newCaller(), isPipelined: true }));
    const caller = newCaller();
    await ask('first', caller);
    await ask('second', caller);
    await Promise.all(flood);
    expect(answered).toEqual(['first', 'flood 0', 'second', 'flood 1', 'flood 2', 'flood 3', 'flood 4']);
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

  it('when the line is full, drops work of callers that have gone, and refuses new work if there is none', async () => {
    const inTurn = openTurns({ waitingQuestions: 2 });
    const gone = new AbortController();
    inTurn(() => spend(12), newCaller());
    const first = inTurn(() => 'first', newCaller(gone.signal));
    const second = inTurn(() => 'second', newCaller());
    expect(inTurn(() => 'third', newCaller())).toEqual(busy);
    gone.abort();
    const fourth = inTurn(() => 'fourth', newCaller());
    expect(inTurn(() => 'fifth', newCaller())).toEqual(busy);
    expect(await first).toMatchObject({ status: 503 });
    expect([await second, await fourth]).toEqual(['second', 'fourth']);
  });

  it('refuses work that has waited too long', async () => {
    const inTurn = openTurns({ waitTime: 5 });
    inTurn(() => spend(12), newCaller());
    const waiting = [newCaller(), newCaller()].map((caller) => inTurn(() => spend(12), caller));
    spend(6);
    expect(await Promise.all(waiting)).toEqual([busy, busy]);
  });

  it('lets other work run between the parts of long work', async () => {
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
    expect(done).toEqual(['long 0', 'long 1', 'a', 'b', 'long 2']);
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

  it('lets long questions of the one line pause, however many of the other are paused', async () => {
    const inTurn = openTurns({ turnShare: 1, pausedQuestions: 1 });
    const begun: string[] = [];
    const ask = (name: string, isPipelined: boolean) =>
      inTurn(
        function* (): Steps<string> {
          begun.push(name);
          for (let part = 0; part < 2; part++) yield spend(1);
          return name;
        },
        { ...newCaller(), isPipelined },
      );
    inTurn(() => spend(1), newCaller());
    const flood = Array.from({ length: 3 }, (_, at) => ask(`flood ${at}`, true));
    await setImmediate();
    expect(await ask('waits', false)).toBe('waits');
    expect(await Promise.all(flood)).toEqual(['flood 0', 'flood 1', 'flood 2']);
    expect(begun.filter((name) => name === 'waits')).toEqual(['waits']);
  });

  it('answers or refuses every request, whoever sends and leaves', async () => {
    const few = fc.integer({ min: 1, max: 8 });
    const question = fc.record({ parts: fc.nat(3), leaves: fc.boolean(), isPipelined: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(question, { maxLength: 40 }), few, few, async (asked, most, pausedQuestions) => {
        const inTurn = openTurns({ turnShare: 0.01, waitingQuestions: most, pausedQuestions });
        const answers = asked.map(({ parts, leaves, isPipelined }, at) => {
          const gone = new AbortController();
          function* work(): Steps<number> {
            for (let part = 0; part < parts; part++) yield spend(0.02);
            return at;
          }
          const answer = inTurn(() => work(), { signal: gone.signal, isPipelined });
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
