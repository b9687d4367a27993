/** A cache with a bound on its memory. It evicts the entries that were not used recently. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  /** @param weight memory of the value in bytes; the cache adds that of the key and the entry */
  set(key: string, value: Value, weight: number): void;
}

/** What a cache, or several that share it, was used for so far, and the memory of its entries in bytes. */
export interface CacheUse {
  hits: number;
  misses: number;
  bytes: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** Measured bytes of an entry in a Map, when the Map has just grown and is half empty. */
export const ENTRY_BYTES = 160;

/**
 * Keeps two generations, each of at most half the bound. An entry moves to the younger one when used. When the younger one is
 * full, it replaces the older one, whose remaining entries are evicted at once. Exact LRU with one Map would cost more than an
 * answer: finding a Map's first key scans all deleted slots before it.
 *
 * @param bound maximum sum of weights in bytes, keys and entries included; a value that takes more than half is not cached
 * @param use where its use is counted
 */
export function createBoundedCache<Value>(
  bound: number,
  use: CacheUse = { hits: 0, misses: 0, bytes: 0 },
): BoundedCache<Value> {
  let younger = new Map<string, Entry<Value>>();
  let older = new Map<string, Entry<Value>>();
  let weight = 0;
  let olderWeight = 0;

  function forget(key: string): void {
    // Most keys that are set are new.
    const young = younger.get(key);
    if (young !== undefined) {
      weight -= young.weight;
      use.bytes -= young.weight;
      younger.delete(key);
    }
    const old = older.get(key);
    if (old === undefined) return;
    olderWeight -= old.weight;
    use.bytes -= old.weight;
    older.delete(key);
  }

  function keep(key: string, entry: Entry<Value>): void {
    forget(key);
    if (weight + entry.weight > bound / 2) {
      use.bytes -= olderWeight;
      older = younger;
      olderWeight = weight;
      younger = new Map();
      weight = 0;
    }
    younger.set(key, entry);
    weight += entry.weight;
    use.bytes += entry.weight;
  }

  return {
    get(key) {
      const young = younger.get(key);
      if (young !== undefined) {
        use.hits++;
        return young.value;
      }
      const old = older.get(key);
      if (old === undefined) {
        use.misses++;
        return undefined;
      }
      use.hits++;
      keep(key, old);
      return old.value;
    },
    set(key, value, own) {
      // Strings with a character outside Latin-1 take two bytes per UTF-16 unit.
      const entry = { value, weight: own + ENTRY_BYTES + 2 * key.length };
      if (entry.weight > bound / 2) forget(key);
      else keep(key, entry);
    },
  };
}
