import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Observation } from '../../observation/observation.ts';
import { watchDisk } from './watch_disk.ts';

const MIB = 1024 * 1024;
let seen: Observation[];
beforeEach(() => {
  seen = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch(free: readonly (number | null)[]): ReturnType<typeof watchDisk> {
  let looks = 0;
  return watchDisk({
    folder: 'data',
    every: 10,
    observe: (observation) => seen.push(observation),
    async readFree(folder) {
      expect(folder).toBe('data');
      const bytes = free[looks++] ?? null;
      if (bytes === null) throw new Error('The disk does not say.');
      return bytes;
    },
  });
}

test('reports low disk space once, also at the start, and recovery once', async () => {
  const { stop } = watch([100.9 * MIB, 90 * MIB, 0, null, 128 * MIB, 500 * MIB, 128 * MIB - 1]);
  await vi.advanceTimersByTimeAsync(60);
  stop();
  await vi.advanceTimersByTimeAsync(60);
  expect(seen).toEqual([
    { kind: 'disk-low', left: 100, needed: 128 },
    { kind: 'disk-recovered', left: 128, needed: 128 },
    { kind: 'disk-low', left: 127, needed: 128 },
  ]);
});

test('reports nothing for a disk with enough space, or one that cannot be checked', async () => {
  const { stop } = watch([null, 500 * MIB, null, 400 * MIB]);
  await vi.advanceTimersByTimeAsync(30);
  stop();
  expect(seen).toEqual([]);
});
