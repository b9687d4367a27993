/** A map that forgets what was unused longest when what it holds grows over its bound. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, weight: number): void;
}

/** @param bound the greatest sum of weights (keys count too, a byte a character), in bytes */
export function createBoundedCache<Value>(bound: number): BoundedCache<Value> {
  // A Map iterates in order of insertion, so its first entry is the one that was unused longest.
  const entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  let total = 0;

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // Moved to the end only when the cache is half full: before that nothing can be forgotten soon.
      if (total > bound / 2) {
        entries.delete(key);
        entries.set(key, entry);
      }
      return entry.value;
    },
    set(key, value, weight) {
      const entry = { value, weight: weight + key.length };
      total += entry.weight - (entries.get(key)?.weight ?? 0);
      entries.delete(key);
      entries.set(key, entry);
      if (total <= bound) return;
      for (const [oldest, { weight: freed }] of entries) {
        entries.delete(oldest);
        total -= freed;
        if (total <= bound) return;
      }
    },
  };
}
