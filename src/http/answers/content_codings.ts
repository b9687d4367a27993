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
import type { CacheBudget } from '../../cache/cache_budget.ts';
import { negotiateEncoding } from '../../protocol/accept.ts';
import type { Answer } from './answer.ts';

/**
 * Supported content codings, preferred first. They save about the same, so the cheapest comes first: most search answers are
 * compressed while the caller waits.
 */
const codings = ['zstd', 'br', 'gzip'] as const;
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

/** A representation in one coding. */
export interface Variant {
  readonly entityTag: string | null;
  readonly complete: Answer;
  /** Made when it is first sent. */
  notModified: Answer | null;
}

export type ContentCodings = ReturnType<typeof createContentCodings>;

/** One character each, so that a cache key is built quickly. */
const marks: Readonly<Record<Coding, string>> = { br: 'b', zstd: 'z', gzip: 'g' };

/** Longer fields are not cached: only hostile clients send them. */
const longestField = 256;

/**
 * The content codings of one service: which one a request prefers, and the compressed variants of its answers. Variants have a
 * cache of their own, so that each one counts against the budget from the moment it is made. When an answer is evicted, nothing
 * requests its variants any more and they are evicted in time.
 */
export function createContentCodings(budget: CacheBudget) {
  const preferences = budget.createCache<Coding | 'none'>('encodings');
  const variants = budget.createCache<Variant>('compressed');
  /** Variants that are being made, by key. Bounded, because the server bounds the connections that wait for them. */
  const pending = new Map<string, Promise<Variant>>();
  let last: Promise<unknown> = Promise.resolve();
  let names = 0;
  return {
    /** @param field value of `Accept-Encoding`; null for no coding */
    preferred(field: string | undefined): Coding | null {
      if (field === undefined) return null;
      let coding = preferences.get(field);
      if (coding === undefined) {
        coding = negotiateEncoding(field, codings) ?? 'none';
        if (field.length <= longestField) preferences.set(field, coding, 0);
      }
      return coding === 'none' ? null : coding;
    },
    /** A unique name for an answer. */
    newName: () => String(names++),
    find: (name: string, coding: Coding) => variants.get(marks[coding] + name),
    /** @param weight bytes that the variant takes */
    keep: (name: string, coding: Coding, variant: Variant, weight: number) =>
      variants.set(marks[coding] + name, variant, weight),
    /** Makes the variant of a long answer: one at a time, and once for all requests that wait for it. */
    makeLater(name: string, coding: Coding, make: () => Promise<Variant>): Promise<Variant> {
      const key = marks[coding] + name;
      let making = pending.get(key);
      if (making === undefined) {
        making = last.then(make).finally(() => pending.delete(key));
        last = making.catch(() => undefined);
        pending.set(key, making);
      }
      return making;
    },
  };
}
