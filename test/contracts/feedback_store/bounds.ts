import { expect, test } from 'vitest';
import { boundsFromNow, type CallBounds, StoreUnavailable, storeLimits } from '../../../src/feedback/store_limits.ts';
import { attemptOf } from '../../fixtures/feedback.ts';
import { all, type OpenedStore, submitMany } from './opened_store.ts';

/** The contract of deadlines, callers that leave, and full queues. */
export function describeBounds(opened: OpenedStore): void {
  const calls: readonly [string, (bounds: CallBounds) => Promise<unknown>][] = [
    ['submission', (bounds) => opened.store.submit(attemptOf('k'), bounds)],
    ['list', (bounds) => opened.store.list(all, bounds)],
    ['aggregate', (bounds) => opened.store.readAggregate(bounds)],
    ['secret', (bounds) => opened.store.cursorSecret(bounds)],
  ];

  test.each(calls)('starts no %s whose caller has left', async (_, call) => {
    const bounds = { ...boundsFromNow(), signal: AbortSignal.abort() };
    await expect(call(bounds)).rejects.toThrow(new StoreUnavailable('gone'));
    expect(await opened.store.list(all)).toMatchObject({ total: 0 });
  });

  test.each(calls)('starts no %s whose deadline has passed', async (_, call) => {
    await expect(call(boundsFromNow(-1))).rejects.toThrow(new StoreUnavailable('late'));
    expect(await opened.store.list(all)).toMatchObject({ total: 0 });
  });

  test.each(calls)('answers a %s whose caller waits', async (_, call) => {
    const { signal } = new AbortController();
    await expect(call({ ...boundsFromNow(10_000), signal })).resolves.toBeDefined();
  });

  test('answers the reads that fit its queue, refuses the rest, and lets submissions through meanwhile', async () => {
    await submitMany(opened.store, 3);
    const order: string[] = [];
    // Equal lists would share a read.
    const reads = Array.from({ length: 4 * storeLimits.waitingReads }, (_, index) =>
      opened.store.list({ ...all, before: all.before - index }, boundsFromNow(120_000)).then(
        ({ total }) => order.push(`${total} listed`),
        (error: StoreUnavailable) => order.push(error.reason),
      ),
    );
    const submission = opened.store.submit(attemptOf('meanwhile')).then(() => order.push('recorded'));
    await Promise.all([...reads, submission]);
    const listed = order.filter((each) => each.endsWith('listed')).length;
    expect(listed).toBeGreaterThanOrEqual(storeLimits.waitingReads);
    expect(order.filter((each) => each === 'overloaded')).toHaveLength(reads.length - listed);
    // It must not wait for all earlier reads.
    expect(order.lastIndexOf('4 listed')).toBeGreaterThan(
      opened.place.queued.includes('reads') ? order.indexOf('recorded') : -2,
    );
  });

  test('refuses submissions beyond its queue at once, and records all others', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 2 * storeLimits.waitingSubmissions }, (_, index) =>
        opened.store.submit(attemptOf(`k${index}`)),
      ),
    );
    const refused = settled.filter(({ status }) => status === 'rejected');
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toEqual(new StoreUnavailable('overloaded'));
    }
    expect(refused.length).toBe(opened.place.queued.includes('submissions') ? storeLimits.waitingSubmissions : 0);
    expect(await opened.store.list({ ...all, countBudget: 10_000 })).toMatchObject({
      total: settled.length - refused.length,
    });
  });

  test('drops the reads of a caller that has gone, and answers the next one', async () => {
    const caller = new AbortController();
    const reads = Array.from({ length: storeLimits.waitingReads }, () =>
      opened.store.list(all, { ...boundsFromNow(120_000), signal: caller.signal }).then(
        () => 'listed',
        (error: StoreUnavailable) => error.reason,
      ),
    );
    caller.abort();
    expect(await opened.store.list(all)).toMatchObject({ total: 0 });
    expect(new Set(await Promise.all(reads))).toEqual(
      new Set([opened.place.queued.includes('reads') ? 'gone' : 'listed']),
    );
  });

  test('rejects every call once it is closed', async () => {
    await opened.store.close();
    await expect(opened.store.submit(attemptOf('k'))).rejects.toThrow(new StoreUnavailable('closed'));
    await expect(opened.store.list(all)).rejects.toThrow(new StoreUnavailable('closed'));
  });
}
