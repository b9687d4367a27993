/** A map that forgets what was not used for long when what it holds grows over its bound. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  /** @param weight bytes of memory that the value takes; the cache adds those of the key and the entry */
  set(key: string, value: Value, weight: number): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** Bytes of an entry and its place in a Map, as measured; a Map is at most half empty after it has grown. */
export const ENTRY_BYTES = 160;

/**
 * Holds two generations, each of at most half the bound. What is used moves to the younger one; when that is full it becomes the
 * older one, and what was in the older one and was not used since is forgotten at once. To remove the least recently used entry
 * from one Map each time costs more than an answer: a Map walks over all the gaps at its beginning.
 *
 * @param bound the greatest sum of weights in bytes, keys and entries included; what takes more than half is not kept
 */
export function createBoundedCache<Value>(bound: number): BoundedCache<Value> {
  let younger = new Map<string, Entry<Value>>();
  let older = new Map<string, Entry<Value>>();
  let weight = 0;

  function forget(key: string): void {
    weight -= younger.get(key)?.weight ?? 0;
    younger.delete(key);
    older.delete(key);
  }

  function keep(key: string, entry: Entry<Value>): void {
    forget(key);
    if (weight + entry.weight > bound / 2) {
      older = younger;
      younger = new Map();
      weight = 0;
    }
    younger.set(key, entry);
    weight += entry.weight;
  }

  return {
    get(key) {
      const young = younger.get(key);
      if (young !== undefined) return young.value;
      const old = older.get(key);
      if (old === undefined) return undefined;
      keep(key, old);
      return old.value;
    },
    set(key, value, own) {
      // A character takes two bytes where any of the key is outside Latin-1.
      const entry = { value, weight: own + ENTRY_BYTES + 2 * key.length };
      if (entry.weight > bound / 2) forget(key);
      else keep(key, entry);
    },
  };
}
