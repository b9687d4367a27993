import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';

/** A file's bytes, or why it was not read. */
export type FileRead =
  | { readonly bytes: Buffer; readonly refusal: null }
  /** `missing`: the file does not exist, which is usually not an error. */
  | { readonly bytes: null; readonly refusal: string; readonly missing: boolean };

/** The ending of a file that may be a page. `.qmd` is the Markdown of Quarto, `.Rmd` that of R. */
export const PAGE_FILE = /\.(?:md|mdx|markdown|qmd|rmd)$/i;

/** Bytes of a page; larger than any file that a person wrote. */
export const LARGEST_PAGE = 2.5 * 1024 * 1024;

export interface ReadLimits {
  /** Maximum size; a larger file is refused. */
  readonly bytes: number;
  /** Real path of the folder that must contain the file after symbolic links are resolved; null: anywhere. */
  readonly within: string | null;
}

/** O_NONBLOCK, so that opening a pipe does not wait. Windows does not define it, and does not wait. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a regular file and nothing else. */
export function readRegularFile(file: string, limits: ReadLimits): FileRead {
  try {
    if (limits.within !== null && !isWithin(realpathSync(file), limits.within))
      return refused('it leads out of the project');
    const read = useFile(file, (handle, { size }) => ({ bytes: readAll(handle, size, limits.bytes) }));
    if (read === null) return refused('it is not a regular file');
    const { bytes } = read;
    return bytes === null ? refused(`it is larger than ${limits.bytes} bytes`) : { bytes, refusal: null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { bytes: null, refusal: reasonOf(error), missing: code === 'ENOENT' || code === 'ENOTDIR' };
  }
}

/** At most the first `length` bytes of a regular file; empty when it cannot be read. */
export function readBeginning(file: string, length: number): Buffer {
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, useFile(file, (handle) => fill(handle, bytes)) ?? 0);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Opens a regular file; null for another one: reading a pipe would wait for a writer, and a device may never end. It checks the
 * type before opening, as opening a device may have effects, and again after opening, as the path may have been replaced.
 */
function useFile<Result>(file: string, use: (handle: number, stats: Stats) => Result): Result | null {
  if (!statSync(file).isFile()) return null;
  const handle = openSync(file, OPEN_FLAGS);
  try {
    const stats = fstatSync(handle);
    return stats.isFile() ? use(handle, stats) : null;
  } finally {
    closeSync(handle);
  }
}

/** Whether a real path is `folder` or below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The operating system's error, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENAMETOOLONG') return 'its path is longer than the system allows';
  if (code === 'ELOOP') return 'its symbolic links form a loop';
  return code ?? 'it cannot be read';
}

function refused(refusal: string): FileRead {
  return { bytes: null, refusal, missing: false };
}

/** All bytes, or null when there are more than `limit`. The size is only a hint: a file may grow, or report 0. */
function readAll(handle: number, size: number, limit: number): Buffer | null {
  if (size > limit) return null;
  let bytes = Buffer.allocUnsafe(size + 1);
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
