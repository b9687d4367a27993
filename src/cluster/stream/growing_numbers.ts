type NumberArray = Uint8Array | Uint32Array | Float64Array;

/** A list of numbers without an object for each. Numbers that were not set are 0. */
export class GrowingNumbers<Numbers extends NumberArray> {
  length = 0;
  readonly #make: new (
    length: number,
  ) => Numbers;
  #numbers: Numbers;

  constructor(make: new (length: number) => Numbers) {
    this.#make = make;
    this.#numbers = new make(1024);
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  push(value: number): void {
    this.set(this.length, value);
  }

  set(index: number, value: number): void {
    if (index >= this.#numbers.length) {
      const larger = new this.#make(Math.max(index + 1, 2 * this.#numbers.length));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[index] = value;
    this.length = Math.max(this.length, index + 1);
  }

  /** Adds one to a number. */
  count(index: number): void {
    this.set(index, this.at(index) + 1);
  }

  /** A view of the numbers set so far, valid until the next change. */
  view(): Numbers {
    return this.#numbers.subarray(0, this.length) as Numbers;
  }
}
