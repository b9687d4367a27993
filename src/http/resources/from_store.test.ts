import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../feedback/store_error.ts';
import { fromStore } from './from_store.ts';

describe('fromStore', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives what the work gives', async () => {
    expect(
      await fromStore(
        async () => 7,
        () => {},
      ),
    ).toBe(7);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['fails', () => Promise.reject(new StoreUnavailable('full')), 'full'],
    ['does not answer within two seconds', () => new Promise(() => {}), 'overloaded'],
  ])('refuses for a store that %s, and tells why', async (_, work, reason) => {
    const told: string[] = [];
    const outcome = fromStore(work, (error) => told.push(error.reason));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(await outcome).toMatchObject({ kind: 'refusal', slug: 'unexpected-failure', retryAfter: 5 });
    expect(told).toEqual([reason]);
  });

  it('passes on what is no failure of the store', async () => {
    await expect(
      fromStore(
        () => Promise.reject(new TypeError('a fault')),
        () => {},
      ),
    ).rejects.toThrow('a fault');
  });
});
