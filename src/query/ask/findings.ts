import { type CataloguedRefusal, type Place, refuse } from '../../problems/refusal.ts';
import { DIMENSIONS, type Dimension } from './caps.ts';
import type { PlacePath } from './place_path.ts';

/** What a cap allows and what the request came to, in the cap's unit. */
export interface Measure {
  readonly maximum: number;
  readonly actual: number;
}

export interface Finding {
  readonly dimension: Dimension;
  readonly path: PlacePath;
  /** "Cannot <do X>: <what is the case>." */
  readonly detail: string;
  readonly measure: Measure | null;
}

/** What is wrong with one request, gathered while it is checked. */
export interface Findings {
  /** @param detail called only when the finding is kept */
  add(dimension: Dimension, path: PlacePath, detail: () => string, measure?: Measure): void;
  isEmpty(): boolean;
  /** True when there is no use in looking on: the list is full of the first check's findings, or there is no end of them. */
  areEnough(): boolean;
  /** The kept findings in the order of their checks, within a check in the order found. */
  inOrder(): readonly Finding[];
}

/** A refusal lists this many places: a hostile body earns no long answer. */
export const MOST_ERRORS = 50;

/** And a body with this many faults is judged by them: a hostile body earns no long work. */
const MOST_FINDINGS = 1000;

export function createFindings(): Findings {
  const kept = new Map<Dimension, Finding[]>();
  let count = 0;
  return {
    add(dimension, path, detail, measure) {
      count++;
      const findings = kept.get(dimension) ?? [];
      if (findings.length === 0) kept.set(dimension, findings);
      if (findings.length < MOST_ERRORS) findings.push({ dimension, path, detail: detail(), measure: measure ?? null });
    },
    isEmpty: () => count === 0,
    // The first check's findings are listed first, so when they fill the list no other is shown.
    areEnough: () =>
      count >= MOST_FINDINGS || (count >= MOST_ERRORS && kept.get(DIMENSIONS[0])?.length === MOST_ERRORS),
    inOrder: () => DIMENSIONS.flatMap((dimension) => kept.get(dimension) ?? []).slice(0, MOST_ERRORS),
  };
}

/**
 * The refusal of a query for what was found, named after the first finding.
 * @param placeOf how the caller spelled a place: a pointer into a body, or a parameter
 */
export function refuseQuery(findings: Findings, placeOf: (finding: Finding) => Place): CataloguedRefusal {
  const found = findings.inOrder();
  const first = found[0]!;
  return refuse('invalid-query', first.detail, {
    dimension: first.dimension,
    ...(first.measure !== null && finite(first.measure)),
    errors: found.map(placeOf),
  });
}

/** JSON has no Infinity and readers lose digits of large integers: a number that cannot be told exactly is left out. */
function finite({ maximum, actual }: Measure): Partial<Measure> {
  return Number.isFinite(actual) && Math.abs(actual) <= Number.MAX_SAFE_INTEGER ? { maximum, actual } : { maximum };
}
