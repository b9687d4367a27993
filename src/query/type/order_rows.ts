import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { wordsOfText } from '../../corpus/analysis/words_of_text.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { roundToScores } from '../../corpus/index/ranking.ts';
import type { SearchPlan } from '../ask/search_plan.ts';
import type { Engine } from '../match/engine.ts';
import { readAsked } from '../rank/asked.ts';
import { bestOfPages, type Candidates, inPageOrder, RANKED_ROWS } from '../rank/candidates.ts';
import { rerank, withNamed } from '../rank/rank_rows.ts';
import { byRank, type Row, topOfPages } from '../rank/top.ts';
import { correctedTexts } from './did_you_mean.ts';
import { MISSING, type TypedMatches } from './match_typed.ts';
import type { SearchScratch, TypingEngine } from './typing_engine.ts';

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
 * Orders by edits, then sum, then path. The first rows without edits are re-ranked as those of `/api/pages`, or the first that miss words
 * when there are none: always the same number, so that all parts of the list agree.
 * @returns the rows from `offset` on, at most `limit`
 */
export function* rowsByRelevance(
  typing: TypingEngine,
  scratch: SearchScratch,
  plan: SearchPlan,
  { words, found, edits, exactTotal, ranked: [from, to], relaxed }: TypedMatches,
): Steps<readonly SearchRow[]> {
  const { engine } = typing;
  const { q, prefix, offset, limit } = plan;
  const { foreign } = engine.corpus.pages;
  const wanted = Math.max(offset + limit, RANKED_ROWS);
  const ranked = bestOfPages(found.pages.subarray(from, to), found.sums.subarray(from, to), wanted, foreign);
  // Rows behind the first ones keep the order of their sums.
  const best =
    ranked.pages.length <= RANKED_ROWS ? ranked : bestOfPages(ranked.pages, ranked.sums, RANKED_ROWS, foreign);
  const first = yield* rerankAsPages(engine, best, q!, (page) => {
    const at = found.pages.subarray(from, to).indexOf(page);
    return at < 0 ? null : found.sums[from + at]!;
  });
  if (!relaxed && prefix === 'last') liftBeginnings(engine.corpus, first, q!);
  roundToScores(first.sums);
  const end = offset + limit;
  const rows = topOfPages(first.pages, first.sums, Math.min(first.pages.length, end), foreign);
  if (first.pages.length < end) rows.push(...without(ranked, first).sort(byRank(foreign)));
  const tier = relaxed ? MISSING : 0;
  const inTier = rows.map((row) => ({ ...row, edits: tier }));
  if (from > 0) return [...(yield* nearRows(0, from)), ...inTier].slice(offset, end);
  return (inTier.length < end ? [...inTier, ...(yield* nearRows(to, found.count))] : inTier).slice(offset, end);

  /** The best of the pages found from `start` to `end`, by edits, then sum, then path; re-ranked first when none is exact. */
  function* nearRows(start: number, end: number): Steps<readonly SearchRow[]> {
    const pages = found.pages.subarray(start, end);
    const keys = scratch.workspace.spare.sums.subarray(0, end - start);
    for (let i = start; i < end; i++) keys[i - start] = found.sums[i]! + (MISSING - edits[i]!) * TIER;
    const near = topOfPages(pages, keys, wanted, foreign).map(({ page, sum: key }) => {
      const tier = Math.floor(key / TIER);
      return { page, sum: key - tier * TIER, edits: MISSING - tier };
    });
    if (exactTotal > 0 || near.length < 2) return near;
    const nearest = near[0]!.edits;
    return yield* rerankNearest(typing, near, plan, words, (page) => {
      const at = start + pages.indexOf(page);
      return at < start || edits[at] !== nearest ? null : found.sums[at]!;
    });
  }
}

/**
 * Re-ranks the first rows of those with the fewest edits, as `/api/pages` does for the text without its typing errors. Of several
 * corrected texts each row takes the one that raises it most.
 * @param sumOf returns the sum of a page with the fewest edits, else null
 */
