import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Most memory of each half of V8's young generation, in MiB. A collection of it pauses the thread for about a millisecond. On a machine
 * with much memory V8 would let it grow to four times this size, and its pauses with it.
 */
export const SEMI_SPACE_MEBIBYTES = 16;

/** Limits of a thread that serves. V8 counts three halves. */
export const servingThreadLimits = { maxYoungGenerationSizeMb: 3 * SEMI_SPACE_MEBIBYTES };

/**
 * Bounds the young generation of this thread, which a program can do for the threads that it starts, but not for its first one. V8 reads
 * the flag whenever it lets the young generation grow.
 *
 * @returns a function that ends the bound
 */
export function boundYoungGeneration(): () => void {
  if (process.versions.bun !== undefined) return () => {};
  let mayGrow = true;
  function letGrow(grows: boolean): void {
    if (grows === mayGrow) return;
    mayGrow = grows;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  }
  // After each collection, as only these let it grow or shrink.
  const observer = new PerformanceObserver(() => {
    letGrow(youngGenerationBytes() < 2 * SEMI_SPACE_MEBIBYTES * 1024 * 1024);
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    observer.disconnect();
    letGrow(true);
  };
}

/** Bytes of both halves. */
export function youngGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
}
