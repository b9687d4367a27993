import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable, type Unavailability } from '../../feedback/store_limits.ts';
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

  it('returns the result of the work', async () => {
    expect(await createFromStore(() => {})(async () => 7)).toBe(7);
  });

  it.each<[Unavailability, object, boolean]>([
    ['full', { slug: 'unexpected-failure', retryAfter: 5 }, true],
    ['late', { slug: 'unexpected-failure', retryAfter: 5 }, true],
    ['overloaded', { slug: null, status: 503, retryAfter: 5 }, true],
    ['gone', { slug: 'unexpected-failure', retryAfter: 5 }, false],
  ])('refuses when the store fails as %s', async (reason, refusal, isReported) => {
    const reported: string[] = [];
    const outcome = await createFromStore((error) => reported.push(error.reason))(failing(reason));
    expect(outcome).toEqual({ kind: 'refusal', detail: expect.stringMatching(/^Cannot use the feedback/), ...refusal });
    expect(reported).toEqual(isReported ? [reason] : []);
  });

  it('reports each reason once a second', async () => {
    const reported: string[] = [];
    const fromStore = createFromStore((error) => reported.push(error.reason));
    for (let time = 0; time < 2_500; time += 100) {
      await fromStore(failing('full'));
      await fromStore(failing('busy'));
      vi.advanceTimersByTime(100);
    }
    expect(reported).toEqual(['full', 'busy', 'full', 'busy', 'full', 'busy']);
  });

  it('rethrows errors that are not failures of the store', async () => {
    const fails = () => Promise.reject(new TypeError('a fault'));
    await expect(createFromStore(() => {})(fails)).rejects.toThrow('a fault');
  });
});

describe('boundsOf', () => {
  const { signal } = new AbortController();

  it('counts the deadline from the arrival of the request, and has the signal of its client', () => {
    expect(boundsOf({ signal, arrivedAt: 1_000 } as ApiRequest)).toEqual({ signal, deadline: 2_900 });
  });

  it('counts the deadline from the end of a body, which may take longer than the deadline to arrive', () => {
    expect(boundsOf({ signal, arrivedAt: 1_000 } as ApiRequest, 6_000)).toEqual({ signal, deadline: 7_900 });
  });
});
