/** Up to this many names are compared one by one, which is faster than a set for small objects. */
const FEW = 8;

/**
 * Finds repeated names in nested JSON objects. All open objects share one stack of names, so that an object allocates nothing
 * until it has more than a few. The caller keeps the index at which each object's names start.
 */
export class MemberNames {
  readonly #text: string;
  /** Null until the object gets a second name: many objects have only one, which is never decoded. */
  readonly #names: (string | null)[] = [];
  readonly #bounds: number[] = [];
  /** Sets of names for the objects with many of them, by the index at which the names start. */
  #many: Map<number, Set<string>> | null = null;

  /** @param text JSON text that contains the names */
  constructor(text: string) {
    this.#text = text;
  }

  /** The index at which the names of the next object start. */
  get count(): number {
    return this.#names.length;
  }

  /**
   * Adds a name to the innermost object, whose names start at `start`; false when it has that name.
   * @param from offset in the text after the opening quotation mark
   * @param to offset of the closing quotation mark
   */
  add(from: number, to: number, start: number): boolean {
    const last = this.#names.push(null) - 1;
    this.#bounds.push(from, to);
    if (last === start) return true;
    const name = this.#name(last);
    if (last - start < FEW) {
      for (let other = start; other < last; other++) if (this.#name(other) === name) return false;
      return true;
    }
    const set = this.#setOf(start, last);
    if (set.has(name)) return false;
    set.add(name);
    return true;
  }

  /** Removes the names of the innermost object. */
  leave(start: number): void {
    if (this.#names.length - start > FEW) this.#many?.delete(start);
    // Setting the length of a long array costs more than one pop.
    for (; this.#names.length > start; this.#names.pop()) {
      this.#bounds.pop();
      this.#bounds.pop();
    }
  }

  #name(place: number): string {
    this.#names[place] ??= read(this.#text.slice(this.#bounds[2 * place], this.#bounds[2 * place + 1]));
    return this.#names[place];
  }

  #setOf(start: number, end: number): Set<string> {
    this.#many ??= new Map();
    let set = this.#many.get(start);
    if (set === undefined) {
      set = new Set();
      for (let place = start; place < end; place++) set.add(this.#name(place));
      this.#many.set(start, set);
    }
    return set;
  }
}

/** Decodes escapes, so that `"\u0061"` and `"a"` are the same name. */
function read(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}
