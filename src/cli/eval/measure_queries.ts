import { DEPTH } from './ask_queries.ts';
import type { JudgedQuery } from './judged_query.ts';

/** How well one query was answered. */
export interface Outcome {
  /** Rank of the first right page, from 1; null: it is not among the first ten. */
  readonly rank: number | null;
  /** Normalised discounted cumulative gain of the first ten pages, with grades as gains: 1 when no order is better, 0 without a right page. */
  readonly ndcg: number;
  /** Whether the site refused the query, which then found nothing. */
  readonly refused: boolean;
  /** The paths that were found, best first. */
  readonly found: readonly string[];
}

/** How well all queries were answered. */
export interface Totals {
  readonly queries: number;
  /** Queries with a right page first, among the first three, among the first ten. */
  readonly first: number;
  readonly amongThree: number;
  readonly amongTen: number;
  /** Mean of 1 / rank. */
  readonly mrr: number;
  /** Mean of nDCG. */
  readonly ndcg: number;
  readonly refused: number;
}

/** @param found paths, best first; null: the query was refused */
export function measureQuery({ right }: Pick<JudgedQuery, 'right'>, found: readonly string[] | null): Outcome {
  const first = found?.findIndex((path) => right.has(path)) ?? -1;
  const gains = (found ?? []).map((path) => right.get(path) ?? 0);
  const best = [...right.values()].sort((a, b) => b - a).slice(0, DEPTH);
  return {
    rank: first < 0 ? null : first + 1,
    ndcg: rounded(discounted(gains) / discounted(best)),
    refused: found === null,
    found: found ?? [],
  };
}

/** @param outcomes at least one */
export function sumUp(outcomes: readonly Outcome[]): Totals {
  const ranks = outcomes.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY);
  const upTo = (most: number): number => ranks.filter((rank) => rank <= most).length;
  const mean = (values: readonly number[]): number =>
    rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    queries: outcomes.length,
    first: upTo(1),
    amongThree: upTo(3),
    amongTen: upTo(DEPTH),
    mrr: mean(ranks.map((rank) => 1 / rank)),
    ndcg: mean(outcomes.map(({ ndcg }) => ndcg)),
    refused: outcomes.filter(({ refused }) => refused).length,
  };
}

/** To six decimals, so that a difference says what the figures say: 0.8 - 0.7 is 0.1. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Each gain divided by the logarithm of its rank. */
function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}
