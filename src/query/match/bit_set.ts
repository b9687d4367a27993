/** A set of page numbers, one bit each. */
export class BitSet {
  readonly #size: number;
  readonly #words: Uint32Array;

  constructor(size: number, words: Uint32Array = new Uint32Array(Math.ceil(size / 32))) {
    this.#size = size;
    this.#words = words;
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5]! >>> (number & 31)) & 1) === 1;
  }

  add(number: number): void {
    this.#words[number >>> 5]! |= 1 << (number & 31);
  }

  addAll(numbers: Uint32Array, from: number, to: number): void {
    const words = this.#words;
    for (let i = from; i < to; i++) words[numbers[i]! >>> 5]! |= 1 << (numbers[i]! & 31);
  }

  /** @returns those of the numbers that are in the set, in their order */
  among(numbers: Uint32Array): Uint32Array {
    // Uint32Array.filter would make a list of the numbers on the heap first.
    let count = 0;
    for (let i = 0; i < numbers.length; i++) if (this.has(numbers[i]!)) count++;
    const found = new Uint32Array(count);
    for (let i = 0, at = 0; at < count; i++) if (this.has(numbers[i]!)) found[at++] = numbers[i]!;
    return found;
  }

  intersect(other: BitSet): this {
    const words = this.#words;
    const others = other.#words;
    for (let i = 0; i < words.length; i++) words[i]! &= others[i]!;
    return this;
  }

  union(other: BitSet): this {
    const words = this.#words;
    const others = other.#words;
    for (let i = 0; i < words.length; i++) words[i]! |= others[i]!;
    return this;
  }

  complement(): this {
    const words = this.#words;
    for (let i = 0; i < words.length; i++) words[i] = ~words[i]!;
    const beyond = this.#size & 31;
    if (beyond !== 0) words[words.length - 1]! &= (1 << beyond) - 1;
    return this;
  }

  clear(): void {
    this.#words.fill(0);
  }

  /** How many numbers are in the set. */
  count(): number {
    let count = 0;
    for (let i = 0; i < this.#words.length; i++) {
      let word = this.#words[i]!;
      word -= (word >>> 1) & 0x55555555;
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
      count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    return count;
  }

  /** Writes each number, ascending. @returns how many there are */
  list(into: Uint32Array): number {
    const words = this.#words;
    let count = 0;
    for (let i = 0; i < words.length; i++) {
      for (let word = words[i]!; word !== 0; word &= word - 1) into[count++] = i * 32 + 31 - Math.clz32(word & -word);
    }
    return count;
  }

  /** @param count how many there are; @returns the numbers, ascending */
  toPages(count: number): Uint32Array {
    const pages = new Uint32Array(count);
    this.list(pages);
    return pages;
  }

  /** Calls `visit` with each number, ascending. */
  forEach(visit: (number: number) => void): void {
    for (let i = 0; i < this.#words.length; i++) {
      for (let word = this.#words[i]!; word !== 0; word &= word - 1) visit(i * 32 + 31 - Math.clz32(word & -word));
    }
  }
}
