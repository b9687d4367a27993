import type { CacheUse } from './bounded_cache.ts';

/**
 * Remembers keys that were asked for, so that what is asked for again can be cached. It holds hashes in a table of fixed size: most keys
 * are new, and none of them leaves anything for the garbage collector.
 */
export class AskedKeys {
  readonly #hashes: Uint32Array;
  readonly #use: CacheUse;

  /**
   * @param bound memory in bytes; without room for a hash, no key is remembered
   * @param use where its use is counted
   */
  constructor(bound: number, use: CacheUse = { hits: 0, misses: 0, bytes: 0 }) {
    const most = Math.floor(bound / Uint32Array.BYTES_PER_ELEMENT);
    this.#hashes = new Uint32Array(most < 1 ? 0 : 2 ** Math.floor(Math.log2(most)));
    this.#use = use;
    use.bytes += this.#hashes.byteLength;
  }

  /**
   * Remembers a key, in the place of another one with the same last bits of its hash.
   * @returns whether it was asked for before. A key with the hash of another one counts as asked for.
   */
  isAskedAgain(key: string): boolean {
    if (this.#hashes.length === 0) return false;
    const hash = hashOf(key);
    const at = hash & (this.#hashes.length - 1);
    const isKnown = this.#hashes[at] === hash;
    this.#hashes[at] = hash;
    if (isKnown) this.#use.hits++;
    else this.#use.misses++;
    return isKnown;
  }
}

/** FNV-1a over UTF-16 code units, its bits mixed once more, as the last ones choose the place. Never 0, which is an empty place. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) | 0x80000000) >>> 0;
}
