import { totalmem } from 'node:os';
import { misused } from '../command_error.ts';

const MIB = 1024 * 1024;
const UNITS = { '': 1, K: 1024, M: MIB, G: 1024 * MIB } as const;

/** Memory of the process without artefact and caches, and of each worker thread: code, heap and garbage. */
const PROCESS_BYTES = 64 * MIB;
const WORKER_BYTES = 64 * MIB;
/** A larger cache hardly makes a worker faster. */
const MAX_PER_WORKER = 64 * MIB;

/** Inputs of the default cache size. Sizes are in bytes. */
export interface CacheSurroundings {
  /** Memory that the process may use. */
  readonly memory: number;
  /** Size of the artefact. */
  readonly artefact: number;
  /** Number of worker threads. */
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
  throw misused(`Cannot read "${text}" as the size of the caches: a size such as 64M is expected, or 0 for none.`);
}

/** Memory limit of the container in bytes, or the memory of the machine if there is no limit. */
export function usableMemory(): number {
  const total = totalmem();
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, total) : total;
}
