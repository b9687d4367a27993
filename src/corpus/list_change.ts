import { firstWhere } from './artefact/number_lists.ts';

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
  const match = (old: number, place: number): boolean => {
    if (before[old] !== now[place] || !isSame(old, place)) return false;
    newPlaces[old] = place;
    oldPlaces[place] = old;
    return true;
  };
  // After most edits, nearly all items are at the beginning or the end.
  let from = 0;
  let end = before.length;
  let nowEnd = now.length;
  while (from < Math.min(end, nowEnd) && match(from, from)) from++;
  while (from < Math.min(end, nowEnd) && match(end - 1, nowEnd - 1)) {
    end--;
    nowEnd--;
  }
  const places = new Map<T, number>();
  for (let old = from; old < end; old++) places.set(before[old]!, old);
  let previous = from - 1;
  for (let place = from; place < nowEnd; place++) {
    const old = places.get(now[place]!) ?? -1;
    if (old > previous && match(old, place)) previous = old;
  }
  return { newPlaces, oldPlaces, removed: indicesOfNone(newPlaces), added: indicesOfNone(oldPlaces) };
}

function indicesOfNone(places: Int32Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < places.length; i++) if (places[i] === -1) found.push(i);
  return found;
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
 * @param uses by number: how often it is used
 * @returns `earlier` itself when they are the same
 */
export function sortUsed(
  earlier: Uint32Array,
  uses: Uint32Array,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const kept = earlier.filter((number) => uses[number]! > 0);
  const isKept = new Uint8Array(uses.length);
  for (const number of kept) isKept[number] = 1;
  const added: number[] = [];
  for (let number = 0; number < uses.length; number++)
    if (uses[number]! > 0 && isKept[number] === 0) added.push(number);
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
    const to = firstWhere(from, kept.length, (place) => compare(kept[place]!, number) >= 0);
    sorted.set(kept.subarray(from, to), from + i);
    sorted[to + i] = number;
    from = to;
  }
  sorted.set(kept.subarray(from), from + added.length);
  return sorted;
}
