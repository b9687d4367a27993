import { describe, expect, test } from 'vitest';
import { boundsFromNow, type CallBounds, StoreUnavailable, storeLimits } from '../store_limits.ts';
import { createReadQueue, createWriteQueue } from './queues.ts';

/** A queue whose commits are finished by hand. */
function queueByHand(options: { readonly grouped?: number; readonly waiting?: number } = {}) {
  const groups: {
    items: readonly string[];
    deadline: number;
    finish: () => void;
    fail: (error: Error) => void;
  }[] = [];
  const queue = createWriteQueue<string, string>({
    grouped: options.grouped ?? 10,
    waiting: options.waiting ?? 10,
    commit: (items, { deadline }) =>
      new Promise((resolve, reject) => {
        const finish = () => resolve(items.map((item) => item.toUpperCase()));
        groups.push({ items, deadline, finish, fail: reject });
      }),
  });
  const add = (item: string, bounds: CallBounds = boundsFromNow(60_000)) => queue.add(item, bounds);
  return { queue: { ...queue, add }, groups, begun: (count: number) => expect.poll(() => groups.length).toBe(count) };
}

describe('a write queue', () => {
  test('commits concurrent items as one group, and gives each its own result', async () => {
    const { queue, groups, begun } = queueByHand();
    const results = Promise.all([queue.add('a'), queue.add('b')]);
    await begun(1);
    groups[0]!.finish();
    expect(await results).toEqual(['A', 'B']);
    expect(groups.map(({ items }) => items)).toEqual([['a', 'b']]);
  });

  test('acknowledges nothing before its commit, and collects the next group meanwhile', async () => {
    const { queue, groups, begun } = queueByHand();
    const acknowledged: string[] = [];
    const add = (item: string) => queue.add(item).then((result) => acknowledged.push(result));
    const first = add('a');
    await begun(1);
    const others = [add('b'), add('c')];
    await new Promise((resolve) => setImmediate(resolve));
    expect(acknowledged).toEqual([]);
    groups[0]!.finish();
    await first;
    await begun(2);
    expect(acknowledged).toEqual(['A']);
    groups[1]!.finish();
    await Promise.all(others);
    expect(groups.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
  });

  test('splits many items into groups of the maximum size', async () => {
    const { queue, groups, begun } = queueByHand({ grouped: 2 });
    const results = Promise.all(['a', 'b', 'c'].map((item) => queue.add(item)));
    await begun(1);
    groups[0]!.finish();
    await begun(2);
    groups[1]!.finish();
    expect(await results).toEqual(['A', 'B', 'C']);
    expect(groups.map(({ items }) => items)).toEqual([['a', 'b'], ['c']]);
  });

  test('rejects a group whose commit fails, and continues', async () => {
    const { queue, groups, begun } = queueByHand();
    const failed = queue.add('a');
    await begun(1);
    const next = queue.add('b');
    groups[0]!.fail(new StoreUnavailable('full'));
    await expect(failed).rejects.toThrow(new StoreUnavailable('full'));
    await begun(2);
    groups[1]!.finish();
    expect(await next).toBe('B');
  });

  test('rejects an item that waits too long, and does not write it later', async () => {
    const { queue, groups, begun } = queueByHand();
    const stuck = queue.add('a', boundsFromNow(30));
    const late = new StoreUnavailable('late');
    const both = [expect(stuck).rejects.toThrow(late)];
    await begun(1);
    both.push(expect(queue.add('b', boundsFromNow(30))).rejects.toThrow(late));
    await Promise.all(both);
    groups[0]!.finish();
    await queue.drain();
    expect(groups.map(({ items }) => items)).toEqual([['a']]);
  });

  test('does not write an item whose client has gone, but finishes a transaction that has begun', async () => {
    const { queue, groups, begun } = queueByHand();
    const [first, second] = [new AbortController(), new AbortController()];
    const gone = new StoreUnavailable('gone');
    const left = [expect(queue.add('a', { ...boundsFromNow(60_000), signal: first.signal })).rejects.toThrow(gone)];
    await begun(1);
    left.push(expect(queue.add('b', { ...boundsFromNow(60_000), signal: second.signal })).rejects.toThrow(gone));
    const kept = queue.add('c');
    first.abort();
    second.abort();
    await Promise.all(left);
    groups[0]!.finish();
    await begun(2);
    groups[1]!.finish();
    expect(await kept).toBe('C');
    expect(groups.map(({ items }) => items)).toEqual([['a'], ['c']]);
  });

  test('refuses an item whose deadline has passed or whose client has gone', async () => {
    const { queue, groups } = queueByHand();
    await expect(queue.add('a', boundsFromNow(-1))).rejects.toThrow(new StoreUnavailable('late'));
    const signal = AbortSignal.abort();
    await expect(queue.add('a', { ...boundsFromNow(60_000), signal })).rejects.toThrow(new StoreUnavailable('gone'));
    await queue.drain();
    expect(groups).toEqual([]);
  });

  test('refuses items past its bound, and accepts more after a transaction has begun', async () => {
    const { queue, groups, begun } = queueByHand({ waiting: 2 });
    const taken = [queue.add('a'), queue.add('b')];
    await expect(queue.add('c')).rejects.toThrow(new StoreUnavailable('overloaded'));
    await begun(1);
    taken.push(queue.add('d'));
    groups[0]!.finish();
    await begun(2);
    groups[1]!.finish();
    expect(await Promise.all(taken)).toEqual(['A', 'B', 'D']);
  });

  test('waits for a group as long as for its last item', async () => {
    const { queue, groups, begun } = queueByHand();
    const [soon, later] = [boundsFromNow(60_000), boundsFromNow(90_000)];
    const both = [queue.add('a', later), queue.add('b', soon)];
    await begun(1);
    groups[0]!.finish();
    await Promise.all(both);
    expect(groups[0]!.deadline).toBe(later.deadline);
  });
});

/** A queue whose reads are finished by hand. */
function readsByHand(options: Partial<Parameters<typeof createReadQueue>[0]> = {}) {
  const begun: string[] = [];
  const finish = new Map<string, (failure?: Error) => void>();
  const queue = createReadQueue({ waiting: 10, ...options });
  const deadlines: number[] = [];
  const read = (name: string, bounds: CallBounds = boundsFromNow(60_000)) =>
    queue.run(bounds, name, ({ deadline }) => {
      begun.push(name);
      deadlines.push(deadline);
      return new Promise<string>((resolve, reject) => {
        finish.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure)));
      });
    });
  return { read, begun, deadlines, finish: (name: string, failure?: Error) => finish.get(name)!(failure) };
}

