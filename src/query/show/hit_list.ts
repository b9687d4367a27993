/** Units that a hit list tells apart. */
export const MOST_UNITS = 32;
/** Words within which hits count as one place. */
const PLACE_WIDTH = 28;

/** A hit is a position in the body and the unit found there, in one number, so that hits sort as numbers. */
const UNIT_BITS = 5;
const UNIT_MASK = (1 << UNIT_BITS) - 1;
/** Up to so many hits are sorted faster here than by a call of the runtime. */
const FEW_TO_SORT = 48;

/** Places of a page's body at which units stand. One list serves all rows of a question, so it takes no memory by row. */
export class HitList {
  count = 0;
  #hits = new Uint32Array(256);
  /** How often each unit is in the stretch at hand. */
  readonly #inside = new Uint32Array(MOST_UNITS);

  position(hit: number): number {
    return this.#hits[hit]! >>> UNIT_BITS;
  }

  unit(hit: number): number {
    return this.#hits[hit]! & UNIT_MASK;
  }

  /** Adds the first `found` of a unit's positions, which ascend. */
  add(unit: number, positions: Uint32Array, found: number): void {
    if (this.count + found > this.#hits.length) {
      const larger = new Uint32Array(2 * (this.count + found));
      larger.set(this.#hits);
      this.#hits = larger;
    }
    const hits = this.#hits;
    for (let i = 0; i < found; i++) hits[this.count + i] = ((positions[i]! << UNIT_BITS) | unit) >>> 0;
    this.count += found;
  }

  sort(): void {
    const hits = this.#hits;
    if (this.count > FEW_TO_SORT) {
      hits.subarray(0, this.count).sort();
      return;
    }
    for (let i = 1; i < this.count; i++) {
      const hit = hits[i]!;
      let at = i;
      for (; at > 0 && hits[at - 1]! > hit; at--) hits[at] = hits[at - 1]!;
      hits[at] = hit;
    }
  }

  /**
   * @param weights by unit
   * @returns the position of the hit with which the stretch begins that holds the most telling units; the earliest of equals
   */
  bestPlace(weights: readonly number[]): number {
    if (weights.length === 1) return this.position(0);
    const hits = this.#hits;
    const inside = this.#inside;
    inside.fill(0, 0, weights.length);
    let best = 0;
    let bestWeight = -1;
    let weight = 0;
    let end = 0;
    for (let first = 0; first < this.count; first++) {
      const border = hits[first]! + (PLACE_WIDTH << UNIT_BITS);
      for (; end < this.count && hits[end]! < border; end++) {
        const unit = hits[end]! & UNIT_MASK;
        if (inside[unit]!++ === 0) weight += weights[unit]!;
      }
      if (weight > bestWeight) {
        bestWeight = weight;
        best = first;
      }
      const left = hits[first]! & UNIT_MASK;
      if (--inside[left]! === 0) weight -= weights[left]!;
    }
    return hits[best]! >>> UNIT_BITS;
  }
}
