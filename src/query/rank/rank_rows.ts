import type { Steps } from '../../async/steps.ts';
import { roundToScores } from '../../corpus/index/ranking.ts';
import type { Query } from '../ask/plan.ts';
import type { Engine } from '../match/engine.ts';
import type { MatchSet } from '../match/match_set.ts';
import { find } from '../match/postings.ts';
import { type Asked, readAsked } from './asked.ts';
import { bestOfPages, bestOfPostings, type Candidates, giveBackRows, inPageOrder, RANKED_ROWS } from './candidates.ts';
import { liftOwnText } from './own_text.ts';
import { addPairs } from './pairs.ts';
import { addSpace } from './space.ts';
import { liftTitles } from './titles.ts';
import { type Row, topOfPages } from './top.ts';
import { liftVerbatim } from './verbatim.ts';

/**
 * Changes the sums of rows by the content of their pages.
 * @param best the best sum that matching gave
 * @returns steps for work that may have to pause; null when it is done
 */
type Reranker = (engine: Engine, asked: Asked, rows: Candidates, best: number) => Steps<void> | null;

/** In running order. */
const RERANKERS: readonly Reranker[] = [addPairs, addSpace, liftTitles, liftVerbatim, liftOwnText];

/** Changes the sums of candidates by all re-rankers. */
export function* rerank(engine: Engine, asked: Asked, rows: Candidates): Steps<void> {
  const rest = startReranking(engine, asked, rows);
  if (rest !== null) yield* rest;
}

/** Like `rerank`, but @returns null when no step is left. Most queries need none, and starting one costs as much as a re-ranker. */
function startReranking(engine: Engine, asked: Asked, rows: Candidates): Steps<void> | null {
  engine.corpus.text.lookUp?.prefetch(rows.pages, { words: true, shown: false });
  let best = 0;
  for (let row = 0; row < rows.sums.length; row++) if (rows.sums[row]! > best) best = rows.sums[row]!;
  for (let i = 0; i < RERANKERS.length; i++) {
    const steps = RERANKERS[i]!(engine, asked, rows, best);
    if (steps !== null) return rerankFrom(i, steps);
  }
  return null;

  function* rerankFrom(first: number, begun: Steps<void>): Steps<void> {
    yield* begun;
    for (const change of RERANKERS.slice(first + 1)) {
      const steps = change(engine, asked, rows, best);
      if (steps !== null) yield* steps;
    }
  }
}

/** Chooses and orders the rows to return. @returns at most the query's limit */
export function* rankRows(engine: Engine, query: Query, matched: MatchSet): Steps<readonly Row[]> {
  const { by } = matched.order;
  if (by !== 'sum' && by !== 'postings') return listedRows(engine, matched, query.limit);
  const ranking = startRanking(engine, query, matched);
  if (ranking.steps !== null) yield* ranking.steps;
  const rows = endRanking(ranking, query.limit, engine.corpus.pages.foreign);
  giveBackRows(ranking.found);
  if (ranking.rows !== null && ranking.rows !== ranking.found) giveBackRows(ranking.rows);
  return rows;
}

/** The rows of a query while they are ranked. */
interface Ranking {
  /** The best rows by the sums of matching. */
  readonly found: Candidates;
  /** Those of them that are re-ranked, and named pages; null when the query has no text to rank by. */
  readonly rows: Candidates | null;
  /** What is left to do on `rows`; null: nothing. */
  readonly steps: Steps<void> | null;
}

function startRanking(engine: Engine, query: Query, matched: MatchSet): Ranking {
  const { foreign } = engine.corpus.pages;
  const found = bestRows(matched, Math.max(query.limit, RANKED_ROWS), foreign);
  const asked = matched.pages.length > 1 ? readAsked(engine, query, matched.clauses) : null;
  if (asked === null) return { found, rows: null, steps: null };
  const first = found.pages.length <= RANKED_ROWS ? found : bestOfPages(found.pages, found.sums, RANKED_ROWS, foreign);
  const rows =
    matched.pages.length === first.pages.length ? first : withNamed(asked, first, (page) => sumOf(matched, page));
  return { found, rows, steps: startReranking(engine, asked, rows) };
}

function endRanking({ found, rows }: Ranking, limit: number, foreign: Uint8Array | null): readonly Row[] {
  if (rows === null) return topOfPages(found.pages, found.sums, limit, foreign);
  roundToScores(rows.sums);
  const ranked = topOfPages(rows.pages, rows.sums, limit, foreign);
  if (ranked.length === limit || found.pages.length <= RANKED_ROWS) return ranked;
  // The rows after the re-ranked ones keep the order of their sums.
  const placed = new Set(rows.pages);
  const others = topOfPages(found.pages, found.sums, limit, foreign).filter(({ page }) => !placed.has(page));
  return [...ranked, ...others].slice(0, limit);
}

function bestRows({ pages, order }: MatchSet, count: number, foreign: Uint8Array | null): Candidates {
  if (order.by === 'postings') return bestOfPostings(order.postings, count, foreign);
  if (order.by === 'sum') return bestOfPages(pages, order.sums, count, foreign);
  throw new TypeError(`Cannot choose the best of rows ordered by ${order.by}`);
}

/**
 * Adds the matches that have the name that was asked for and are not among the first rows.
 * @param sumOf returns the sum of a page, or null when it does not match
 */
export function withNamed({ named }: Asked, first: Candidates, sumOf: (page: number) => number | null): Candidates {
  let pages: number[] | null = null;
  let sums: number[] = [];
  for (const { page } of named) {
    const sum = first.pages.includes(page) ? null : sumOf(page);
    if (sum === null) continue;
    if (pages === null) {
      pages = Array.from(first.pages);
      sums = Array.from(first.sums);
    }
    pages.push(page);
    sums.push(sum);
  }
  return pages === null ? first : inPageOrder(pages, sums);
}

/** @returns the sum of a page, or null when it does not match */
function sumOf({ pages, order }: MatchSet, page: number): number | null {
  if (order.by === 'postings') {
    const at = find(order.postings, page);
    return at < 0 ? null : order.postings.impacts[at]! * order.postings.rarity;
  }
  const at = order.by === 'sum' ? pages.indexOf(page) : -1;
  return order.by === 'sum' && at >= 0 ? order.sums[at]! : null;
}

/** The first rows of a query whose rows have no score. */
function listedRows({ corpus }: Engine, { pages, order }: MatchSet, limit: number): Row[] {
  if (order.by !== 'date') return Array.from(pages.subarray(0, limit), (page) => ({ page, sum: 0 }));
  const rows: Row[] = [];
  for (const page of corpus.pages.newestFirst) {
    if (rows.length === limit || rows.length === pages.length) break;
    if (order.has(page)) rows.push({ page, sum: 0 });
  }
  return rows;
}
