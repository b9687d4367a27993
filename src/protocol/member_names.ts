/** Up to this many names are compared one by one, which is faster than a set for small objects. */
const FEW = 8;

/**
 * Names of the members of nested objects, innermost last. The caller keeps where each object's names start. All objects share one
 * list, so an object allocates nothing until it has more than a few names.
 */
export class MemberNames {
  readonly #text: string;
  /** A name is decoded when its object has another one: many objects have only one. */
  readonly #names: (string | null)[] = [];
  readonly #bounds: number[] = [];
  /** Sets of the objects with many names, by the start of their names. */
  #many: Map<number, Set<string>> | null = null;

  /** @param text JSON in which the names stand */
  constructor(text: string) {
    this.#text = text;
  }

  /** Where the names of the next object to open will start. */
  get count(): number {
    return this.#names.length;
  }

  /**
   * Adds a name to the innermost object, whose names start at `start`; false when it has that name.
   * @param from where in the text the name begins, behind its quotation mark; @param to where it ends, before the other one
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

  /** Forgets the names of the innermost object. */
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

/** Two spellings of one name are one name. */
function read(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}