describe('a read queue', () => {
  test('runs one read at a time, and the oldest queued one first', async () => {
    const { read, begun, finish } = readsByHand();
    const all = Promise.all(['a', 'b', 'c'].map((name) => read(name)));
    for (const name of ['a', 'b', 'c']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      finish(name);
    }
    expect(await all).toEqual(['a', 'b', 'c']);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  test('shares a read among those that ask the same before it begins, and waits for it as long as the last of them', async () => {
    const { read, begun, deadlines, finish } = readsByHand();
    const [soon, later] = [boundsFromNow(60_000), boundsFromNow(90_000)];
    const all = Promise.all([read('a'), read('a', later), read('b'), read('a', soon)]);
    finish('a');
    await expect.poll(() => begun).toEqual(['a', 'a']);
    const asked = read('a');
    finish('a');
    await expect.poll(() => begun).toEqual(['a', 'a', 'b']);
    finish('b');
    await expect.poll(() => begun).toEqual(['a', 'a', 'b', 'a']);
    finish('a');
    expect(await Promise.all([all, asked])).toEqual([['a', 'a', 'b', 'a'], 'a']);
    expect(deadlines[1]).toBe(later.deadline);
  });

  test('gives a result to a few callers in each turn of the event loop', async () => {
    const { read, finish } = readsByHand({ waiting: 100 });
    const first = read('a');
    let answered = 0;
    const shared = Array.from({ length: 12 }, () => read('b').then(() => answered++));
    finish('a');
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    finish('b');
    const counts: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(answered);
    }
    expect(counts).toEqual([4, 8, 12, 12]);
    await Promise.all(shared);
  });

  test('runs the newest first once the oldest has waited for a quarter of its time', async () => {
    let clock = 0;
    const { read, begun, finish } = readsByHand({ now: () => clock });
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => read(name)));
    finish('a');
    await expect.poll(() => begun).toEqual(['a', 'b']);
    clock = storeLimits.patience / 4 + 1;
    for (const name of ['b', 'e', 'd', 'c']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      finish(name);
    }
    expect(await all).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('begins queued reads in later turns of the event loop, however fast those before them end', async () => {
    const queue = createReadQueue({ waiting: 10 });
    let turn = 0;
    const begunIn = async () => turn;
    const all = Promise.all(['a', 'b', 'c', 'd'].map((key) => queue.run(boundsFromNow(60_000), key, begunIn)));
    for (; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(await all).toEqual([0, 1, 2, 3]);
  });

  test('continues after a failed read', async () => {
    const { read, begun, finish } = readsByHand();
    const failed = read('a');
    const next = read('b');
    finish('a', new StoreUnavailable('failing'));
    await expect(failed).rejects.toThrow(new StoreUnavailable('failing'));
    await expect.poll(() => begun).toEqual(['a', 'b']);
    finish('b');
    expect(await next).toBe('b');
  });

  test('refuses the oldest caller when the queue is full', async () => {
    const { read, begun, finish } = readsByHand({ waiting: 2 });
    const first = read('a');
    const oldest = read('b');
    const others = [read('c'), read('d')];
    await expect(oldest).rejects.toThrow(new StoreUnavailable('overloaded'));
    for (const name of ['a', 'c', 'd']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      finish(name);
    }
    expect(await Promise.all([first, ...others])).toEqual(['a', 'c', 'd']);
    expect(begun).toEqual(['a', 'c', 'd']);
  });

  test('refuses the oldest caller, also of a read that newer ones share', async () => {
    let clock = 0;
    const { read, begun, finish } = readsByHand({ waiting: 3, now: () => clock++ });
    const caller = new AbortController();
    const first = read('a');
    const left = expect(read('b', { ...boundsFromNow(60_000), signal: caller.signal })).rejects.toThrow(
      new StoreUnavailable('gone'),
    );
    const oldest = expect(read('c')).rejects.toThrow(new StoreUnavailable('overloaded'));
    const shared = read('b');
    caller.abort();
    await left;
    const others = [read('d'), read('e')];
    await oldest;
    for (const name of ['a', 'b', 'd', 'e']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      finish(name);
    }
    expect(await Promise.all([first, shared, ...others])).toEqual(['a', 'b', 'd', 'e']);
  });

  test('runs a shared read before others that waited long, once another caller asks for it', async () => {
    let clock = 0;
    const { read, begun, finish } = readsByHand({ now: () => clock });
    const all = [read('a'), read('b'), read('c')];
    clock = storeLimits.patience / 4 + 1;
    all.push(read('b'));
    for (const name of ['a', 'b', 'c']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      finish(name);
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'b']);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['gone', () => ({ ...boundsFromNow(60_000), signal: AbortSignal.abort() })],
    ['late', () => boundsFromNow(-1)],
  ] as const)('does not begin a read that is %s', async (reason, bounds) => {
    const { read, begun } = readsByHand();
    await expect(read('a', bounds())).rejects.toThrow(new StoreUnavailable(reason));
    expect(begun).toEqual([]);
  });

  test('drops a queued read whose client disconnects or whose deadline passes', async () => {
    const { read, begun, finish } = readsByHand({ waiting: 2 });
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

  test('stops waiting for a read at its deadline, and begins no other until it ends', async () => {
    const { read, begun, finish } = readsByHand();
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
