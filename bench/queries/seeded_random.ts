/**
 * A repeatable source of numbers: a multiplicative congruential generator modulo 2^31 - 1 (Park and Miller, with the
 * multiplier 48271), so that a seed draws the same queries on every machine.
 */
export class SeededRandom {
  #state: number;

  /** @param seed an integer from 1 to 2^31 - 2 */
  constructor(seed: number) {
    this.#state = seed;
  }

  /** @returns an integer from 0 to `bound - 1` */
  below(bound: number): number {
    this.#state = (this.#state * 48271) % 2147483647;
    return Math.floor((this.#state / 2147483647) * bound);
  }

  /** @param items at least one @returns one of them */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }
}
