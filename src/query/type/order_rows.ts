import { wordsOfText } from '../../corpus/analysis/words_of_text.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import type { SearchPlan } from '../ask/search_plan.ts';
import type { Engine } from '../match/engine.ts';
import type { Steps } from '../match/steps.ts';
import { readAsked } from '../rank/asked.ts';
import { bestOfPages, type Candidates, inPageOrder } from '../rank/candidates.ts';
import { RANKED_ROWS, rerank } from '../rank/rank_rows.ts';
import { byRank, topOfPages } from '../rank/top.ts';
import { MISSING, type TypedMatches } from './match_typed.ts';
import type { SearchMemory, TypingEngine } from './typing_engine.ts';

/** A row of a search. */
export interface SearchRow {
  readonly page: number;
  /** Sum of impact times rarity, with what the title adds. */
  readonly sum: number;
  /** Edits of all words together, or `MISSING`. */
  readonly edits: number;
}

/** Factor of a sum when the title begins with what is typed. */
const TITLE_BEGINS = 1.5;

/** Larger than any sum: each edit puts a row behind all rows with fewer. */
const TIER = 2 ** 40;

/**
 * Orders by edits, then sum, then path. The same number of first rows is re-ranked whatever the limit, so that all parts of the list
 * agree.
 * @returns the rows from `offset` on, at most `limit`
 */
export function* rowsByRelevance(
  { engine }: TypingEngine,
  memory: SearchMemory,
  { q, prefix, offset, limit }: SearchPlan,
  matches: TypedMatches,
): Steps<readonly SearchRow[]> {
  const { corpus } = engine;
  const { found, exactTotal } = matches;
  const wanted = Math.max(offset + limit, RANKED_ROWS);
  const isTiered = exactTotal < found.count;
  const rows = isTiered ? bestByTier(memory, matches, wanted, corpus.pages.foreign) : [];
  const exact = isTiered
    ? exactOf(rows)
    : bestOfPages(found.pages.subarray(0, found.count), found.sums, wanted, corpus.pages.foreign);
  // Rows behind the first ones keep the order of their sums.
  const first =
    exact.pages.length <= RANKED_ROWS ? exact : bestOfPages(exact.pages, exact.sums, RANKED_ROWS, corpus.pages.foreign);
  const byStanding = byRank(corpus.pages.foreign);
  const others = first === exact ? [] : without(exact, first).sort(byStanding);
  yield* rerankAsPages(engine, first, q!);
  liftBeginnings(corpus, first, q!, prefix === 'last');
  const ranked = rowsOf(first).sort(byStanding);
  return [...ranked, ...others, ...rows.slice(exact.pages.length)].slice(offset, offset + limit);
}

/** The best rows when some have edits: by edits, then sum, then path. */
function bestByTier(
  { near }: SearchMemory,
  { found, edits }: TypedMatches,
  wanted: number,
  foreign: Uint8Array | null,
): SearchRow[] {
  const keys = near.sums;
  for (let i = 0; i < found.count; i++) keys[i] = found.sums[i]! + (MISSING - edits[i]!) * TIER;
  return topOfPages(found.pages.subarray(0, found.count), keys, wanted, foreign).map(({ page, sum: key }) => {
    const tier = Math.floor(key / TIER);
    return { page, sum: key - tier * TIER, edits: MISSING - tier };
  });
}

/** The rows without edits, which come first. */
function exactOf(rows: readonly SearchRow[]): Candidates {
  const exact = rows.filter(({ edits }) => edits === 0);
  return inPageOrder(
    exact.map(({ page }) => page),
    exact.map(({ sum }) => sum),
  );
}

function rowsOf({ pages, sums }: Candidates): SearchRow[] {
  return Array.from(pages, (page, i) => ({ page, sum: sums[i]!, edits: 0 }));
}

function without(rows: Candidates, first: Candidates): SearchRow[] {
  const placed = new Set(first.pages);
  return rowsOf(rows).filter(({ page }) => !placed.has(page));
}

/** Changes the sums of rows as `/api/pages` does. */
function* rerankAsPages(engine: Engine, rows: Candidates, q: string): Steps<void> {
  if (rows.pages.length < 2) return;
  const clause = { text: q, in: 'all' } as const;
  const asked = readAsked(engine, { form: 'match', match: clause, collection: null, tag: null, limit: 0, facets: [] });
  if (asked !== null) yield* rerank(engine, asked, rows);
}

/** Lifts rows whose title begins with what is typed. */
function liftBeginnings(
  { pages: { titleBegins } }: Corpus,
  { pages, sums }: Candidates,
  q: string,
  open: boolean,
): void {
  const typed = wordsOfText(q);
  const isOpen = open && !/\s$/.test(q);
  const beginning = Buffer.from(typed);
  for (let row = 0; row < pages.length; row++) {
    if (titleBegins(pages[row]!, beginning, isOpen)) sums[row]! *= TITLE_BEGINS;
  }
}

/**
 * @param order all pages of the site in the order asked for
 * @param has whether a page is a row
 * @returns the rows from `offset` on, at most `limit`
 */
export function rowsInOrder(
  order: Uint32Array,
  has: (page: number) => boolean,
  sumOf: (page: number) => number,
  { offset, limit }: SearchPlan,
): readonly SearchRow[] {
  const rows: SearchRow[] = [];
  let skipped = 0;
  for (let i = 0; i < order.length && rows.length < limit; i++) {
    const page = order[i]!;
    if (!has(page)) continue;
    if (skipped < offset) skipped++;
    else rows.push({ page, sum: sumOf(page), edits: 0 });
  }
  return rows;
}

/** All pages of the site in the order of a sort other than by relevance. */
export function orderOf({ pages }: Corpus, sort: 'updated' | 'published' | 'title'): Uint32Array {
  if (sort === 'title') return pages.byTitle;
  return sort === 'updated' ? pages.lastUpdatedFirst : pages.newestFirst;
}
