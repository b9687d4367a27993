import { type Outcome, rounded, type Totals } from './measure_queries.ts';

/** The figures of a site less those of another. */
export type Differences = Omit<Totals, 'queries'>;

export function subtractTotals(own: Totals, other: Totals): Differences {
  return {
    first: own.first - other.first,
    amongThree: own.amongThree - other.amongThree,
    amongTen: own.amongTen - other.amongTen,
    mrr: rounded(own.mrr - other.mrr),
    ndcg: rounded(own.ndcg - other.ndcg),
    refused: own.refused - other.refused,
  };
}

/** Positive when a query has a better rank than at the other site, or the same rank and a higher nDCG; negative when worse; else 0. */
export function compareOutcomes(own: Outcome, other: Outcome): number {
  const ranks = [other.rank, own.rank].map((rank) => rank ?? Number.MAX_SAFE_INTEGER);
  return Math.sign(ranks[0]! - ranks[1]!) || Math.sign(own.ndcg - other.ndcg);
}

/** Measures that fell by more than is allowed, with how far. */
export function fallsBeyond(allowed: number, { mrr, ndcg }: Differences): readonly (readonly [string, number])[] {
  return (
    [
      ['MRR@10', -mrr],
      ['nDCG@10', -ndcg],
    ] as const
  ).filter(([, fall]) => fall > allowed);
}
