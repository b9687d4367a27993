import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** Keeps the thread busy for so many milliseconds. */
function toil(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const asker = { connection: {}, signal: new AbortController().signal };

describe('createTurns', () => {
  it('runs cheap work at once', () => {
    const inTurn = createTurns();
    expect(Array.from({ length: 100 }, (_, i) => inTurn(() => i, asker))).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    );
  });

  it('takes a turn of the event loop for each costly piece of work, in the order asked', async () => {
    const inTurn = createTurns();
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
    const inTurn = createTurns();
    const fail = () => {
      toil(12);
      throw new Error('no');
    };
    expect(() => inTurn(fail, asker)).toThrow('no');
    const waiting = [inTurn(fail, asker), inTurn(() => 'yes', asker)];
    expect(await Promise.allSettled(waiting)).toEqual([
      { status: 'rejected', reason: new Error('no') },
      { status: 'fulfilled', value: 'yes' },
    ]);
  });
});
