import { statfs } from 'node:fs/promises';
import type { Observe } from '../../observation/observation.ts';

export interface DiskWatchOptions {
  readonly folder: string;
  readonly observe: Observe;
  /** Milliseconds between two checks. */
  readonly every?: number;
  /** Bytes that are left on the disk of a folder. */
  readonly readFree?: (folder: string) => Promise<number>;
}

const MIB = 1024 * 1024;
/** SQLite's log may need 64 MiB, and folding it into the file another 64 MiB. */
const reserve = 128 * MIB;
const defaultEvery = 5_000;

/** Tells once when the disk of the feedback store has less room than it may need, and once when it has enough again. */
export function watchDisk(options: DiskWatchOptions): { stop(): void } {
  const { folder, observe, every = defaultEvery, readFree = freeBytes } = options;
  let isShort = false;
  let looking = false;

  async function look(): Promise<void> {
    // One check at a time, as a disk may not answer.
    if (looking) return;
    looking = true;
    const free = await readFree(folder).catch(() => null);
    looking = false;
    if (free === null || free < reserve === isShort) return;
    isShort = !isShort;
    observe({ kind: isShort ? 'disk-low' : 'disk-recovered', left: Math.floor(free / MIB), needed: reserve / MIB });
  }

  void look();
  const timer = setInterval(look, every).unref();
  return { stop: () => clearInterval(timer) };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
