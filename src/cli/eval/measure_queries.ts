import type { RowRule } from '../../query/match/curation/row_rules.ts';

/** How well a site answers queries whose right pages are known, and how much better or worse than another site. */

/** Results of an answer that are looked at. */
export const DEPTH = 10;

export interface Outcome {
  /** Rank of the first right page, from 1; null: it is not among the first ten. */
  readonly rank: number | null;
  /** Normalised discounted cumulative gain of the first ten pages, with grades as gains: 1 when no order is better, 0 without a right page. */
  readonly ndcg: number;
  /** Whether the site refused the query, which then found nothing. */
  readonly refused: boolean;
  readonly found: readonly string[];
  /** The owner's rules that moved pages found, by path; absent: none. */
  readonly rules?: RulesByPath;
}

type RulesByPath = ReadonlyMap<string, readonly RowRule[]>;

export interface Totals {
  readonly queries: number;
  /** Queries with a right page first, among the first three, among the first ten. */
  readonly first: number;
  readonly amongThree: number;
  readonly amongTen: number;
  readonly mrr: number;
  readonly ndcg: number;
  readonly refused: number;
}

/**
 * @param right grades of the right pages by path
 * @param found paths, best first; null: the query was refused
 * @param rules the owner's rules that moved pages found
 */
export function measureQuery(
  { right }: { readonly right: ReadonlyMap<string, number> },
  found: readonly string[] | null,
  rules: RulesByPath = new Map(),
): Outcome {
  const paths = found ?? [];
  const best = [...right.values()].sort((a, b) => b - a).slice(0, DEPTH);
  return {
    rank: paths.findIndex((path) => right.has(path)) + 1 || null,
    ndcg: rounded(discounted(paths.map((path) => right.get(path) ?? 0)) / discounted(best)),
    refused: found === null,
    found: paths,
    ...(rules.size > 0 && { rules }),
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

export type Differences = Omit<Totals, 'queries'>;

export function subtractTotals({ queries: _, ...own }: Totals, other: Totals): Differences {
  const names = Object.keys(own) as (keyof Differences)[];
  return Object.fromEntries(names.map((name) => [name, rounded(own[name] - other[name])])) as unknown as Differences;
}

/** Positive when a query has a better rank than at the other site, or the same rank and a higher nDCG; negative when worse; else 0. */
export function compareOutcomes(own: Outcome, other: Outcome): number {
  const rankOf = ({ rank }: Outcome) => rank ?? Number.MAX_SAFE_INTEGER;
  return Math.sign(rankOf(other) - rankOf(own)) || Math.sign(own.ndcg - other.ndcg);
}

/** Measures that fell by more than is allowed, with how far. */
export function fallsBeyond(allowed: number, { mrr, ndcg }: Differences): readonly (readonly [string, number])[] {
  const falls = [['MRR@10', -mrr] as const, ['nDCG@10', -ndcg] as const];
  return falls.filter(([, fall]) => fall > allowed);
}

/** To six decimals, so that a difference says what the figures say: 0.8 - 0.7 is 0.1. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}
