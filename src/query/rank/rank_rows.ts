import type { Steps } from '../../async/steps.ts';
import { roundToScores } from '../../corpus/index/ranking.ts';
import type { Query } from '../ask/plan.ts';
import type { ScoreStep } from '../ask/search_plan.ts';
import type { Engine } from '../match/engine.ts';
import type { MatchSet } from '../match/match_set.ts';
import { type Asked, readAsked } from './asked.ts';
import { type FactorOf, weigh } from './curated_rows.ts';
import { liftHeadings } from './headings.ts';
import { liftOwnText } from './own_text.ts';
import { addPairs } from './pairs.ts';
import { addSpace, usesSpace } from './space.ts';
import { liftTitles } from './titles.ts';
import { bestOfPages, type Candidates, inPageOrder, type Row, topOfPages } from './top.ts';
import type { Trace } from './trace.ts';
import { liftVerbatim } from './verbatim.ts';

/** First rows by the sums of matching that are re-ranked. At least this many are chosen, even when the query's limit is lower. */
export const RANKED_ROWS = 100;

/**
 * Changes the sums of rows by the content of their pages.
 * @param best the best sum that matching gave
 * @returns steps for work that may have to pause; null when it is done
 */
type Reranker = (engine: Engine, asked: Asked, rows: Candidates, best: number) => Steps<void> | null;

/** A re-ranker and what explanations call it; null: it compares passages, which searches do not have. */
interface NamedReranker {
  readonly step: ScoreStep | null;
  readonly change: Reranker;
}

const SUBJECTS: NamedReranker = { step: 'subjects', change: addSpace };
const HEADINGS: NamedReranker = { step: 'heading', change: liftHeadings };
const TITLES: NamedReranker = { step: 'title', change: liftTitles };

/** In running order. */
const RERANKERS: readonly NamedReranker[] = [
  { step: 'pairs', change: addPairs },
  SUBJECTS,
  HEADINGS,
  TITLES,
  { step: null, change: liftVerbatim },
  { step: null, change: liftOwnText },
];

/** Of names that are written another way only the titles tell more than the names that a page was found by. */
const OF_OTHER_NAMES: readonly NamedReranker[] = [HEADINGS, TITLES];

/**
 * Changes the sums of rows by re-rankers, by default all.
 * @param sumOf returns the sum of a page that was found, else null
 * @returns the rows, and the pages found that have the name that was asked for
 */
export function* rerank(
  engine: Engine,
  asked: Asked,
  first: Candidates,
  sumOf: (page: number) => number | null,
  trace: Trace | null = null,
  rerankers = RERANKERS,
): Steps<Candidates> {
  const rows = withNamed(asked, first, sumOf);
  const { text } = engine.corpus;
  text.prefetch(rows.pages, {
    words: true,
    space: rerankers.includes(SUBJECTS) && usesSpace(text, asked),
    shown: false,
  });
  let best = 0;
  for (let row = 0; row < rows.sums.length; row++) best = Math.max(best, rows.sums[row]!);
  for (const { step, change } of rerankers) {
    const steps = change(engine, asked, rows, best);
    if (steps !== null) yield* steps;
    if (step !== null) trace?.add(step, rows);
  }
  return rows;
}

/** Adds the pages found that have the name or the heading that was asked for and are not among the first rows. */
function withNamed({ named, headed }: Asked, first: Candidates, sumOf: (page: number) => number | null): Candidates {
  const added: Row[] = [];
  for (const page of new Set([...named.map(({ page }) => page), ...headed])) {
    const sum = first.pages.includes(page) ? null : sumOf(page);
    if (sum !== null) added.push({ page, sum });
  }
  if (added.length === 0) return first;
  const pages = Uint32Array.from([...first.pages, ...added.map(({ page }) => page)]);
  return inPageOrder(pages, Float64Array.from([...first.sums, ...added.map(({ sum }) => sum)]));
}

/** A reading of a text to re-rank by. */
export interface Reading {
  readonly asked: Asked;
  /** `names`: names in code are written another way; `synonyms`: the owner's synonyms are in place of words. */
  readonly by: 'text' | 'names' | 'synonyms';
}

/** What else changes the sums of rows. */
export interface RankOptions {
  /** Changes the sums of rows that were re-ranked for a reading once more. */
  readonly lift?: (rows: Candidates, reading: number) => void;
  /** Records the sums of rows; null: nobody asks for them. */
  readonly trace?: Trace | null;
  /** The factors that the sums found have, and that re-ranking does not see; null: none. */
  readonly factorOf?: FactorOf | null;
  /** Receives the pages that synonyms raise most. */
  readonly raised?: Set<number>;
}

