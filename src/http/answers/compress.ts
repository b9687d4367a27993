import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';

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

/** Levels at which 100 rows (90 KB) take half a millisecond at most; the next ones double that to save a tenth. */
const compressors: Readonly<Record<Coding, (body: Uint8Array) => Uint8Array>> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (body) => zstdCompressSync(body),
  gzip: (body) => gzipSync(body, { level: 4 }),
};

export function compress(body: Uint8Array, coding: Coding): Uint8Array {
  // A copy: zlib returns a view of a buffer of 16 KiB, which would be kept with the smallest answer.
  return new Uint8Array(compressors[coding](body));
}