function* rerankNearest(
  typing: TypingEngine,
  near: readonly SearchRow[],
  { q, prefix }: SearchPlan,
  words: TypedMatches['words'],
  sumOf: (page: number) => number | null,
): Steps<readonly SearchRow[]> {
  const { engine } = typing;
  const { edits } = near[0]!;
  const first = near.slice(0, RANKED_ROWS).filter((row) => row.edits === edits);
  const pages = first.map(({ page }) => page);
  const sums = first.map(({ sum }) => sum);
  const best = new Map(first.map(({ page, sum }) => [page, sum]));
  for (const text of correctedTexts(typing, q!, words)) {
    const rows = yield* rerankAsPages(engine, inPageOrder(pages, sums), text, sumOf);
    if (prefix === 'last') liftBeginnings(engine.corpus, rows, text);
    for (let row = 0; row < rows.pages.length; row++) {
      const page = rows.pages[row]!;
      best.set(page, Math.max(best.get(page) ?? 0, rows.sums[row]!));
    }
  }
  const ranked = { pages: Uint32Array.from(best.keys()), sums: Float64Array.from(best.values()) };
  roundToScores(ranked.sums);
  const rows = topOfPages(ranked.pages, ranked.sums, best.size, engine.corpus.pages.foreign);
  return [...rows.map((row) => ({ ...row, edits })), ...near.filter(({ page }) => !best.has(page))];
}

function without({ pages, sums }: Candidates, first: Candidates): Row[] {
  const placed = new Set(first.pages);
  return Array.from(pages, (page, i) => ({ page, sum: sums[i]! })).filter(({ page }) => !placed.has(page));
}

/**
 * Changes the sums of rows as `/api/pages` does.
 * @param sumOf returns the sum of a page found, else null
 * @returns the rows, and pages found that have the name that was asked for
 */
function* rerankAsPages(
  engine: Engine,
  best: Candidates,
  q: string,
  sumOf: (page: number) => number | null,
): Steps<Candidates> {
  if (best.pages.length < 2) return best;
  const clause = { text: q, in: 'all' } as const;
  const asked = readAsked(engine, { form: 'match', match: clause, collection: null, tag: null, limit: 0, facets: [] });
  const rows = asked === null ? best : withNamed(asked, best, sumOf);
  if (asked !== null) yield* rerank(engine, asked, rows);
  return rows;
}

/** Raises rows whose title begins with the typed text, which may end inside a word. Re-ranking has raised those with whole words. */
function liftBeginnings({ pages: { titleShare } }: Corpus, { pages, sums }: Candidates, q: string): void {
  if (/\s$/.test(q)) return;
  const beginning = Buffer.from(wordsOfText(q));
  for (let row = 0; row < pages.length; row++) {
    const share = titleShare(pages[row]!, beginning, true);
    if (share > 0 && share <= 1) sums[row]! *= TITLE_BEGINS;
  }
}

/**
 * @param order all pages of the site in the order asked for
 * @param has whether a page is a row
 * @returns the rows from `offset` on, at most `limit`
 */
export function* rowsInOrder(
  order: Uint32Array,
  has: (page: number) => boolean,
  { offset, limit }: SearchPlan,
): Steps<SearchRow[]> {
  const rows: SearchRow[] = [];
  let skipped = 0;
  for (let i = 0; i < order.length && rows.length < limit; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    const page = order[i]!;
    if (!has(page)) continue;
    if (skipped < offset) skipped++;
    else rows.push({ page, sum: 0, edits: 0 });
  }
  return rows;
}

/** All pages of the site in the order of a sort other than by relevance. */
export function orderOf({ pages }: Corpus, sort: 'updated' | 'published' | 'title'): Uint32Array {
  if (sort === 'title') return pages.byTitle;
  return sort === 'updated' ? pages.lastUpdatedFirst : pages.newestFirst;
}
