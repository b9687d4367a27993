import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';

/** Content codings that answers are offered in, the favourite first: the smaller for text of this size. */
export const codings = ['br', 'zstd', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** What a coding adds to the validator, so that each representation has its own. */
export const codingSuffix: Readonly<Record<Coding, string>> = { br: '.br', zstd: '.zst', gzip: '.gz' };

/** Below this many bytes no coding pays: the answer fits one packet anyway. */
export const leastCompressed = 1024;

const compressors: Readonly<Record<Coding, (body: Uint8Array) => Uint8Array>> = {
  // Levels at which a search answer costs well under a millisecond.
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: (body) => zstdCompressSync(body),
  gzip: (body) => gzipSync(body, { level: 6 }),
};

export function compress(body: Uint8Array, coding: Coding): Uint8Array {
  return compressors[coding](body);
}
