import { caps } from './caps.ts';
import type { Findings } from './findings.ts';

/** Totals of a request, summed over all queries of a batch. */
export interface Totals {
  /** Text clauses. */
  clauses: number;
  /** Characters of caller-supplied text. */
  text: number;
  /** Rows requested: the sum of the limits. */
  results: number;
}

export function createTotals(): Totals {
  return { clauses: 0, text: 0, results: 0 };
}

/** In checking order. */
const NOUNS: Readonly<Record<keyof Totals, string>> = {
  clauses: 'text clauses',
  text: 'characters of text',
  results: 'rows',
};

export function checkTotals(totals: Totals, findings: Findings): void {
  for (const dimension of Object.keys(NOUNS) as (keyof Totals)[]) {
    const { maximum } = caps[dimension];
    const actual = totals[dimension];
    if (actual <= maximum) continue;
    const detail = () => `Cannot answer a request of ${actual} ${NOUNS[dimension]}: at most ${maximum} are allowed.`;
    findings.add(dimension, null, detail, { maximum, actual });
  }
}
