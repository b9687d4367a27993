import { RANKED_ROWS } from '../../query/rank/rank_rows.ts';
import type { FoundPage } from '../found/found_corpus.ts';
import { PAGE_WORDS_SCRIPT, readFoundWords } from '../index/page_words.ts';
import type { Dsl } from '../translate/dsl.ts';
import type { BuildAsker, Found, Hit } from './ask_build.ts';

/** Rows of the first search: a few more than are ranked, so that most questions need no second search. */
const FIRST_ROWS = RANKED_ROWS + 6;
/** Rows that are fetched at a time after these. */
const MORE_ROWS = 1000;

/** From here on a 32-bit float has no room for every whole number. */
const EXACT = 2 ** 24;
/** Maximum error of a sum of 32-bit floats, with a wide margin. */
const INEXACT_SHARE = 1e-6;

/** The best pages of a query, of which the ranked ones are certain, and the facts of all pages from the first search. */
export interface BestPages {
  readonly pages: readonly FoundPage[];
  readonly found: Found;
}

/** The order of ranked rows, as `byRank`. */
const BY_RANK = [{ _score: 'desc' }, { foreign: 'asc' }, { page: 'asc' }] as const;

/**
 * Fetches the first `RANKED_ROWS` pages by their exact sums, and maybe more. The cluster orders by 32-bit floats, so pages near the
 * border are fetched until the next one is certain to be behind it.
 *
 * @param parts as in `Translation`; @param terms asked for, ascending
 */
export async function fetchBest(
  asker: BuildAsker,
  {
    query,
    parts,
    terms,
    more,
  }: { readonly query: Dsl; readonly parts: number | null; readonly terms: readonly number[]; readonly more: Dsl },
  signal: AbortSignal,
): Promise<BestPages> {
  const body = { query, sort: BY_RANK, script_fields: wordsOf(terms) };
  const found = await asker.search({ ...body, ...more, size: FIRST_ROWS }, signal);
  const hits: Hit[] = [...found.hits];
  while (hits.length < found.total && !isCertain(hits, parts)) {
    const next = await asker.search(
      { ...body, size: MORE_ROWS, search_after: hits.at(-1)!.sort, track_total_hits: false },
      signal,
    );
    if (next.hits.length === 0) break;
    hits.push(...next.hits);
  }
  return { pages: hits.map((hit) => foundPage(hit, 2)), found };
}

/** Whether no page behind these can be one of the ranked ones. */
export function isCertain(hits: readonly Pick<Hit, 'sort'>[], parts: number | null): boolean {
  const border = hits[RANKED_ROWS - 1]?.sort[0];
  if (border === undefined) return false;
  if (parts !== null && border * parts < EXACT) return true;
  return hits.at(-1)!.sort[0]! < border * (1 - INEXACT_SHARE);
}

/** The field of a hit that `foundPage` reads. */
export function wordsOf(terms: readonly number[]) {
  return { words: { script: { lang: 'painless', source: PAGE_WORDS_SCRIPT, params: { terms } } } };
}

/** @param at where the page's number is among the values that hits are sorted by; @param newest where its place by date is */
export function foundPage({ sort, fields }: Hit, at: number, newest: number | null = null): FoundPage {
  const words = fields?.words?.[0];
  return {
    page: sort[at]!,
    newest: newest === null ? 0 : sort[newest]!,
    words: typeof words === 'string' ? readFoundWords(words) : null,
  };
}
