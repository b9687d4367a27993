import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchDisk } from './watch_disk.ts';

const MIB = 1024 * 1024;
let lines: string[];
beforeEach(() => {
  lines = [];
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
    log: (line) => lines.push(line),
    async readFree(folder) {
      expect(folder).toBe('data');
      const bytes = free[looks++] ?? null;
      if (bytes === null) throw new Error('The disk does not say.');
      return bytes;
    },
  });
}

test('says once that the disk comes to its end, at the start too, and once that it has room again', async () => {
  const { stop } = watch([100.9 * MIB, 90 * MIB, 0, null, 128 * MIB, 500 * MIB, 128 * MIB - 1]);
  await vi.advanceTimersByTimeAsync(60);
  stop();
  await vi.advanceTimersByTimeAsync(60);
  expect(lines).toEqual([
    'The disk of the feedback store has 100 MiB left, and may need 128: submissions are refused while it is full.',
    'The disk of the feedback store has 128 MiB left: enough.',
    'The disk of the feedback store has 127 MiB left, and may need 128: submissions are refused while it is full.',
  ]);
});

test('says nothing of a disk that has room, or that cannot be asked', async () => {
  const { stop } = watch([null, 500 * MIB, null, 400 * MIB]);
  await vi.advanceTimersByTimeAsync(30);
  stop();
  expect(lines).toEqual([]);
});
