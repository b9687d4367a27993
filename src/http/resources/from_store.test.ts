import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable, type Unavailability } from '../../feedback/store_error.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { boundsOf, createFromStore } from './from_store.ts';

const failing = (reason: Unavailability) => () => Promise.reject(new StoreUnavailable(reason));

describe('createFromStore', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives the result of the work', async () => {
    expect(await createFromStore(() => {})(async () => 7)).toBe(7);
  });

  it.each<[Unavailability, object, boolean]>([
    ['full', { slug: 'unexpected-failure', retryAfter: 5 }, true],
    ['late', { slug: 'unexpected-failure', retryAfter: 5 }, true],
    ['overloaded', { slug: null, status: 503, retryAfter: 5 }, true],
    ['gone', { slug: 'unexpected-failure', retryAfter: 5 }, false],
  ])('refuses for a store that fails as %s', async (reason, refusal, isTold) => {
    const told: string[] = [];
    const outcome = await createFromStore((error) => told.push(error.reason))(failing(reason));
    expect(outcome).toEqual({ kind: 'refusal', detail: expect.stringMatching(/^Cannot use the feedback/), ...refusal });
    expect(told).toEqual(isTold ? [reason] : []);
  });

  it('tells each reason once a second', async () => {
    const told: string[] = [];
    const fromStore = createFromStore((error) => told.push(error.reason));
    for (let time = 0; time < 2_500; time += 100) {
      await fromStore(failing('full'));
      await fromStore(failing('busy'));
      vi.advanceTimersByTime(100);
    }
    expect(told).toEqual(['full', 'busy', 'full', 'busy', 'full', 'busy']);
  });

  it('passes on what is no failure of the store', async () => {
    const fails = () => Promise.reject(new TypeError('a fault'));
    await expect(createFromStore(() => {})(fails)).rejects.toThrow('a fault');
  });
});

describe('boundsOf', () => {
  const { signal } = new AbortController();

  it('counts the deadline from the arrival of the request, and ends when its client goes', () => {
    expect(boundsOf({ signal, arrivedAt: 1_000 } as ApiRequest)).toEqual({ signal, deadline: 2_900 });
  });

  it('counts the deadline from the end of a body, which may take longer than that to arrive', () => {
    expect(boundsOf({ signal, arrivedAt: 1_000 } as ApiRequest, 6_000)).toEqual({ signal, deadline: 7_900 });
  });
});
