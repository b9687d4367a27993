import { totalmem } from 'node:os';
import { misused } from '../command_error.ts';

const MIB = 1024 * 1024;
const UNITS = { '': 1, K: 1024, M: MIB, G: 1024 * MIB } as const;

/** What the process takes without artefact and caches, and what each thread that answers adds: code, heap and its garbage. */
const PROCESS_BYTES = 64 * MIB;
const WORKER_BYTES = 64 * MIB;
/** More than this a worker hardly gains from. */
const MOST_PER_WORKER = 128 * MIB;

/** What the default is computed from, in bytes. */
export interface CacheSurroundings {
  /** Memory that the process may use. */
  readonly memory: number;
  /** Size of the artefact. */
  readonly artefact: number;
  /** Threads that answer. */
  readonly workers: number;
}

/**
 * Bytes for the caches of all workers together: a quarter of the memory that is left when the process, its workers and two builds
 * (one is replaced by the other while it answers) have theirs, at most 128 MiB a worker. The rest is room for garbage.
 */
export function defaultCacheSize({ memory, artefact, workers }: CacheSurroundings): number {
  const left = memory - PROCESS_BYTES - WORKER_BYTES * workers - 2 * artefact;
  return Math.max(0, Math.min(Math.floor(left / 4), MOST_PER_WORKER * workers));
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

/** Bytes of memory that the container allows, or that the machine has where no container limits it. */
export function usableMemory(): number {
  const total = totalmem();
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, total) : total;
}
