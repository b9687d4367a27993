import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import type { PageFilter } from './page_filter.ts';

/** Larger than any place among copies. */
const BEHIND = 2 ** 32;

/** Pages found, those that hold all words as typed first. */
export interface FoundPages {
  readonly pages: Uint32Array;
  /** How many hold all words as typed. */
  readonly exact: number;
  /** From where on they hold near words only: such a copy speaks when no other was found. */
  readonly near: number;
}

/**
 * The pages found that a search shows: of copies the one that comes first. Where a page holds all words, copies are left out whose first
 * one in their language was not found: what only an outdated version says is shown when nothing else is.
 * @param filter the pages that the search admits; null: all
 * @param pinned pages that speak for their copies in any case
 * @returns null when no page of the site has a copy
 */
export function* speakersOf(
  { copies, pages: { language } }: Pick<Corpus, 'copies' | 'pages'>,
  { pages, exact, near }: FoundPages,
  filter: PageFilter | null,
  pinned: readonly number[] = [],
): Steps<{ has(page: number): boolean } | null> {
  const { group, place, count } = copies;
  if (group.length === 0) return null;
  const chosen = new Map(pinned.map((page) => [group[page]!, page]));
  const first = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < pages.length; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    const page = pages[i]!;
    const key = place[page]! + (i < near ? 0 : BEHIND);
    if (key < first[group[page]!]!) first[group[page]!] = key;
  }
  const speaks = (page: number): boolean => {
    const own = group[page]!;
    return own === 0 || (chosen.has(own) ? chosen.get(own) === page : first[own]! % BEHIND === place[page]);
  };
  /** Whether no better copy in the language of a page is admitted. */
  const isCurrent = (page: number): boolean => {
    const own = group[page]!;
    if (own === 0 || chosen.has(own)) return true;
    for (const copy of copies.members(own - 1)) {
      if (language[copy] === language[page] && (filter === null || filter.has(copy))) return copy === page;
    }
    return true;
  };
  const outdated = new Set<number>();
  let hasCurrent = false;
  for (let i = 0; i < pages.length; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    const page = pages[i]!;
    if (!speaks(page)) continue;
    if (!isCurrent(page)) outdated.add(page);
    else if (i < exact) hasCurrent = true;
  }
  return { has: hasCurrent ? (page) => speaks(page) && !outdated.has(page) : speaks };
}
