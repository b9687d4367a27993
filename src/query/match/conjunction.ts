import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { PageFilter } from './page_filter.ts';
import type { PageSums } from './page_sums.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';

/**
 * Adds the pages that are in every list, ascending, with their summed scores: those of the shortest list, less those that are not in
 * the next one, and so on.
 *
 * @param required at least one list
 * @param extra lists that add to the scores of pages found and do not restrict them
 * @param filter the pages that may be added; null: all
 */
export function* intersect(
  required: readonly Postings[],
  extra: readonly Postings[],
  into: PageSums,
  filter: PageFilter | null = null,
): Steps<void> {
  const lists = required.length === 1 ? required : required.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const first = into.count;
  const isNarrow = filter !== null && filter.pages.length < sizeOf(lists[0]!);
  if (isNarrow) into.addUnscored(filter.pages);
  else {
    into.addList(lists[0]!);
    if (filter !== null) into.keep(filter, first);
  }
  const { length } = lists;
  let work = filter === null ? 0 : sizeOf(lists[0]!);
  for (let i = isNarrow ? 0 : 1; i < length + extra.length; i++) {
    const list = i < length ? lists[i]! : extra[i - length]!;
    const count = into.count - first;
    work += count + Math.min(sizeOf(list), DENSE * count);
    if (work > STEP_WORK) {
      work = 0;
      yield;
    }
    if (i < length) keepShared(into, first, list);
    else addShared(into, first, list);
  }
}

/** A list with fewer pages for each page found is read as a whole, which takes half the time of a merge. */
const DENSE = 8;
/** By page: 1 + its index among the pages found while it is looked for, else 0. Reused, as no mark outlasts a call. */
let MARKS = new Uint32Array(0);

/** Removes the pages found from index `first` on that are not in the list, and adds its scores to the others. Both ascend. */
function keepShared(found: PageSums, first: number, list: Postings): void {
  if (found.count === first) return;
  const isDense = sizeOf(list) < DENSE * (found.count - first);
  if (isDense) addMarked(found, first, list);
  const { pages, sums } = found;
  const { pages: listed, impacts, rarity, to } = list;
  let kept = first;
  let at = list.from;
  for (let i = first; i < found.count; i++) {
    const page = pages[i]!;
    let sum = sums[i]!;
    if (isDense) {
      const isMissed = MARKS[page] !== 0;
      MARKS[page] = 0;
      if (isMissed) continue;
    } else {
      at = gallop(list, at, page);
      if (at === to) break;
      if (listed[at] !== page) continue;
      sum += impacts[at]! * rarity;
    }
    pages[kept] = page;
    sums[kept++] = sum;
  }
  found.count = kept;
}

/** Adds a list's scores to the pages found from index `first` on. Those that it lacks stay marked. */
function addMarked({ pages, sums, count }: PageSums, first: number, list: Postings): void {
  const { pages: listed, impacts, rarity, from, to } = list;
  const end = Math.max(pages[count - 1]!, to === from ? 0 : listed[to - 1]!) + 1;
  if (MARKS.length < end) MARKS = new Uint32Array(end);
  const marks = MARKS;
  for (let i = first; i < count; i++) marks[pages[i]!] = i + 1;
  for (let at = from; at < to; at++) {
    const mark = marks[listed[at]!]!;
    if (mark === 0) continue;
    marks[listed[at]!] = 0;
    sums[mark - 1]! += impacts[at]! * rarity;
  }
}

/** Adds a list's scores to the pages found, from index `first` of them on. Both ascend. */
function addShared({ pages, sums, count }: PageSums, first: number, list: Postings): void {
  let at = list.from;
  for (let i = first; i < count && at < list.to; i++) {
    at = gallop(list, at, pages[i]!);
    if (at < list.to && list.pages[at] === pages[i]) sums[i]! += list.impacts[at]! * list.rarity;
  }
}
