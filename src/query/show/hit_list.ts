/** Most distinct units in a hit list. */
export const MOST_UNITS = 32;
/** Width of the window for choosing the best place, in words. */
const PLACE_WIDTH = 28;

/** A hit packs the body position and the unit's index into one number, so that hits sort as numbers. */
const UNIT_BITS = 5;
const UNIT_MASK = (1 << UNIT_BITS) - 1;
/** Up to this many hits, insertion sort is faster than merging. */
const INSERTION_SORT_MOST = 48;

/** Occurrences of units in a page's body. One list is reused for all rows of a request. */
export class HitList {
  count = 0;
  #hits = new Uint32Array(256);
  /** Target of merging; as long as `#hits`. */
  #merged = new Uint32Array(256);
  /** Count of each unit in the current window. */
  readonly #inside = new Uint32Array(MOST_UNITS);

  position(hit: number): number {
    return this.#hits[hit]! >>> UNIT_BITS;
  }

  unit(hit: number): number {
    return this.#hits[hit]! & UNIT_MASK;
  }

  /** @returns a copy of the hits, for `equals` */
  copy(): Uint32Array {
    return this.#hits.slice(0, this.count);
  }

  /** Whether the hits are those of a copy. */
  equals(copy: Uint32Array): boolean {
    if (copy.length !== this.count) return false;
    const hits = this.#hits;
    for (let i = 0; i < copy.length; i++) if (hits[i] !== copy[i]) return false;
    return true;
  }

  /** Adds the first `found` positions of a unit. `positions` ascends. */
  add(unit: number, positions: Uint32Array, found: number): void {
    if (this.count + found > this.#hits.length) {
      const larger = new Uint32Array(2 * (this.count + found));
      larger.set(this.#hits);
      this.#hits = larger;
      this.#merged = new Uint32Array(larger.length);
    }
    const hits = this.#hits;
    for (let i = 0; i < found; i++) hits[this.count + i] = ((positions[i]! << UNIT_BITS) | unit) >>> 0;
    this.count += found;
  }

  sort(): void {
    if (this.count > INSERTION_SORT_MOST) this.#mergeRuns();
    else this.#sortFew();
  }

  #sortFew(): void {
    const hits = this.#hits;
    for (let i = 1; i < this.count; i++) {
      const hit = hits[i]!;
      let at = i;
      for (; at > 0 && hits[at - 1]! > hit; at--) hits[at] = hits[at - 1]!;
      hits[at] = hit;
    }
  }

  /** Merges ascending runs, two at a time, until one is left. Each unit adds a run, so few rounds are needed. */
  #mergeRuns(): void {
    let starts = runStarts(this.#hits, this.count);
    while (starts.length > 2) {
      const left: number[] = [];
      for (let run = 0; run + 1 < starts.length; run += 2) {
        const end = starts[run + 2] ?? this.count;
        mergeTwo(this.#hits, starts[run]!, starts[run + 1]!, end, this.#merged);
        left.push(starts[run]!);
      }
      left.push(this.count);
      starts = left;
      [this.#hits, this.#merged] = [this.#merged, this.#hits];
    }
  }

  /**
   * @param weights indexed by unit; @param from, to the hits to choose among, by default all
   * @returns the first position of the window with the greatest total weight of units; of equal windows, the earliest
   */
  bestPlace(weights: readonly number[], from = 0, to = this.count): number {
    if (weights.length === 1) return this.position(from);
    const hits = this.#hits;
    const inside = this.#inside;
    for (let unit = 0; unit < weights.length; unit++) inside[unit] = 0;
    let best = from;
    let bestWeight = -1;
    let weight = 0;
    let end = from;
    for (let first = from; first < to; first++) {
      const border = hits[first]! + (PLACE_WIDTH << UNIT_BITS);
      for (; end < to && hits[end]! < border; end++) {
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

/** @returns where each ascending run of the first `count` hits begins, then `count` */
function runStarts(hits: Uint32Array, count: number): number[] {
  const starts = [0];
  for (let i = 1; i < count; i++) if (hits[i]! < hits[i - 1]!) starts.push(i);
  starts.push(count);
  return starts;
}

/** Merges the runs `[start, middle)` and `[middle, end)` into the same places of another list. */
function mergeTwo(hits: Uint32Array, start: number, middle: number, end: number, into: Uint32Array): void {
  let first = start;
  let second = middle;
  let at = start;
  while (first < middle && second < end) {
    into[at++] = hits[first]! < hits[second]! ? hits[first++]! : hits[second++]!;
  }
  while (first < middle) into[at++] = hits[first++]!;
  while (second < end) into[at++] = hits[second++]!;
}
