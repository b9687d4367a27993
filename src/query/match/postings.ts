import type { Part, PartTerm } from '../../corpus/analysis/unit.ts';
import type { FieldName } from '../../corpus/index/fields.ts';
import type { PositionedSet, PostingList } from '../../corpus/index/posting_set.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';

export type Postings = PostingList;

export const NO_POSTINGS: Postings = {
  pages: new Uint32Array(0),
  impacts: new Uint8Array(0),
  set: null,
  from: 0,
  to: 0,
  rarity: 0,
};

export function sizeOf({ from, to }: Postings): number {
  return to - from;
}

/** The set of a list that `termPostings` returned for a field. */
export function setOf({ set }: Postings): PositionedSet {
  return set as PositionedSet;
}

/** Weights a list by how often the query repeats its term. */
export function repeated<List extends Postings>(list: List, times: number): List {
  return times === 1 ? list : { ...list, rarity: list.rarity * times };
}

/** One field, or all of them. */
export type FieldOrAll = FieldName | 'all';

/** All bits: pages of any stemmer. */
export const ANY_STEMMER = -1;

/** The part's distinct terms that occur on the site. */
export function partTerms(index: Pick<TextIndex, 'vocabulary'>, { terms, known }: Part): readonly PartTerm[] {
  return known ?? knownTerms(index, terms);
}

/** The terms that occur on the site, each once. @param terms as in `Part` */
export function knownTerms(index: Pick<TextIndex, 'vocabulary'>, terms: readonly string[]): readonly PartTerm[] {
  if (terms.length === 1) {
    const term = index.vocabulary.find(terms[0]!);
    return term < 0 ? [] : [{ term, stemmers: ANY_STEMMER }];
  }
  const found = new Map<number, number>();
  terms.forEach((term, stemmer) => {
    const number = index.vocabulary.find(term);
    if (number >= 0) found.set(number, (found.get(number) ?? 0) | (1 << stemmer));
  });
  return [...found].map(([term, stemmers]) => ({ term, stemmers }));
}

/** The postings of a term, in a field at least those on prefetched pages. */
export function termPostings(index: TextIndex, field: FieldOrAll, term: number): Postings {
  return index.postings(field, term, false);
}

/** Like `termPostings`, for callers that read more pages than those of rows. */
export function wholePostings(index: TextIndex, field: FieldOrAll, term: number): Postings {
  return index.postings(field, term, true);
}

/**
 * Posting lists of the part, one per term. No page is in two of them: each page was analysed by one stemmer, and contains the
 * part only as that stemmer's term.
 */
export function partLists(index: TextIndex, field: FieldOrAll, part: Part): Postings[] {
  return partTerms(index, part)
    .map(({ term, stemmers }) => onPagesOf(index, stemmers, wholePostings(index, field, term)))
    .filter((list) => sizeOf(list) > 0);
}

/** Pages that contain the part, in one list. */
export function partPostings(index: TextIndex, field: FieldOrAll, part: Part): Postings {
  if (part.terms.length === 1) {
    const [found] = partTerms(index, part);
    return found === undefined ? NO_POSTINGS : wholePostings(index, field, found.term);
  }
  const lists = partLists(index, field, part);
  if (lists.length === 0) return NO_POSTINGS;
  return lists.length === 1 ? lists[0]! : unite(lists);
}

/** @returns the postings on pages that the given stemmers analysed; the list itself when that excludes none */
export function onPagesOf(index: TextIndex, stemmers: number, list: Postings): Postings {
  if (stemmers === ANY_STEMMER) return list;
  const { pages, impacts, from, to } = list;
  const { stemmers: stemmerOf } = index;
  let kept = 0;
  for (let i = from; i < to; i++) kept += (stemmers >>> stemmerOf[pages[i]!]!) & 1;
  if (kept === to - from) return list;
  const keptPages = new Uint32Array(kept);
  const keptImpacts = impacts instanceof Uint8Array ? new Uint8Array(kept) : new Float64Array(kept);
  let at = 0;
  for (let i = from; i < to; i++) {
    if (((stemmers >>> stemmerOf[pages[i]!]!) & 1) === 0) continue;
    keptPages[at] = pages[i]!;
    keptImpacts[at++] = impacts[i]!;
  }
  return { pages: keptPages, impacts: keptImpacts, set: null, from: 0, to: kept, rarity: list.rarity };
}

/** Merges lists. The scores of a page in several lists are summed. */
export function unite(lists: readonly Postings[]): Postings {
  const size = lists.reduce((sum, list) => sum + sizeOf(list), 0);
  const pages = new Uint32Array(size);
  const impacts = new Float64Array(size);
  const at = lists.map(({ from }) => from);
  let to = 0;
  for (;;) {
    let page = Number.POSITIVE_INFINITY;
    for (let i = 0; i < lists.length; i++) {
      const { pages: listed, to: end } = lists[i]!;
      if (at[i]! < end && listed[at[i]!]! < page) page = listed[at[i]!]!;
    }
    if (page === Number.POSITIVE_INFINITY) break;
    let sum = 0;
    for (let i = 0; i < lists.length; i++) {
      const list = lists[i]!;
      if (at[i]! < list.to && list.pages[at[i]!] === page) sum += list.impacts[at[i]!++]! * list.rarity;
    }
    pages[to] = page;
    impacts[to++] = sum;
  }
  return { pages, impacts, set: null, from: 0, to, rarity: 1 };
}

/**
 * The first index at or after `from` whose page is at least `page`, by galloping (exponential) search.
 * @returns `list.to` when there is none
 */
export function gallop(list: Postings, from: number, page: number): number {
  const { pages, to } = list;
  if (from >= to || pages[from]! >= page) return from;
  let step = 1;
  let low = from;
  while (low + step < to && pages[low + step]! < page) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, to);
  low++;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pages[middle]! < page) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @returns the index of a page in the list, or -1 */
export function find({ pages, from, to }: Postings, page: number): number {
  return findPage(pages, from, to, page);
}

/** @returns the index of a page in `[from, to)` of an ascending list, or -1 */
function findPage(pages: Uint32Array, from: number, to: number, page: number): number {
  let low = from;
  let high = to - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = pages[middle]!;
    if (found === page) return middle;
    if (found < page) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
