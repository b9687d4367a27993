import { wordsOfText } from '../../corpus/analysis/words_of_text.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import type { SearchPlan } from '../ask/search_plan.ts';
import type { Engine } from '../match/engine.ts';
import type { Steps } from '../match/steps.ts';
import { readAsked } from '../rank/asked.ts';
import { inPageOrder } from '../rank/candidates.ts';
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

/** Factors of a sum when the title is what is typed, and when it begins with it. */
const WHOLE_TITLE = 2;
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
  { found, edits }: TypedMatches,
): Steps<readonly SearchRow[]> {
  const { foreign } = engine.corpus.pages;
  const pages = found.pages.subarray(0, found.count);
  const wanted = Math.max(offset + limit, RANKED_ROWS);
  const isTiered = edits.subarray(0, found.count).some((each) => each > 0);
  const rows = isTiered
    ? rowsByTier()
    : topOfPages(pages, found.sums, wanted, foreign).map((row) => ({ ...row, edits: 0 }));
  yield* rerankExact(engine, rows, q!);
  liftTitles(engine.corpus, rows, q!, prefix === 'last');
  return rows.slice(offset, offset + limit);

  function rowsByTier(): SearchRow[] {
    const keys = memory.near.sums;
    for (let i = 0; i < found.count; i++) keys[i] = found.sums[i]! + (MISSING - edits[i]!) * TIER;
    return topOfPages(pages, keys, wanted, foreign).map(({ page, sum: key }) => {
      const tier = Math.floor(key / TIER);
      return { page, sum: key - tier * TIER, edits: MISSING - tier };
    });
  }
}

/** Changes the sums of the first rows without edits as `/api/pages` does. */
function* rerankExact(engine: Engine, rows: SearchRow[], q: string): Steps<void> {
  const exact = rows.slice(0, RANKED_ROWS).filter(({ edits }) => edits === 0);
  const clause = { text: q, in: 'all' } as const;
  const asked = readAsked(engine, { form: 'match', match: clause, collection: null, tag: null, limit: 0, facets: [] });
  if (asked === null || exact.length < 2) return;
  const candidates = inPageOrder(
    exact.map(({ page }) => page),
    exact.map(({ sum }) => sum),
  );
  yield* rerank(engine, asked, candidates);
  const sums = new Map(Array.from(candidates.pages, (page, i) => [page, candidates.sums[i]!]));
  for (const [i, row] of exact.entries()) rows[i] = { ...row, sum: sums.get(row.page)! };
}

/** Lifts rows whose title is what is typed, or begins with it, within their tier. */
function liftTitles(corpus: Corpus, rows: SearchRow[], q: string, open: boolean): void {
  const typed = wordsOfText(q);
  const begins = open && !/\s$/.test(q) ? typed : `${typed} `;
  const compared = Math.min(rows.length, RANKED_ROWS);
  const first = rows.slice(0, compared).map((row) => {
    if (row.edits === MISSING) return row;
    const title = corpus.pages.titleWords(row.page);
    if (title === typed) return { ...row, sum: row.sum * WHOLE_TITLE };
    return title.startsWith(begins) ? { ...row, sum: row.sum * TITLE_BEGINS } : row;
  });
  const byStanding = byRank(corpus.pages.foreign);
  first.sort((a, b) => a.edits - b.edits || byStanding(a, b));
  rows.splice(0, compared, ...first);
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
