import { statfsSync } from 'node:fs';

/**
 * Kinds of file systems, as Linux numbers them, that do not report changes made on another machine: NFS, SMB, 9P, FUSE (which mounts
 * into containers often are), and shared folders of virtual machines.
 */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x786f4256, 0x7c7c6673]);

/** Whether a folder may be edited from another machine, of which this system gets no events. */
export function mayMissEdits(folder: string, readType: (path: string) => number = fileSystemType): boolean {
  try {
    return REMOTE.has(readType(folder) >>> 0);
  } catch {
    return false;
  }
}

function fileSystemType(path: string): number {
  return process.platform === 'linux' ? statfsSync(path).type : 0;
}
