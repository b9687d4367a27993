import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from './store_error.ts';
import { createWriteQueue } from './write_queue.ts';

/** A queue whose commits are finished by hand. */
function queueByHand(options: { readonly most?: number; readonly patience?: number } = {}) {
  const groups: { items: readonly string[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const queue = createWriteQueue<string, string>({
    most: options.most ?? 10,
    patience: options.patience ?? 60_000,
    commit: (items) =>
      new Promise((resolve, reject) => {
        groups.push({ items, finish: () => resolve(items.map((item) => item.toUpperCase())), fail: reject });
      }),
  });
  return { queue, groups, begun: (count: number) => expect.poll(() => groups.length).toBe(count) };
}

describe('a write queue', () => {
  test('commits what comes together as one group, and gives each its own result', async () => {
    const { queue, groups, begun } = queueByHand();
    const results = Promise.all([queue.add('a'), queue.add('b')]);
    await begun(1);
    groups[0]!.finish();
    expect(await results).toEqual(['A', 'B']);
    expect(groups.map(({ items }) => items)).toEqual([['a', 'b']]);
  });

  test('acknowledges nothing before its commit, and gathers meanwhile', async () => {
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

  test('splits a crowd into groups of the most that one commit takes', async () => {
    const { queue, groups, begun } = queueByHand({ most: 2 });
    const results = Promise.all(['a', 'b', 'c'].map((item) => queue.add(item)));
    await begun(1);
    groups[0]!.finish();
    await begun(2);
    groups[1]!.finish();
    expect(await results).toEqual(['A', 'B', 'C']);
    expect(groups.map(({ items }) => items)).toEqual([['a', 'b'], ['c']]);
  });

  test('fails a group whose commit fails, and goes on', async () => {
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

  test('fails what waits too long, and does not write it later', async () => {
    const { queue, groups, begun } = queueByHand({ patience: 30 });
    const stuck = queue.add('a');
    const overdue = new StoreUnavailable('overloaded');
    const both = [expect(stuck).rejects.toThrow(overdue)];
    await begun(1);
    both.push(expect(queue.add('b')).rejects.toThrow(overdue));
    await Promise.all(both);
    groups[0]!.finish();
    await queue.drain();
    expect(groups.map(({ items }) => items)).toEqual([['a']]);
  });
});
