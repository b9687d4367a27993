/** A map that forgets what was not used for long when what it holds grows over its bound. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, weight: number): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/**
 * Holds two generations, each of at most half the bound. What is used moves to the younger one; when that is full it becomes the
 * older one, and what was in the older one and was not used since is forgotten at once. Taking the entry that was unused longest
 * out of one Map each time costs more than an answer: a Map walks over all the gaps that are left at its beginning.
 *
 * @param bound the greatest sum of weights (keys count too, a byte a character), in bytes; what takes more than half is not kept
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
      const entry = { value, weight: own + key.length };
      if (entry.weight > bound / 2) forget(key);
      else keep(key, entry);
    },
  };
}
