import type { Steps } from '../../async/steps.ts';
import { roundToScores } from '../../corpus/index/ranking.ts';
import type { Query } from '../ask/plan.ts';
import type { Engine } from '../match/engine.ts';
import type { MatchSet } from '../match/match_set.ts';
import { type Asked, readAsked } from './asked.ts';
import { type CuratedRanking, raise, weigh } from './curated_rows.ts';
import { liftOwnText } from './own_text.ts';
import { addPairs } from './pairs.ts';
import { addSpace } from './space.ts';
import { liftTitles } from './titles.ts';
import { bestOfPages, type Candidates, inPageOrder, type Row, topOfPages } from './top.ts';
import { liftVerbatim } from './verbatim.ts';

/** First rows by the sums of matching that are re-ranked. At least this many are chosen, even when the query's limit is lower. */
export const RANKED_ROWS = 100;

/**
 * Changes the sums of rows by the content of their pages.
 * @param best the best sum that matching gave
 * @returns steps for work that may have to pause; null when it is done
 */
type Reranker = (engine: Engine, asked: Asked, rows: Candidates, best: number) => Steps<void> | null;

/** In running order. */
const RERANKERS: readonly Reranker[] = [addPairs, addSpace, liftTitles, liftVerbatim, liftOwnText];

/**
 * Changes the sums of rows by all re-rankers.
 * @param sumOf returns the sum of a page that was found, else null
 * @returns the rows, and the pages found that have the name that was asked for
 */
export function* rerank(
  engine: Engine,
  asked: Asked,
  first: Candidates,
  sumOf: (page: number) => number | null,
): Steps<Candidates> {
  const rows = withNamed(asked, first, sumOf);
  engine.corpus.text.prefetch(rows.pages, { words: true, shown: false });
  let best = 0;
  for (let row = 0; row < rows.sums.length; row++) best = Math.max(best, rows.sums[row]!);
  for (const change of RERANKERS) {
    const steps = change(engine, asked, rows, best);
    if (steps !== null) yield* steps;
  }
  return rows;
}

/** Adds the pages found that have the name that was asked for and are not among the first rows. */
function withNamed({ named }: Asked, first: Candidates, sumOf: (page: number) => number | null): Candidates {
  const added: Row[] = [];
  for (const { page } of named) {
    const sum = first.pages.includes(page) ? null : sumOf(page);
    if (sum !== null) added.push({ page, sum });
  }
  if (added.length === 0) return first;
  const pages = Uint32Array.from([...first.pages, ...added.map(({ page }) => page)]);
  return inPageOrder(pages, Float64Array.from([...first.sums, ...added.map(({ sum }) => sum)]));
}

/**
 * Chooses and orders the first rows of the pages found. Rows behind the first `RANKED_ROWS` keep the order of their sums.
 * @param asked null when they are not re-ranked
 * @param lift changes the sums of the re-ranked rows once more
 * @param curated what the owner's rules change; null: nothing
 * @returns at most `limit`
 */
export function* rankFound(
  engine: Engine,
  asked: Asked | null,
  found: Candidates,
  limit: number,
  lift: (rows: Candidates) => void = () => {},
  curated: CuratedRanking | null = null,
): Steps<Row[]> {
  const factorOf = curated?.factorOf ?? null;
  const { foreign } = engine.corpus.pages;
  const best = bestOfPages(found, Math.max(limit, RANKED_ROWS), foreign);
  const first = best.pages.length <= RANKED_ROWS ? best : bestOfPages(best, RANKED_ROWS, foreign);
  const sumOf = (page: number): number | null => {
    const at = found.pages.indexOf(page);
    return at < 0 ? null : found.sums[at]! / (factorOf?.(page) ?? 1);
  };
  weigh(first, factorOf, -1);
  const copies = (asked === null ? [] : (curated?.others ?? [])).map((other) => [other, copyOf(first)] as const);
  let rows = asked === null ? first : yield* rerank(engine, asked, first, sumOf);
  for (const [other, copy] of copies) rows = raise(rows, yield* rerank(engine, other, copy, sumOf), curated!.raised);
  lift(rows);
  weigh(rows, factorOf);
  if (asked !== null) roundToScores(rows.sums);
  const ranked = topOfPages(rows, limit, foreign);
  if (ranked.length === limit || first === best) return ranked;
  const placed = new Set(rows.pages);
  const others = topOfPages(best, limit, foreign).filter(({ page }) => !placed.has(page));
  return [...ranked, ...others].slice(0, limit);
}

function copyOf({ pages, sums }: Candidates): Candidates {
  return { pages: pages.slice(), sums: sums.slice() };
}

/** Chooses and orders the rows to return. @returns at most the query's limit */
export function* rankRows(engine: Engine, query: Query, { pages, order, clauses }: MatchSet): Steps<readonly Row[]> {
  const { limit } = query;
  switch (order.by) {
    case 'sum': {
      const asked = pages.length > 1 ? readAsked(engine, query, clauses) : null;
      return yield* rankFound(engine, asked, { pages, sums: order.sums.subarray(0, pages.length) }, limit);
    }
    case 'date':
      return rowsInOrder(engine.corpus.pages.newestFirst, order.has, 0, Math.min(limit, pages.length));
    case 'path':
    case 'distance':
      return Array.from(pages.subarray(0, limit), (page) => ({ page, sum: 0 }));
    default:
      return order satisfies never;
  }
}

/**
 * @param order all pages of the site in the order asked for
 * @param has whether a page is a row
 * @param limit at most as many as there are rows
 * @returns the rows from `offset` on
 */
export function rowsInOrder(order: Uint32Array, has: (page: number) => boolean, offset: number, limit: number): Row[] {
  const rows: Row[] = [];
  let skipped = 0;
  for (let i = 0; i < order.length && rows.length < limit; i++) {
    const page = order[i]!;
    if (!has(page)) continue;
    if (skipped < offset) skipped++;
    else rows.push({ page, sum: 0 });
  }
  return rows;
}
