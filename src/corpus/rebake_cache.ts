/** What a bake keeps for the next one: results of its parts, each with what it was made from. */
export class RebakeCache {
  readonly #keeps: boolean;
  readonly #results = new Map<string, WeakMap<object, Kept>>();
  readonly #last = new Map<string, unknown>();

  /** @param keeps false: it keeps nothing, as there will be no next bake */
  constructor(keeps = true) {
    this.#keeps = keeps;
  }

  /**
   * Where inputs take time to compute, a call within `make` compares them, and the outer one only the objects that they come from.
   * @param name of the kind of result
   * @param key when this object is no longer used, its result is forgotten
   * @param inputs all else that the result depends on; compared by identity
   */
  recall<Result>(name: string, key: object, inputs: readonly unknown[], make: () => Result): Result {
    if (!this.#keeps) return make();
    let results = this.#results.get(name);
    if (results === undefined) {
      results = new WeakMap();
      this.#results.set(name, results);
    }
    const known = results.get(key);
    if (known !== undefined && isSameList(known.inputs, inputs)) return known.result as Result;
    const result = make();
    results.set(key, { inputs, result });
    return result;
  }

  /** A result of a list, which holds while the list has the same items. */
  recallList<Result>(name: string, items: readonly unknown[], make: () => Result): Result {
    return this.renew<Kept>(name, (last) =>
      last !== null && isSameList(last.inputs, items) ? last : { inputs: items, result: make() },
    ).result as Result;
  }

  /** @param make makes the result from the last one of this name, if there is one */
  renew<Result>(name: string, make: (last: Result | null) => Result): Result {
    const result = make((this.#last.get(name) as Result | undefined) ?? null);
    if (this.#keeps) this.#last.set(name, result);
    return result;
  }
}

interface Kept {
  readonly inputs: readonly unknown[];
  readonly result: unknown;
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
