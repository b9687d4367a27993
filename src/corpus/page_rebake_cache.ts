/** Keeps one result per page, with its inputs. */
export class PageRebakeCache<Result> {
  readonly #known = new WeakMap<object, Known<Result>>();
  readonly #keeps: boolean;

  /** @param keeps false: it keeps nothing, as there will be no next bake */
  constructor(keeps = true) {
    this.#keeps = keeps;
  }

  /**
   * @param key any object that stands for the page: when it is no longer used, its result is forgotten
   * @param page the page as it is now
   * @param site facts of the site that the result depends on. While these two are the same objects, no input is compared
   * @param inputs all that the result depends on; compared by identity
   */
  recall(key: object, page: object, site: object, inputs: () => readonly unknown[], make: () => Result): Result {
    if (!this.#keeps) return make();
    const known = this.#known.get(key);
    if (known?.page === page && known.site === site) return known.result;
    const now = inputs();
    const isSame = known?.inputs.length === now.length && now.every((input, i) => input === known.inputs[i]);
    const result = isSame ? known!.result : make();
    this.#known.set(key, { page, site, inputs: now, result });
    return result;
  }
}

interface Known<Result> {
  readonly page: object;
  readonly site: object;
  readonly inputs: readonly unknown[];
  readonly result: Result;
}

/** Keeps the last result made from a list. It holds while the list has the same items. */
export class ListRebakeCache<Item, Result> {
  #last: { readonly items: readonly Item[]; readonly result: Result } | null = null;

  recall(items: readonly Item[], make: () => Result): Result {
    const last = this.#last;
    const isSame = last?.items.length === items.length && items.every((item, i) => item === last.items[i]);
    if (isSame) return last.result;
    const result = make();
    this.#last = { items, result };
    return result;
  }
}
