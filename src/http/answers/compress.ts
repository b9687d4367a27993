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
 * Content codings that answers are offered in, the favourite first: of those that save about the same, what costs least,
 * as most search answers are coded while their caller waits.
 */
export const codings = ['zstd', 'br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** What a coding adds to the validator, so that each representation has its own. */
export const codingSuffix: Readonly<Record<Coding, string>> = { br: '.br', zstd: '.zst', gzip: '.gz' };

/** Below this many bytes no coding pays: the answer fits one packet anyway. */
export const leastCompressed = 1024;

/** Up to this many bytes a body is compressed at once, which takes two milliseconds at most. */
export const mostCompressedAtOnce = 256 * 1024;

/** Above this many bytes a body is sent as it is: to compress it takes longer than to send it. */
export const mostCompressed = 8 * 1024 * 1024;

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipOptions = { level: 4 };

/** Levels at which 100 rows (90 KB) take half a millisecond at most; the next ones double that to save a tenth. */
const compressors: Readonly<Record<Coding, (body: Uint8Array) => Uint8Array>> = {
  br: (body) => brotliCompressSync(body, brotliOptions),
  zstd: (body) => zstdCompressSync(body),
  gzip: (body) => gzipSync(body, gzipOptions),
};

/** The same on a thread of the runtime's pool. */
const laterCompressors: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) => promisify(brotliCompress)(body, brotliOptions),
  zstd: (body) => promisify(zstdCompress)(body),
  gzip: (body) => promisify(gzip)(body, gzipOptions),
};

export function compress(body: Uint8Array, coding: Coding): Uint8Array {
  // A copy: zlib returns a view of a buffer of 16 KiB, which would be kept with the smallest answer.
  return new Uint8Array(compressors[coding](body));
}

/** As `compress`, for a body that would take too much of this thread's time. */
export async function compressLater(body: Uint8Array, coding: Coding): Promise<Uint8Array> {
  return new Uint8Array(await laterCompressors[coding](body));
}
