import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../store_error.ts';
import { boundsFromNow, type CallBounds } from '../store_limits.ts';
import { createReadQueue } from './read_queue.ts';

/** A queue whose reads are finished by hand. */
function queueByHand(options: { readonly atOnce?: number; readonly waiting?: number } = {}) {
  const begun: string[] = [];
  const finish = new Map<string, (failure?: Error) => void>();
  const queue = createReadQueue({ atOnce: options.atOnce ?? 1, waiting: options.waiting ?? 10 });
  const read = (name: string, bounds: CallBounds = boundsFromNow(60_000)) =>
    queue.run(bounds, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        finish.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure)));
      });
    });
  return { read, begun, finish: (name: string, failure?: Error) => finish.get(name)!(failure) };
}

describe('a read queue', () => {
  test('runs a limited number of reads at once, and the newest queued one first', async () => {
    const { read, begun, finish } = queueByHand({ atOnce: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => read(name)));
    expect(begun).toEqual(['a', 'b']);
    finish('b');
    await expect.poll(() => begun).toEqual(['a', 'b', 'd']);
    finish('d');
    await expect.poll(() => begun).toEqual(['a', 'b', 'd', 'c']);
    finish('a');
    finish('c');
    expect(await all).toEqual(['a', 'b', 'c', 'd']);
  });

  test('continues after a failed read', async () => {
    const { read, begun, finish } = queueByHand();
    const failed = read('a');
    const next = read('b');
    finish('a', new StoreUnavailable('failing'));
    await expect(failed).rejects.toThrow(new StoreUnavailable('failing'));
    await expect.poll(() => begun).toEqual(['a', 'b']);
    finish('b');
    expect(await next).toBe('b');
  });

  test('refuses the oldest queued read when the queue is full', async () => {
    const { read, begun, finish } = queueByHand({ waiting: 2 });
    const first = read('a');
    const oldest = read('b');
    const others = [read('c'), read('d')];
    await expect(oldest).rejects.toThrow(new StoreUnavailable('overloaded'));
    for (const name of ['a', 'd', 'c']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      finish(name);
    }
    expect(await Promise.all([first, ...others])).toEqual(['a', 'c', 'd']);
    expect(begun).toEqual(['a', 'd', 'c']);
  });

  test.each([
    ['gone', () => ({ ...boundsFromNow(60_000), signal: AbortSignal.abort() })],
    ['late', () => boundsFromNow(-1)],
  ] as const)('does not begin a read that is %s', async (reason, bounds) => {
    const { read, begun } = queueByHand();
    await expect(read('a', bounds())).rejects.toThrow(new StoreUnavailable(reason));
    expect(begun).toEqual([]);
  });

  test('drops a queued read whose client disconnects or whose deadline passes', async () => {
    const { read, begun, finish } = queueByHand({ waiting: 2 });
    const caller = new AbortController();
    const first = read('a');
    const dropped = [
      expect(read('b', { ...boundsFromNow(60_000), signal: caller.signal })).rejects.toThrow(
        new StoreUnavailable('gone'),
      ),
      expect(read('c', boundsFromNow(20))).rejects.toThrow(new StoreUnavailable('late')),
    ];
    caller.abort();
    await Promise.all(dropped);
    const next = read('d');
    finish('a');
    await first;
    await expect.poll(() => begun).toEqual(['a', 'd']);
    finish('d');
    await next;
  });

  test('stops waiting for a read at its deadline, and keeps its slot until it ends', async () => {
    const { read, begun, finish } = queueByHand();
    await expect(read('a', boundsFromNow(20))).rejects.toThrow(new StoreUnavailable('late'));
    const next = read('b');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['a']);
    finish('a');
    await expect.poll(() => begun).toEqual(['a', 'b']);
    finish('b');
    expect(await next).toBe('b');
  });
});
