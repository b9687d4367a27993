/** Lists of numbers by key. Most keys have one number, which is stored without a list. */
export class PagesByKey {
  readonly #entries = new Map<string, number | number[]>();
  readonly #unsorted = new Set<number[]>();

  /** The first number of a key, or -1. */
  first(key: string): number {
    const entry = this.#entries.get(key);
    return entry === undefined ? -1 : typeof entry === 'number' ? entry : entry[0]!;
  }

  all(key: string): readonly number[] {
    const entry = this.#entries.get(key);
    return entry === undefined ? NONE : typeof entry === 'number' ? [entry] : entry;
  }

  /** Adds a number at the end, until `sort`. */
  add(key: string, number: number): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      this.#entries.set(key, number);
      return;
    }
    const list = typeof entry === 'number' ? [entry] : entry;
    list.push(number);
    this.#entries.set(key, list);
    this.#unsorted.add(list);
  }

  /** Removes all occurrences of a number. */
  remove(key: string, number: number): void {
    const rest = this.all(key).filter((each) => each !== number);
    if (rest.length === 0) this.#entries.delete(key);
    else this.#entries.set(key, rest.length === 1 ? rest[0]! : rest);
  }

  /** Sorts the lists that got numbers since the last call. */
  sort(compare: (a: number, b: number) => number): void {
    for (const list of this.#unsorted) list.sort(compare);
    this.#unsorted.clear();
  }
}

const NONE: readonly number[] = [];

/** Keys whose pages changed. It keeps hashes: a few other keys may count as changed, which only costs work. */
export class ChangedKeys {
  readonly #flags = new Uint8Array(1 << HASH_BITS);

  add(key: string): void {
    this.#flags[hashOf(key)] = 1;
  }

  /** @param hashes `hashOf` each key */
  hasAny(hashes: Uint32Array): boolean {
    for (let i = 0; i < hashes.length; i++) if (this.#flags[hashes[i]!] === 1) return true;
    return false;
  }
}

const HASH_BITS = 20;

/** FNV-1a over UTF-16 code units, as a number of `HASH_BITS` bits. */
export function hashOf(key: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) value = Math.imul(value ^ key.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> HASH_BITS)) & ((1 << HASH_BITS) - 1);
}
