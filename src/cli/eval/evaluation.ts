import type { AddressName } from './ask_queries.ts';
import type { Differences } from './compare_outcomes.ts';
import type { JudgedQuery } from './judged_query.ts';
import type { Outcome, Totals } from './measure_queries.ts';

/** How a site answered the queries of a file. */
export interface Answers {
  /** The artefact or folder, as it was named. */
  readonly source: string;
  readonly totals: Totals;
  /** One for each query. */
  readonly outcomes: readonly Outcome[];
}

/** What `catchword eval` found. */
export interface Evaluation {
  /** The file of the queries, as it was named. */
  readonly file: string;
  readonly address: AddressName;
  readonly queries: readonly JudgedQuery[];
  readonly site: Answers;
  readonly against: Comparison | null;
}

/** The other site, and how this one differs. */
export interface Comparison extends Answers {
  readonly differences: Differences;
  /** One for each query: positive when this site answers it better, negative when worse, else 0. */
  readonly signs: readonly number[];
  readonly allowed: number;
  /** Measures that fell by more than is allowed, with how far. */
  readonly falls: readonly (readonly [string, number])[];
}
