import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';

/** A file's bytes, or why there are none. */
export type FileRead =
  | { readonly bytes: Buffer; readonly refusal: null }
  /** `missing`: there is no such file, which is no fault of the folder. */
  | { readonly bytes: null; readonly refusal: string; readonly missing: boolean };

export interface ReadLimits {
  /** A larger file is refused. */
  readonly bytes: number;
  /** Real path of the folder that must hold the file when its links are followed; null: any place. */
  readonly within: string | null;
}

/** Not defined on Windows, where opening a pipe does not wait. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a regular file and nothing else: a pipe would wait for a writer, a device may never end. Asked before opening, as
 * opening a device may act on it, and once more of what was opened, as the name may have come to mean another file.
 */
export function readRegularFile(file: string, limits: ReadLimits): FileRead {
  let handle: number | null = null;
  try {
    if (limits.within !== null && !isWithin(realpathSync(file), limits.within))
      return refused('it leads out of the project');
    if (!statSync(file).isFile()) return refused('it is no regular file');
    handle = openSync(file, OPEN_FLAGS);
    const stats = fstatSync(handle);
    if (!stats.isFile()) return refused('it is no regular file');
    const bytes = readAll(handle, stats, limits.bytes);
    return bytes === null ? refused(`it is larger than ${limits.bytes} bytes`) : { bytes, refusal: null };
  } catch (error) {
    return refusedBySystem(error);
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

/** At most the first `length` bytes of a regular file; nothing when it cannot be read. */
export function readBeginning(file: string, length: number): Buffer {
  let handle: number | null = null;
  try {
    if (!statSync(file).isFile()) return Buffer.alloc(0);
    handle = openSync(file, OPEN_FLAGS);
    if (!fstatSync(handle).isFile()) return Buffer.alloc(0);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, fill(handle, bytes));
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

/** Whether a real path is that of `folder` or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** What the operating system said, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  if (code === 'ENAMETOOLONG') return 'its path is longer than the system allows';
  if (code === 'ELOOP') return 'its symbolic links form a loop';
  return code ?? 'it cannot be read';
}

function refused(refusal: string): FileRead {
  return { bytes: null, refusal, missing: false };
}

function refusedBySystem(error: unknown): FileRead {
  const { code } = error as NodeJS.ErrnoException;
  return { bytes: null, refusal: reasonOf(error), missing: code === 'ENOENT' || code === 'ENOTDIR' };
}

/** All bytes, or null when there are more than the limit. The size told is not believed: a file may grow, or tell none. */
function readAll(handle: number, stats: Stats, limit: number): Buffer | null {
  if (stats.size > limit) return null;
  let bytes = Buffer.allocUnsafe(Math.min(stats.size, limit) + 1);
  let length = fill(handle, bytes);
  while (length === bytes.length) {
    if (length > limit) return null;
    const larger = Buffer.allocUnsafe(Math.min(bytes.length * 2, limit) + 1);
    bytes.copy(larger);
    length += fill(handle, larger.subarray(length));
    bytes = larger;
  }
  return bytes.subarray(0, length);
}

function fill(handle: number, bytes: Buffer): number {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(handle, bytes, length, bytes.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return length;
}
