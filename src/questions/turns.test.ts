import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../problems/refusal.ts';
import type { Asker } from './asker.ts';
import { createTurns, type Parts, turnLimits } from './turns.ts';

/** A clock that only work moves. */
let clock = 0;

function toil(milliseconds: number): void {
  clock += milliseconds;
}

function openTurns(limits: Partial<typeof turnLimits> = {}) {
  return createTurns({ ...turnLimits, ...limits }, () => clock);
}

const neverGone = new AbortController().signal;

function newAsker(signal = neverGone): Asker {
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
    const asker = newAsker();
    expect(Array.from({ length: 100 }, (_, i) => inTurn(() => i, asker))).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    );
  });

  it('takes a turn of the event loop for each costly piece of work of a connection, in the order asked', async () => {
    const inTurn = openTurns();
    const asker = newAsker();
    const done: string[] = [];
    const work = ['a', 'b', 'c'].map((name) =>
      inTurn(() => {
        toil(12);
        done.push(name);
      }, asker),
    );
    expect(done).toEqual(['a']);
    await setImmediate();
    expect(done).toEqual(['a', 'b']);
    await Promise.all(work);
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('hands on what the work throws, and goes on with what waits behind it', async () => {
    const inTurn = openTurns();
    const asker = newAsker();
    const fail = () => {
      toil(12);
      throw new Error('no');
    };
    function* failLate(): Parts<string> {
      yield;
      fail();
      return 'never';
    }
    expect(() => inTurn(fail, asker)).toThrow('no');
    const waiting = [inTurn(fail, asker), inTurn(failLate, asker), inTurn(() => 'yes', asker)];
    expect(await Promise.allSettled(waiting)).toEqual([
      { status: 'rejected', reason: new Error('no') },
      { status: 'rejected', reason: new Error('no') },
      { status: 'fulfilled', value: 'yes' },
    ]);
  });

  it('lets the connection go first that has had the least time, however much others ask', async () => {
    const inTurn = openTurns();
    const [greedy, costly, modest] = [newAsker(), newAsker(), newAsker()];
    const done: string[] = [];
    const ask = (name: string, cost: number, asker: Asker) =>
      inTurn(() => {
        toil(cost);
        done.push(name);
      }, asker);
    const asked = [
      ...Array.from({ length: 6 }, (_, at) => ask(`greedy ${at}`, 3, greedy)),
      ...Array.from({ length: 2 }, (_, at) => ask(`costly ${at}`, 20, costly)),
      ...Array.from({ length: 3 }, (_, at) => ask(`modest ${at}`, 1, modest)),
    ];
    await Promise.all(asked);
    expect(done.filter((name) => name.startsWith('modest'))).toEqual(['modest 0', 'modest 1', 'modest 2']);
    // The first is answered at once, as nobody else has asked yet. Then nobody has had time but the greedy one.
    expect(done.slice(0, 5)).toEqual(['greedy 0', 'costly 0', 'modest 0', 'modest 1', 'modest 2']);
    expect(done.at(-1)).toBe('costly 1');
  });

  it('forgets what a connection has had while it asks for nothing, and gives it no more for that', async () => {
    const inTurn = openTurns();
    const [idle, busyOne] = [newAsker(), newAsker()];
    const done: string[] = [];
    const ask = (name: string, asker: Asker) =>
      inTurn(() => {
        toil(3);
        done.push(name);
      }, asker);
    await ask('idle', idle);
    for (let at = 0; at < 10; at++) await ask('busy', busyOne);
    done.length = 0;
    // Ten times as much time as the other has had, and yet they take turns.
    await Promise.all([1, 2, 3].flatMap(() => [ask('busy', busyOne), ask('idle', idle)]));
    expect(done).toEqual(['idle', 'busy', 'idle', 'busy', 'idle', 'busy']);
  });

  it('has work wait with the connection that its asker counts as by then', async () => {
    const inTurn = openTurns();
    const done: string[] = [];
    const ask = (name: string, asker: Asker) =>
      inTurn(() => {
        toil(3);
        done.push(name);
      }, asker);
    const many = {};
    const askers = ['b', 'c', 'd'].map((name) => ({ name, connection: {}, signal: neverGone }));
    const asked = [ask('a', { connection: many, signal: neverGone }), ...askers.map((asker) => ask(asker.name, asker))];
    for (const asker of askers) asker.connection = many;
    asked.push(ask('modest', newAsker()));
    await Promise.all(asked);
    expect(done).toEqual(['a', 'modest', 'b', 'c', 'd']);
  });

  it('does not begin what was asked by who has gone', async () => {
    const inTurn = openTurns();
    const gone = new AbortController();
    const leaving = newAsker(gone.signal);
    const done: string[] = [];
    inTurn(() => toil(12), newAsker());
    const waiting = inTurn(() => done.push('left'), leaving);
    gone.abort();
    expect(await waiting).toMatchObject({ kind: 'refusal', slug: null, status: 503 });
    expect(done).toEqual([]);
  });

  it('refuses the question of who has had most time when too many wait, those of who has gone first', async () => {
    const inTurn = openTurns({ waitingQuestions: 2 });
    const gone = new AbortController();
    const [greedy, modest, leaving] = [newAsker(), newAsker(), newAsker(gone.signal)];
    inTurn(() => toil(12), greedy);
    const first = inTurn(() => 'first', leaving);
    const second = inTurn(() => 'second', greedy);
    expect(inTurn(() => 'third', greedy)).toEqual(busy);
    gone.abort();
    const fourth = inTurn(() => 'fourth', modest);
    expect(await first).toMatchObject({ status: 503 });
    const fifth = inTurn(() => 'fifth', modest);
    expect([await second, await fourth, await fifth]).toEqual([busy, 'fourth', 'fifth']);
  });

  it('refuses what has waited too long', async () => {
    const inTurn = openTurns({ waitTime: 5 });
    inTurn(() => toil(12), newAsker());
    const waiting = [newAsker(), newAsker()].map((asker) => inTurn(() => toil(12), asker));
    toil(6);
    expect(await Promise.all(waiting)).toEqual([busy, busy]);
  });

  it('gives the turn to others between the parts of long work, which costs what it takes', async () => {
    const inTurn = openTurns();
    const [long, short] = [newAsker(), newAsker()];
    const done: string[] = [];
    function* work(name: string): Parts<string> {
      for (let part = 0; part < 3; part++) {
        toil(3);
        done.push(`${name} ${part}`);
        yield;
      }
      return name;
    }
    const first = inTurn(() => work('long'), long);
    const others = ['a', 'b'].map((name) =>
      inTurn(() => {
        toil(3);
        done.push(name);
      }, short),
    );
    expect(await first).toBe('long');
    await Promise.all(others);
    expect(done).toEqual(['long 0', 'a', 'long 1', 'b', 'long 2']);
  });

  it('answers short work in parts at once, and ends what is paused when its asker goes', async () => {
    const inTurn = openTurns({ turnShare: 5 });
    const gone = new AbortController();
    let ended = false;
    function* work(cost: number): Parts<string> {
      try {
        yield;
        toil(cost);
        yield;
        return 'done';
      } finally {
        ended = true;
      }
    }
    expect(inTurn(() => work(0), newAsker())).toBe('done');
    ended = false;
    const paused = inTurn(() => work(6), newAsker(gone.signal));
    gone.abort();
    expect([await paused, ended]).toMatchObject([{ status: 503 }, true]);
  });

  it('answers everything or refuses it, whoever asks and leaves', async () => {
    const question = fc.record({ asker: fc.nat(4), parts: fc.nat(3), leaves: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(question, { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), async (asked, most) => {
        const inTurn = openTurns({ turnShare: 0.01, waitingQuestions: most });
        const connections = Array.from({ length: 5 }, () => ({}));
        const answers = asked.map(({ asker, parts, leaves }, at) => {
          const gone = new AbortController();
          function* work(): Parts<number> {
            for (let part = 0; part < parts; part++) yield toil(0.02);
            return at;
          }
          const answer = inTurn(() => work(), { connection: connections[asker]!, signal: gone.signal });
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
