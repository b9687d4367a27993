import { expect, test } from 'vitest';
import { emptyAggregate } from '../../../src/feedback/public_feedback.ts';
import { StoreUnavailable } from '../../../src/feedback/store_limits.ts';
import type { OpenedStore } from './opened_store.ts';

/** The contract of the aggregate and its roll-ups. */
export function describeRollUps(opened: OpenedStore): void {
  test('replaces the aggregate as a whole', async () => {
    expect(await opened.store.readAggregate()).toBeNull();
    const one = { ...emptyAggregate, generatedAt: '2026-11-21T09:30:00Z' };
    const two = { ...one, total: 1, subjects: [{ about: 'docs/größe', count: 1 }] };
    await opened.store.writeAggregate(one);
    expect(await opened.store.readAggregate()).toEqual(one);
    await opened.store.writeAggregate(two);
    expect(await opened.store.readAggregate()).toEqual(two);
  });

  test('runs one roll-up at a time, and the next after it, even if it failed', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<string>();
    const first = opened.store.rollUpAlone(() => {
      begun.resolve();
      return finish.promise;
    });
    await begun.promise;
    expect(await opened.store.rollUpAlone(async () => 'second')).toBeNull();
    finish.resolve('first');
    expect(await first).toBe('first');
    for (let round = 0; round < 20; round++) {
      await expect(opened.store.rollUpAlone(() => Promise.reject(new StoreUnavailable('busy')))).rejects.toThrow();
      expect(await opened.store.rollUpAlone(async () => 'third')).toBe('third');
    }
  });
}
