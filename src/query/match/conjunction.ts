import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { PageSums } from './page_sums.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';

/**
 * Adds the pages that are in every list, ascending, with their summed scores: those of the shortest list, less those that are not in
 * the next one, and so on. A step is a list.
 *
 * @param required at least one list
 * @param extra lists that add to the scores of pages found and do not restrict them
 */
export function* intersect(required: readonly Postings[], extra: readonly Postings[], into: PageSums): Steps<void> {
  const [shortest, ...others] = required.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const first = into.count;
  into.addList(shortest!);
  for (const list of others) {
    if (into.count - first > STEP_WORK) yield;
    keepShared(into, first, list);
  }
  for (const list of extra) {
    if (into.count - first > STEP_WORK) yield;
    addShared(into, first, list);
  }
}

/** A list with fewer pages for each page found is read as a whole. */
const DENSE = 8;

/** Removes the pages found from index `first` on that are not in the list, and adds its scores to the others. Both ascend. */
function keepShared(found: PageSums, first: number, list: Postings): void {
  const { pages, sums } = found;
  const { pages: listed, impacts, rarity, to } = list;
  // Steps of a few pages are faster one by one.
  const isDense = to - list.from < DENSE * (found.count - first);
  let kept = first;
  let at = list.from;
  for (let i = first; i < found.count; i++) {
    const page = pages[i]!;
    if (isDense) while (at < to && listed[at]! < page) at++;
    else at = gallop(list, at, page);
    if (at === to) break;
    if (listed[at] !== page) continue;
    pages[kept] = page;
    sums[kept++] = sums[i]! + impacts[at]! * rarity;
  }
  found.count = kept;
}

/** Adds a list's scores to the pages found, from index `first` of them on. Both ascend. */
function addShared({ pages, sums, count }: PageSums, first: number, list: Postings): void {
  let at = list.from;
  for (let i = first; i < count && at < list.to; i++) {
    at = gallop(list, at, pages[i]!);
    if (at < list.to && list.pages[at] === pages[i]) sums[i]! += list.impacts[at]! * list.rarity;
  }
}
