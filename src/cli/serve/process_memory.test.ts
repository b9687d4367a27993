import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import {
  boundYoungGeneration,
  defaultCacheSize,
  readCacheSize,
  SEMI_SPACE_MEBIBYTES,
  servingThreadLimits,
  usableMemory,
  youngGenerationBytes,
} from './process_memory.ts';

const MIB = 1024 * 1024;

describe('readCacheSize', () => {
  it.each([
    ['0', 0],
    ['4096', 4096],
    ['16K', 16 * 1024],
    ['64M', 64 * MIB],
    ['64m', 64 * MIB],
    ['2G', 2048 * MIB],
  ])('reads %s as %d bytes', (text, bytes) => {
    expect(readCacheSize(text)).toBe(bytes);
  });

  it.each(['', '-1', '64MB', '1.5G', 'M', '64 M', 'none', '1234567890'])('refuses %j', (text) => {
    expect(() => readCacheSize(text)).toThrow('as the cache size: expected a size such as 64M');
  });
});

describe('defaultCacheSize', () => {
  it.each([
    // 512 - 64 - 4 * 64 - 2 * 5 = 182 MiB are left.
    [{ memory: 512, artefact: 5, workers: 4 }, 45.5],
    [{ memory: 320, artefact: 5, workers: 1 }, 45.5],
    [{ memory: 512, artefact: 5, workers: 1 }, 64],
    [{ memory: 256, artefact: 5, workers: 4 }, 0],
    [{ memory: 512, artefact: 400, workers: 1 }, 0],
    [{ memory: 24_000, artefact: 100, workers: 1 }, 64],
    [{ memory: 24_000, artefact: 100, workers: 4 }, 256],
  ])('of %j MiB is %d MiB', ({ memory, artefact, workers }, size) => {
    expect(defaultCacheSize({ memory: memory * MIB, artefact: artefact * MIB, workers })).toBe(size * MIB);
  });
});

describe('servingThreadLimits', () => {
  it.each([
    [24_000, 4, 48],
    [1_024, 4, 48],
    [512, 4, 24],
    [256, 4, 12],
    [32, 4, 3],
  ])('of %d MiB for %d threads let the young generation of each have %d MiB', (memory, workers, mebibytes) => {
    expect(servingThreadLimits(memory * MIB, workers)).toEqual({ maxYoungGenerationSizeMb: mebibytes });
  });
});

describe('usableMemory', () => {
  it('is a plausible amount of memory', () => {
    expect(usableMemory()).toBeGreaterThan(16 * MIB);
    expect(usableMemory()).toBeLessThanOrEqual(2 ** 50);
  });
});

test('the young generation of the first thread stays within its bound while much of it survives', async () => {
  const stop = boundYoungGeneration();
  let most = 0;
  for (let round = 0; round < 60; round++) {
    const kept = Array.from({ length: 40_000 }, (_, at) => ({ at, text: `${round} ${at}` }));
    await setImmediate();
    most = Math.max(most, youngGenerationBytes());
    expect(kept.at(-1)!.at).toBe(39_999);
  }
  stop();
  expect(most).toBeLessThanOrEqual(2 * SEMI_SPACE_MEBIBYTES * 1024 * 1024);
  expect(most).toBeGreaterThan(4 * 1024 * 1024);
});
