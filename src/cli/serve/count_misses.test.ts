import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import { createMemoryStore } from '../../feedback/stores/sqlite.ts';
import type { Observation } from '../../observation/observation.ts';
import { createMissCounter } from './served_feedback.ts';

const DAY = 20_000;

function start(store = createMemoryStore()) {
  const observed: Observation[] = [];
  const now = () => DAY * 86_400_000 + 5;
  const counter = createMissCounter({ store, observe: (observation) => void observed.push(observation), now });
  return { store, counter, observed };
}

describe('createMissCounter', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('adds what was counted to the store each hour, and at the end', async () => {
    const { store, counter, observed } = start();
    for (const typed of ['Kubernets', 'kubernets ', '42']) counter.onMiss(typed);
    expect(await store.listMisses(1)).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await store.listMisses(1)).toEqual([{ words: 'kubernets', count: 2, day: DAY }]);
    counter.onMiss('KUBERNETS');
    await counter.close();
    expect(await store.listMisses(1)).toEqual([{ words: 'kubernets', count: 3, day: DAY }]);
    expect(observed).toEqual([]);
  });

  test('keeps the counts while the store fails, and reports it without the words', async () => {
    const store = createMemoryStore();
    const addMisses = vi.spyOn(store, 'addMisses').mockRejectedValueOnce(new StoreUnavailable('full'));
    addMisses.mockRejectedValueOnce(new TypeError('no "kubernets"'));
    const { counter, observed } = start(store);
    counter.onMiss('kubernets');
    await vi.advanceTimersByTimeAsync(2 * 3_600_000);
    counter.onMiss('kubernets');
    expect(await store.listMisses(1)).toEqual([]);
    await counter.close();
    expect(await store.listMisses(1)).toEqual([{ words: 'kubernets', count: 2, day: DAY }]);
    expect(observed).toEqual([
      { kind: 'store-unavailable', reason: 'Cannot use the feedback store: it is full.' },
      { kind: 'miss-count-failed', failure: expect.stringMatching(/^TypeError at /) },
    ]);
    expect(JSON.stringify(observed)).not.toContain('kubernets');
  });
});
