import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { PageSums } from './page_sums.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';

/**
 * Adds the pages that are in every list, ascending, with their summed scores. Iterates over the shortest list and searches the
 * others by galloping.
 *
 * @param required at least one list
 * @param extra lists that add to the scores of pages found and do not restrict them
 */
export function* intersect(required: readonly Postings[], extra: readonly Postings[], into: PageSums): Steps<void> {
  const steps = startIntersecting(required, extra, into);
  if (steps !== null) yield* steps;
}

/** Like `intersect`. @returns null when a single step did all the work */
export function startIntersecting(
  required: readonly Postings[],
  extra: readonly Postings[],
  into: PageSums,
): Steps<void> | null {
  const lists = required.length > 1 ? [...required].sort((a, b) => sizeOf(a) - sizeOf(b)) : required;
  const shortest = lists[0]!;
  if (sizeOf(shortest) === 0) return null;
  if (sizeOf(shortest) * (lists.length + extra.length) > STEP_WORK) return intersectInSteps(lists, extra, into);
  const first = into.count;
  const places = lists.map(({ from }) => from);
  if (lists.length === 1) into.addList(shortest, shortest.from, shortest.to);
  else if (lists.length === 2) intersectTwo(lists, places, shortest.from, shortest.to, into);
  else intersectMany(lists, places, shortest.from, shortest.to, into);
  for (const list of extra) addTo(into, first, list);
  return null;
}

/** @param lists the shortest first */
function* intersectInSteps(lists: readonly Postings[], extra: readonly Postings[], into: PageSums): Steps<void> {
  const shortest = lists[0]!;
  const first = into.count;
  const places = lists.map(({ from }) => from);
  const stride = Math.ceil(STEP_WORK / lists.length);
  for (let from = shortest.from; from < shortest.to; from += stride) {
    if (from > shortest.from) yield;
    const to = Math.min(from + stride, shortest.to);
    if (lists.length === 1) into.addList(shortest, from, to);
    else if (lists.length === 2 && !intersectTwo(lists, places, from, to, into)) break;
    else if (lists.length > 2 && !intersectMany(lists, places, from, to, into)) break;
  }
  for (const list of extra) {
    if (into.count - first > STEP_WORK) yield;
    addTo(into, first, list);
  }
}

/** @returns whether pages of the first list at or after `to` may still be in the others */
function intersectTwo(
  [shortest, other]: readonly Postings[],
  places: number[],
  from: number,
  to: number,
  into: PageSums,
): boolean {
  const first = places[1]!;
  const rest = other!.to - first;
  // Each step reads a part of both lists.
  const end =
    to === shortest!.to && rest <= SCANNED * (to - from)
      ? other!.to
      : gallop(other!, first, 1 + shortest!.pages[to - 1]!);
  places[1] = end;
  if (end - first <= SCANNED * (to - from)) intersectByMarks(shortest!, from, to, other!, first, end, into);
  else intersectBySearch(shortest!, from, to, other!, first, into);
  return end < other!.to;
}

/** Up to this ratio of lengths, scanning the longer list costs less than searching it. */
const SCANNED = 16;
/** By page: 1 + its index in the shorter list while two lists are intersected, else 0. Reused, as no mark outlasts a step. */
let MARKS = new Uint32Array(0);

/** Marks the pages `[from, to)` of one list, then looks at those `[otherFrom, otherTo)` of another one. */
function intersectByMarks(
  { pages, impacts, rarity }: Postings,
  from: number,
  to: number,
  { pages: otherPages, impacts: otherImpacts, rarity: otherRarity }: Postings,
  otherFrom: number,
  otherTo: number,
  into: PageSums,
): void {
  if (MARKS.length < into.pages.length) MARKS = new Uint32Array(into.pages.length);
  const marks = MARKS;
  for (let i = from; i < to; i++) marks[pages[i]!] = i + 1;
  const found = into.pages;
  const { sums } = into;
  let { count } = into;
  for (let at = otherFrom; at < otherTo; at++) {
    const page = otherPages[at]!;
    const mark = marks[page]!;
    if (mark === 0) continue;
    found[count] = page;
    sums[count++] = impacts[mark - 1]! * rarity + otherImpacts[at]! * otherRarity;
  }
  into.count = count;
  for (let i = from; i < to; i++) marks[pages[i]!] = 0;
}

/** Looks for the pages `[from, to)` of one list in another one, from `start` on. */
function intersectBySearch(
  { pages, impacts, rarity }: Postings,
  from: number,
  to: number,
  other: Postings,
  start: number,
  into: PageSums,
): void {
  let at = start;
  for (let i = from; i < to; i++) {
    const page = pages[i]!;
    at = gallop(other, at, page);
    if (at === other.to) return;
    if (other.pages[at] === page) into.add(page, impacts[i]! * rarity + other.impacts[at]! * other.rarity);
  }
}

/** Like `intersectTwo`, for any number of lists. */
function intersectMany(
  lists: readonly Postings[],
  places: number[],
  from: number,
  to: number,
  into: PageSums,
): boolean {
  const shortest = lists[0]!;
  next: for (let i = from; i < to; i++) {
    const page = shortest.pages[i]!;
    let sum = shortest.impacts[i]! * shortest.rarity;
    for (let l = 1; l < lists.length; l++) {
      const list = lists[l]!;
      const found = gallop(list, places[l]!, page);
      if (found === list.to) return false;
      places[l] = found;
      if (list.pages[found] !== page) continue next;
      sum += list.impacts[found]! * list.rarity;
    }
    into.add(page, sum);
  }
  return true;
}

/** Adds a list's scores to the pages found, from index `from` of them on. Both are in ascending order. */
function addTo(found: PageSums, first: number, list: Postings): void {
  let at = list.from;
  for (let i = first; i < found.count && at < list.to; i++) {
    at = gallop(list, at, found.pages[i]!);
    if (at < list.to && list.pages[at] === found.pages[i]) found.sums[i]! += list.impacts[at]! * list.rarity;
  }
}
