/** Disjoint sets of pages. */
export class Groups {
  readonly #parents: Uint32Array;

  constructor(count: number) {
    this.#parents = Uint32Array.from({ length: count }, (_, page) => page);
  }

  /** The page that names the group of a page: the first of it. */
  of(page: number): number {
    let root = page;
    while (this.#parents[root] !== root) root = this.#parents[root]!;
    // Shortens the way for the next time.
    for (let at = page; at !== root; ) [at, this.#parents[at]] = [this.#parents[at]!, root];
    return root;
  }

  join(a: number, b: number): void {
    const [first, second] = [this.of(a), this.of(b)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
  }

  /**
   * Joins the pages with the same key, but of those in the same slot only the first: two pages of one language and version are no copies
   * of each other.
   */
  joinFamilies(keyOf: (page: number) => string, slotOf: (page: number) => string): void {
    const families = new Map<string, { readonly first: number; readonly slots: Set<string> }>();
    for (let page = 0; page < this.#parents.length; page++) {
      const key = keyOf(page);
      const slot = slotOf(page);
      const family = families.get(key);
      if (family === undefined) families.set(key, { first: page, slots: new Set([slot]) });
      else if (!family.slots.has(slot)) {
        family.slots.add(slot);
        this.join(family.first, page);
      }
    }
  }

  /** The groups of two pages and more, each ascending. */
  listed(): number[][] {
    const members = new Map<number, number[]>();
    for (let page = 0; page < this.#parents.length; page++) {
      const root = this.of(page);
      if (root === page) continue;
      const list = members.get(root) ?? [root];
      list.push(page);
      members.set(root, list);
    }
    return [...members.values()];
  }
}
