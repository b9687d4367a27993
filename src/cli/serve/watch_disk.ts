import { statfs } from 'node:fs/promises';
import type { Observe } from '../../observation/observation.ts';

export interface DiskWatchOptions {
  readonly folder: string;
  readonly observe: Observe;
  /** Milliseconds between two checks. */
  readonly every?: number;
  /** Returns the free bytes on the disk of a folder. */
  readonly readFree?: (folder: string) => Promise<number>;
}

const MIB = 1024 * 1024;
/** SQLite's write-ahead log may need 64 MiB, and a checkpoint into the file another 64 MiB. */
const reserve = 128 * MIB;
const defaultEvery = 5_000;

/** Reports once when free space on the disk of the feedback store falls below `reserve`, and once when it recovers. */
export function watchDisk(options: DiskWatchOptions): { stop(): void } {
  const { folder, observe, every = defaultEvery, readFree = freeBytes } = options;
  let isShort = false;
  let checking = false;

  async function check(): Promise<void> {
    // One check at a time: a broken disk may never answer.
    if (checking) return;
    checking = true;
    const free = await readFree(folder).catch(() => null);
    checking = false;
    if (free === null || free < reserve === isShort) return;
    isShort = !isShort;
    observe({ kind: isShort ? 'disk-low' : 'disk-recovered', left: Math.floor(free / MIB), needed: reserve / MIB });
  }

  void check();
  const timer = setInterval(check, every).unref();
  return { stop: () => clearInterval(timer) };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
