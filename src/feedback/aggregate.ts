import { KINDS, type Kind, SEVERITIES, type Severity } from './submission.ts';

/** The public statistics of all submissions (decisions 1). Members are in the order of the JSON answer. */
export interface Aggregate {
  readonly total: number;
  readonly byKind: Readonly<Record<Kind, number>>;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  /** The most-named public subjects, count descending, then name by code point. */
  readonly subjects: readonly { readonly about: string; readonly count: number }[];
  /** RFC 3339 UTC, or null before the first roll-up. */
  readonly generatedAt: string | null;
}

export const MOST_SUBJECTS = 10;

export const emptyAggregate: Aggregate = {
  total: 0,
  byKind: zeros(KINDS),
  bySeverity: zeros(SEVERITIES),
  subjects: [],
  generatedAt: null,
};

function zeros<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
