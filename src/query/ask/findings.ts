import { type CataloguedRefusal, type Particulars, type Place, refuse } from '../../problems/refusal.ts';
import { DIMENSIONS, type Dimension } from './caps.ts';
import type { PlacePath } from './place_path.ts';

/** What a cap allows and what the request came to, in the cap's unit. */
export interface Measure {
  readonly maximum: number;
  readonly actual: number;
}

interface Finding {
  readonly dimension: Dimension;
  readonly path: PlacePath;
  readonly describe: Describe;
  readonly measure: Measure | null;
  /** The number that stands at the place, when the finding is about one. */
  readonly number: number | null;
}

/** "Cannot <do X>: <what is the case>." @param number how the caller wrote the number at the place; empty when there is none */
type Describe = (number: string) => string;

/** One finding as the refusal tells it. */
export interface Told {
  readonly detail: string;
  readonly path: PlacePath;
}

/** Reads the numbers at some places of a request as the caller wrote them; null where the spelling is not known. */
export type ReadNumbers = (paths: readonly PlacePath[]) => readonly (string | null)[];

/** What is wrong with one request, collected while it is checked. */
export interface Findings {
  /**
   * @param describe called only when the refusal lists the finding
   * @param number the number at the place, so that the refusal repeats it as it was written
   */
  add(dimension: Dimension, path: PlacePath, describe: Describe, measure?: Measure, number?: number): void;
  isEmpty(): boolean;
  /** True when there is no use in looking on: the list is full of the first check's findings, or there is no end of them. */
  areEnough(): boolean;
  /** The kept findings in the order of their checks, within a check in the order found. */
  inOrder(): readonly Finding[];
}

/** A refusal lists at most this many places, so that a hostile body gets a short answer. */
export const MOST_ERRORS = 50;

/** Checking stops at this many faults, so that a hostile body costs little work. */
const MOST_FINDINGS = 1000;

/** A number of more characters is told by its length. */
const LONGEST_NUMBER = 400;

export function createFindings(): Findings {
  const kept = new Map<Dimension, Finding[]>();
  let count = 0;
  return {
    add(dimension, path, describe, measure, number) {
      count++;
      const findings = kept.get(dimension) ?? [];
      if (findings.length === 0) kept.set(dimension, findings);
      if (findings.length < MOST_ERRORS) {
        findings.push({ dimension, path, describe, measure: measure ?? null, number: number ?? null });
      }
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
 *
 * @param placeOf how the caller spelled a place: a pointer into a body, or a parameter
 * @param readNumbers called once, and only when a finding is about a number
 */
export function refuseQuery(
  findings: Findings,
  placeOf: (told: Told) => Place,
  readNumbers: ReadNumbers = (paths) => paths.map(() => null),
): CataloguedRefusal {
  const found = findings.inOrder();
  const ofNumbers = found.filter(({ number }) => number !== null);
  const numbers = ofNumbers.length === 0 ? [] : readNumbers(ofNumbers.map(({ path }) => path));
  const written = new Map(ofNumbers.map((finding, index) => [finding, numbers[index] ?? null]));
  const told = found.map((finding) => ({ detail: finding.describe(spell(finding, written)), path: finding.path }));
  const first = found[0]!;
  return refuse('invalid-query', told[0]!.detail, {
    dimension: first.dimension,
    ...(first.measure !== null && tellMeasure(first.measure, written.get(first) ?? null)),
    errors: told.map(placeOf),
  });
}

function spell(finding: Finding, written: ReadonlyMap<Finding, string | null>): string {
  const { number } = finding;
  if (number === null) return '';
  const spelling = written.get(finding) ?? (Object.is(number, -0) ? '-0' : String(number));
  return spelling.length > LONGEST_NUMBER ? `a number of ${spelling.length} characters` : spelling;
}

/** `actual` is left out where no exact number is known: JSON has no Infinity, and a large double has lost digits. */
function tellMeasure({ maximum, actual }: Measure, written: string | null): Particulars {
  if (written === null) return Math.abs(actual) <= Number.MAX_SAFE_INTEGER ? { maximum, actual } : { maximum };
  // Over GET a number may begin with zeros, which JSON does not allow.
  const literal = written.replace(/^(-?)0+(?=\d)/, '$1');
  if (JSON.stringify(actual) === literal) return { maximum, actual };
  return literal.length > LONGEST_NUMBER ? { maximum } : { maximum, actual: { written: literal } };
}
