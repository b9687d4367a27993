import { STEP_WORK, type Steps } from '../../../async/steps.ts';
import type { PageRange } from '../../../text/page_range.ts';
import { gallop, type Postings, sizeOf } from '../postings.ts';
import type { Named, SoughtWord } from '../sought_word.ts';

/** Takes the pages that are left out of search from those of a word, as if they did not have it. @param excluded ascending */
export function* keepAdmitted(word: SoughtWord, excluded: readonly PageRange[]): Steps<void> {
  // Of a list that has not all pages it is not known how many are left out.
  const isComplete = sizeOf(word.list) === word.holding;
  word.list = yield* without(word.list, excluded);
  if (isComplete) word.holding = sizeOf(word.list);
  const { curated } = word;
  if (curated === null) return;
  curated.own = yield* without(curated.own, excluded);
  curated.ownHolding = sizeOf(curated.own);
  const lists: Postings[] = [];
  for (const list of curated.lists) lists.push(yield* without(list, excluded));
  curated.lists = lists;
  curated.all = yield* without(curated.all, excluded);
}

/** Takes them from those of the names that words stand for. */
export function* keepAdmittedNames(words: readonly SoughtWord[], excluded: readonly PageRange[]): Steps<void> {
  for (const word of words) {
    word.named = yield* namedWithout(word.named, excluded);
    word.partly = yield* namedWithout(word.partly, excluded);
  }
}

function* namedWithout(named: Named | null, excluded: readonly PageRange[]): Steps<Named | null> {
  return named === null ? null : { ...named, list: yield* without(named.list, excluded) };
}

/** @returns the list itself when it has none of the pages */
function* without(list: Postings, excluded: readonly PageRange[]): Steps<Postings> {
  const cuts: [from: number, to: number][] = [];
  let kept = sizeOf(list);
  let at = list.from;
  for (let i = 0; i < excluded.length && at < list.to; i++) {
    if (i % RANGES_A_STEP === RANGES_A_STEP - 1) yield;
    const [first, end] = excluded[i]!;
    // Most ranges are behind those of short lists.
    if (end <= list.pages[at]!) continue;
    const from = gallop(list, at, first);
    at = gallop(list, from, end);
    if (from < at) cuts.push([from, at]);
    kept -= at - from;
  }
  if (cuts.length === 0) return list;
  const pages = new Uint32Array(kept);
  const impacts = list.impacts instanceof Uint8Array ? new Uint8Array(kept) : new Float64Array(kept);
  let from = list.from;
  let to = 0;
  for (const [first, end] of [...cuts, [list.to, list.to] as const]) {
    pages.set(list.pages.subarray(from, first), to);
    impacts.set(list.impacts.subarray(from, first), to);
    to += first - from;
    from = end;
  }
  yield;
  return { pages, impacts, set: null, from: 0, to: kept, rarity: list.rarity };
}

/** Each takes two searches in the list. */
const RANGES_A_STEP = STEP_WORK / 16;