/**
 * Chooses and orders the first rows of the pages found. Rows behind the first `RANKED_ROWS` keep the order of their sums.
 * @param readings of the text, the text itself first; a row takes the one that raises it most; none: they are not re-ranked
 * @returns at most `limit`
 */
export function* rankFound(
  engine: Engine,
  readings: readonly Reading[],
  found: Candidates,
  limit: number,
  options: RankOptions = {},
): Steps<Row[]> {
  const { factorOf = null } = options;
  const { foreign } = engine.corpus.pages;
  const best = bestOfPages(found, Math.max(limit, RANKED_ROWS), foreign);
  const first = best.pages.length <= RANKED_ROWS ? best : bestOfPages(best, RANKED_ROWS, foreign);
  const sumOf = (page: number): number | null => {
    const at = found.pages.indexOf(page);
    return at < 0 ? null : found.sums[at]! / (factorOf?.(page) ?? 1);
  };
  weigh(first, factorOf, -1);
  const rows = yield* rerankAs(engine, readings, first, sumOf, options);
  weigh(rows, factorOf);
  if (readings.length > 0) roundToScores(rows.sums);
  const ranked = topOfPages(rows, limit, foreign);
  if (ranked.length === limit || first === best) return ranked;
  const placed = new Set(rows.pages);
  const others = topOfPages(best, limit, foreign).filter(({ page }) => !placed.has(page));
  return [...ranked, ...others].slice(0, limit);
}

/** The share of what another way to write names raises a row by. */
const OTHER_NAMES = 0.25;

/** Re-ranks rows for each reading of a text. @returns the rows, each with its best sum */
function* rerankAs(
  engine: Engine,
  readings: readonly Reading[],
  first: Candidates,
  sumOf: (page: number) => number | null,
  { lift, trace = null, raised }: RankOptions,
): Steps<Candidates> {
  const all: Candidates[] = [];
  for (let i = 0; i === 0 || i < readings.length; i++) {
    const reading = readings[i];
    const isByNames = reading?.by === 'names';
    let rows = readings.length <= 1 ? first : { pages: first.pages.slice(), sums: first.sums.slice() };
    trace?.begin(isByNames ? OTHER_NAMES : 1);
    if (reading !== undefined)
      rows = yield* rerank(engine, reading.asked, rows, sumOf, trace, isByNames ? OF_OTHER_NAMES : RERANKERS);
    lift?.(rows, i);
    trace?.add('title-begins', rows);
    if (isByNames) lessen(rows, first, sumOf);
    all.push(rows);
  }
  return all.length === 1 ? all[0]! : bestOfReadings(all, readings, raised);
}

/** @param first the rows before they were raised, of which the others were added by `sumOf` */
function lessen({ pages, sums }: Candidates, first: Candidates, sumOf: (page: number) => number | null): void {
  let at = 0;
  for (let row = 0; row < pages.length; row++) {
    while (at < first.pages.length && first.pages[at]! < pages[row]!) at++;
    const before = first.pages[at] === pages[row] ? first.sums[at]! : sumOf(pages[row]!)!;
    sums[row] = before + (sums[row]! - before) * OTHER_NAMES;
  }
}

/** The rows of all readings, each with its best sum. */
function bestOfReadings(
  rows: readonly Candidates[],
  readings: readonly Reading[],
  raised: Set<number> | undefined,
): Candidates {
  const best = new Map<number, number>();
  for (const [i, { pages, sums }] of rows.entries()) {
    for (let row = 0; row < pages.length; row++) {
      const page = pages[row]!;
      if (sums[row]! <= (best.get(page) ?? 0)) continue;
      best.set(page, sums[row]!);
      if (readings[i]!.by === 'synonyms') raised?.add(page);
      else raised?.delete(page);
    }
  }
  return inPageOrder(Uint32Array.from(best.keys()), Float64Array.from(best.values()));
}

/** Chooses and orders the rows to return. @returns at most the query's limit */
export function* rankRows(engine: Engine, query: Query, { pages, order, clauses }: MatchSet): Steps<readonly Row[]> {
  const { limit } = query;
  switch (order.by) {
    case 'sum': {
      const asked = pages.length > 1 ? readAsked(engine, query, clauses) : null;
      return yield* rankFound(
        engine,
        asked === null ? [] : [{ asked, by: 'text' }],
        { pages, sums: order.sums.subarray(0, pages.length) },
        limit,
      );
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
