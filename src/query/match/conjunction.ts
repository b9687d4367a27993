import type { Matches } from './matches.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';

/**
 * Adds the pages that are in every list, ascending, with the sum of what the lists add; the rarest list leads and the others are galloped through.
 *
 * @param asked at least one list
 * @param extra lists that add to the sums of pages found and ask for nothing
 */
export function intersect(asked: readonly Postings[], extra: readonly Postings[], into: Matches): void {
  const lists = asked.length > 1 ? [...asked].sort((a, b) => sizeOf(a) - sizeOf(b)) : asked;
  if (sizeOf(lists[0]!) === 0) return;
  const first = into.count;
  if (lists.length === 2) intersectTwo(lists[0]!, lists[1]!, into);
  else intersectMany(lists, into);
  for (const list of extra) addTo(into, first, list);
}

function intersectTwo(rare: Postings, other: Postings, into: Matches): void {
  let at = other.from;
  for (let i = rare.from; i < rare.to; i++) {
    const page = rare.pages[i]!;
    at = gallop(other, at, page);
    if (at === other.to) return;
    if (other.pages[at] === page) into.add(page, rare.impacts[i]! * rare.rarity + other.impacts[at]! * other.rarity);
  }
}

function intersectMany(lists: readonly Postings[], into: Matches): void {
  const rare = lists[0]!;
  const at = lists.map(({ from }) => from);
  next: for (let i = rare.from; i < rare.to; i++) {
    const page = rare.pages[i]!;
    let sum = rare.impacts[i]! * rare.rarity;
    for (let l = 1; l < lists.length; l++) {
      const list = lists[l]!;
      const found = gallop(list, at[l]!, page);
      if (found === list.to) return;
      at[l] = found;
      if (list.pages[found] !== page) continue next;
      sum += list.impacts[found]! * list.rarity;
    }
    into.add(page, sum);
  }
}

/** Adds what a list holds for the pages found from a place on; both ascend. */
function addTo(found: Matches, first: number, list: Postings): void {
  let at = list.from;
  for (let i = first; i < found.count && at < list.to; i++) {
    at = gallop(list, at, found.pages[i]!);
    if (at < list.to && list.pages[at] === found.pages[i]) found.sums[i]! += list.impacts[at]! * list.rarity;
  }
}
