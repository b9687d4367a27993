/** How the places of a list correspond to those of an earlier list. */
export interface ListChange {
  /** By earlier place: the place now, or -1 when the item was removed or changed. The others keep their order. */
  readonly newPlaces: Int32Array;
  /** By place: the earlier place, or -1 when the item was added or changed. */
  readonly oldPlaces: Int32Array;
  /** Earlier places of items that were removed or changed. */
  readonly removed: readonly number[];
  /** Places of items that were added or changed. */
  readonly added: readonly number[];
}

/**
 * Finds the items that are the same objects as before. Those that changed their order count as changed.
 * @param isSame whether an item that is the same object did not change
 */
export function compareLists<T>(
  before: readonly T[],
  now: readonly T[],
  isSame: (old: number, place: number) => boolean = () => true,
): ListChange {
  const newPlaces = new Int32Array(before.length).fill(-1);
  const oldPlaces = new Int32Array(now.length).fill(-1);
  const places = new Map(before.map((item, old) => [item, old]));
  let previous = -1;
  now.forEach((item, place) => {
    const old = places.get(item) ?? -1;
    if (old <= previous || !isSame(old, place)) return;
    newPlaces[old] = place;
    oldPlaces[place] = old;
    previous = old;
  });
  return { newPlaces, oldPlaces, removed: indicesOfNone(newPlaces), added: indicesOfNone(oldPlaces) };
}

function indicesOfNone(places: Int32Array): number[] {
  return Array.from(places.keys()).filter((i) => places[i] === -1);
}

/**
 * Sorts the places of a list again.
 * @param earlier the places of the earlier list, sorted by the same facts of the items
 */
export function sortAgain(
  earlier: Uint32Array,
  { newPlaces, added }: ListChange,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const kept = earlier.filter((old) => newPlaces[old] !== -1).map((old) => newPlaces[old]!);
  return mergeSorted(kept, added, compare);
}

/**
 * Sorts the numbers that are in use.
 * @param earlier other such numbers, sorted by the same facts
 * @param isUsed by number: 1 or 0
 * @returns `earlier` itself when they are the same
 */
export function sortUsed(
  earlier: Uint32Array,
  isUsed: Uint8Array,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const kept = earlier.filter((number) => isUsed[number] === 1);
  const isNew = isUsed.slice();
  for (const number of kept) isNew[number] = 0;
  const added: number[] = [];
  for (let number = isNew.indexOf(1); number !== -1; number = isNew.indexOf(1, number + 1)) added.push(number);
  return added.length === 0 && kept.length === earlier.length ? earlier : mergeSorted(kept, added, compare);
}

/** Puts numbers among sorted ones: few are put among many after most edits. */
function mergeSorted(
  kept: Uint32Array,
  added: readonly number[],
  compare: (a: number, b: number) => number,
): Uint32Array {
  const sorted = new Uint32Array(kept.length + added.length);
  let from = 0;
  for (const [i, number] of added.toSorted(compare).entries()) {
    const to = placeOf(number, kept, compare, from);
    sorted.set(kept.subarray(from, to), from + i);
    sorted[to + i] = number;
    from = to;
  }
  sorted.set(kept.subarray(from), from + added.length);
  return sorted;
}

/** How many of the sorted numbers from `from` on, and all before, are less than `number`. */
function placeOf(number: number, sorted: Uint32Array, compare: (a: number, b: number) => number, from: number): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle]!, number) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
