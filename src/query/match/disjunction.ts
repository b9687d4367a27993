import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Postings } from './postings.ts';
import type { Workspace } from './workspace.ts';

/**
 * Finds the pages that are in any list, with their summed scores, in no particular order.
 * @param weigh maps an impact to its weight, indexed by impact; null: the impact itself
 */
export function* unite(
  lists: readonly Postings[],
  { found, sums }: Workspace,
  weigh: Float64Array | null = null,
): Steps<void> {
  found.count = 0;
  let work = 0;
  for (const list of lists) {
    if (work > STEP_WORK) {
      work = 0;
      yield;
    }
    work += list.to - list.from;
    found.count = addList(list, weigh, sums, found.pages, found.count);
  }
  for (let i = 0; i < found.count; i++) {
    const page = found.pages[i]!;
    found.sums[i] = sums[page]!;
    sums[page] = 0;
  }
}

/** A zero sum means that the page is new: every posting adds more than zero. @returns how many pages are found then */
function addList(
  { pages, impacts, from, to, rarity }: Postings,
  weigh: Float64Array | null,
  sums: Float64Array,
  found: Uint32Array,
  count: number,
): number {
  let next = count;
  for (let i = from; i < to; i++) {
    const page = pages[i]!;
    const sum = sums[page]!;
    if (sum === 0) found[next++] = page;
    sums[page] = sum + (weigh === null ? impacts[i]! : weigh[impacts[i]!]!) * rarity;
  }
  return next;
}
