import { totalmem } from 'node:os';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { misused } from '../command_error.ts';

const MIB = 1024 * 1024;
const UNITS = { '': 1, K: 1024, M: MIB, G: 1024 * MIB } as const;

/** Memory of the process without artefact and caches, and of each worker thread: code, heap and garbage. */
const PROCESS_BYTES = 64 * MIB;
const WORKER_BYTES = 64 * MIB;
/** A larger cache hardly makes a worker faster. */
const MAX_PER_WORKER = 64 * MIB;

/** Inputs of the default cache size. Sizes are in bytes. */
interface CacheSurroundings {
  readonly memory: number;
  readonly artefact: number;
  readonly workers: number;
}

/**
 * Default size of the caches of all workers together, in bytes: a quarter of the memory that the process, its workers and two
 * builds (the old and the new one during a swap) leave free, at most 64 MiB per worker. The rest is reserve for garbage.
 */
export function defaultCacheSize({ memory, artefact, workers }: CacheSurroundings): number {
  const left = memory - PROCESS_BYTES - WORKER_BYTES * workers - 2 * artefact;
  return Math.max(0, Math.min(Math.floor(left / 4), MAX_PER_WORKER * workers));
}

/**
 * Reads a size such as `64M` or `0`. Units are K, M and G, by 1,024.
 * @throws CommandError with exit code 2
 */
export function readCacheSize(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,9})([KMG]?)$/i.exec(text) ?? [];
  if (digits !== undefined) return Number(digits) * UNITS[unit.toUpperCase() as keyof typeof UNITS];
  throw misused(`Cannot read "${text}" as the cache size: expected a size such as 64M, or 0 for none.`);
}

/** Memory limit of the container in bytes, or the memory of the machine if there is no limit. */
export function usableMemory(): number {
  const total = totalmem();
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, total) : total;
}

/**
 * Most memory of each half of V8's young generation, in MiB. A collection of it pauses the thread for about a millisecond. On a machine
 * with much memory V8 would let it grow to four times this size, and its pauses with it.
 */
export const SEMI_SPACE_MEBIBYTES = 16;

/** Limits of each of `workers` threads that serve from `memory` bytes: a half is at most a sixteenth of its part. V8 counts three halves. */
export function servingThreadLimits(memory: number, workers: number): { readonly maxYoungGenerationSizeMb: number } {
  const half = Math.floor(memory / workers / 16 / MIB);
  return { maxYoungGenerationSizeMb: 3 * Math.max(1, Math.min(half, SEMI_SPACE_MEBIBYTES)) };
}

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

/**
 * Lets the heap of every thread grow to three times what a full collection has left before the next one. V8 would begin one at each few
 * MiB, as it takes a small heap for cheap to collect; under load they took 7 % of the time, and each made all callers wait for up to 15 ms.
 * Does nothing where a thread's part of the memory is below 512 MiB.
 */
export function collectHeapRarely(memory: number, workers: number): void {
  if (memory / workers < 512 * MIB || process.versions.bun !== undefined) return;
  setFlagsFromString('--heap-growing-percent=200');
}

export function youngGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
}

// V8 flags apply to the whole process. Never unset it: another thread may be about to create a context that needs it.
setFlagsFromString('--expose-gc');
let collect: (() => void) | null = null;
const bun = (globalThis as { readonly Bun?: { gc(wait: boolean): void } }).Bun;

/**
 * Runs a full garbage collection to free old builds. V8 does not count shared memory towards a collection, so an idle
 * thread would keep old builds until its next full collection, which may never come.
 */
export function collectGarbage(): void {
  collect ??= bun === undefined ? (runInNewContext('gc') as () => void) : () => bun.gc(true);
  collect();
}
