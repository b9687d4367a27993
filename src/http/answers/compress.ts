import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';

/**
 * Supported content codings, preferred first. They save about the same, so the cheapest comes first: most search answers are
 * compressed while the caller waits.
 */
export const codings = ['zstd', 'br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** Suffix of the validator for each coding, so that each representation has its own entity tag. */
export const codingSuffix: Readonly<Record<Coding, string>> = { br: '.br', zstd: '.zst', gzip: '.gz' };

/** Bodies with fewer bytes are not compressed: the answer fits one packet anyway. */
export const leastCompressed = 1024;

/** Bodies up to this many bytes are compressed synchronously, which takes two milliseconds at most. */
export const mostCompressedAtOnce = 256 * 1024;

/** Bodies above this many bytes are not compressed: that would take longer than sending them. */
export const mostCompressed = 8 * 1024 * 1024;

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions = { level: 4 };

/** At these levels 100 rows (90 KB) take half a millisecond at most. The next levels take twice as long and save a tenth. */
const compressors: Readonly<Record<Coding, (body: Uint8Array) => Uint8Array>> = {
  br: (body) => brotliCompressSync(body, brotliOptions),
  zstd: (body) => zstdCompressSync(body),
  gzip: (body) => gzipSync(body, gzipOptions),
};

/** The same compressors on a thread of the runtime's pool. */
const laterCompressors: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) => promisify(brotliCompress)(body, brotliOptions),
  zstd: (body) => promisify(zstdCompress)(body),
  gzip: (body) => promisify(gzip)(body, gzipOptions),
};

export function compress(body: Uint8Array, coding: Coding): Uint8Array {
  // Copy: zlib returns a view of a 16 KiB buffer, which even a small answer would keep in memory.
  return new Uint8Array(compressors[coding](body));
}

/** As `compress`, for a body that would block this thread for too long. */
export async function compressLater(body: Uint8Array, coding: Coding): Promise<Uint8Array> {
  return new Uint8Array(await laterCompressors[coding](body));
}
