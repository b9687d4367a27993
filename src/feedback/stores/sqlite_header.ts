import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** The application id in the header of our files: "CWFB". */
export const APPLICATION_ID = 0x43574642;

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/**
 * Why a file cannot be a whole store of ours, or null when it may be one. SQLite itself takes an empty file for a new
 * database and reads a shortened one as if nothing were missing.
 * @returns the end of a sentence that begins with the file's name
 */
export function faultOfHeader(path: string): string | null {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return 'is empty, as a store that lost its content would be';
    const header = Buffer.alloc(HEADER_BYTES);
    const read = readSync(file, header, 0, HEADER_BYTES, 0);
    // https://www.sqlite.org/fileformat.html, 1.3
    if (read < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'is not an SQLite database';
    if (header.readUInt32BE(68) !== APPLICATION_ID) return 'belongs to another program';
    const stored = header.readUInt16BE(16);
    const pageSize = stored === 1 ? 65_536 : stored;
    const whole = header.readUInt32BE(28) * pageSize;
    // A write-ahead log may still hold the pages that the file lacks.
    if (size < whole && sizeOf(`${path}-wal`) === 0) return `has lost its end: it is ${size} of ${whole} bytes long`;
    return null;
  } finally {
    closeSync(file);
  }
}

/** Bytes of a file, 0 when there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
