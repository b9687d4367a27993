import { numbersOf } from './artefact/numbers_of.ts';

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
  const moved = numbersOf(Uint32Array, earlier, (old) => newPlaces[old]!);
  return mergeSorted(moved, (_, at) => newPlaces[earlier[at]!] !== -1, [...added], compare);
}

/**
 * Keeps some of the numbers of a sorted list, and puts others among them.
 * @param added is sorted in place
 * @returns `earlier` itself when nothing changes
 */
export function mergeSorted(
  earlier: Uint32Array,
  isKept: (number: number, place: number) => boolean,
  added: number[],
  compare: (a: number, b: number) => number,
): Uint32Array {
  let count = 0;
  const places = new Uint32Array(earlier.length);
  for (let i = 0; i < earlier.length; i++) if (isKept(earlier[i]!, i)) places[count++] = earlier[i]!;
  const kept = places.subarray(0, count);
  if (added.length === 0 && kept.length === earlier.length) return earlier;
  added.sort(compare);
  const sorted = new Uint32Array(kept.length + added.length);
  let from = 0;
  for (const [i, number] of added.entries()) {
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
