import { type CataloguedRefusal, type ErrorPlace, type Particulars, refuse } from '../../problems/refusal.ts';
import { DIMENSIONS, type Dimension } from './caps.ts';

/** The cap and the request's actual value, in the cap's unit. */
export interface Measure {
  readonly maximum: number;
  readonly actual: number;
}

interface Finding {
  readonly dimension: Dimension;
  readonly path: PlacePath;
  readonly describe: Describe;
  readonly measure: Measure | null;
  /** The number found at `path`, when the finding is about a number. */
  readonly number: number | null;
}

/** Returns "Cannot <do X>: <reason>." @param number the number at the place as the caller wrote it; empty when there is none */
type Describe = (number: string) => string;

/** One finding as the refusal reports it. */
export interface ReportedFinding {
  readonly detail: string;
  readonly path: PlacePath;
}

/** Reads the numbers at some places of a request as the caller wrote them; null where the original spelling is unknown. */
export type ReadNumbers = (paths: readonly PlacePath[]) => readonly (string | null)[];

/** The faults of one request, collected during validation. */
export interface Findings {
  /**
   * @param describe called only when the refusal lists the finding
   * @param value what is at `path`: a refusal repeats a number as it was written
   */
  add(dimension: Dimension, path: PlacePath, describe: Describe, measure?: Measure | null, value?: unknown): void;
  isEmpty(): boolean;
  /** True when checking can stop: findings of the first dimension fill the list, or `MOST_FINDINGS` is reached. */
  areEnough(): boolean;
  /** The kept findings by dimension in checking order, then in the order found. */
  inOrder(): readonly Finding[];
}

/** A refusal lists at most this many places, so that a hostile body gets a short answer. */
export const MOST_ERRORS = 50;

/** Checking stops at this many findings, so that a hostile body costs little work. */
const MOST_FINDINGS = 1000;

/** A number with more characters is described by its length. */
const LONGEST_NUMBER = 400;

export function createFindings(): Findings {
  const kept = new Map<Dimension, Finding[]>();
  let count = 0;
  return {
    add(dimension, path, describe, measure = null, value = null) {
      count++;
      const findings = kept.get(dimension) ?? [];
      if (findings.length === 0) kept.set(dimension, findings);
      if (findings.length === MOST_ERRORS) return;
      findings.push({ dimension, path, describe, measure, number: typeof value === 'number' ? value : null });
    },
    isEmpty: () => count === 0,
    // Findings of the first dimension come first, so once they fill the list no other finding is shown.
    areEnough: () =>
      count >= MOST_FINDINGS || (count >= MOST_ERRORS && kept.get(DIMENSIONS[0])?.length === MOST_ERRORS),
    inOrder: () => DIMENSIONS.flatMap((dimension) => kept.get(dimension) ?? []).slice(0, MOST_ERRORS),
  };
}

/**
 * Builds the refusal of a query from its findings. The first finding gives the detail and the dimension.
 *
 * @param placeOf converts a path to what the caller sent: a JSON pointer or a parameter name
 * @param readNumbers called at most once, and only when a finding is about a number
 */
export function refuseQuery(
  findings: Findings,
  placeOf: (reported: ReportedFinding) => ErrorPlace,
  readNumbers: ReadNumbers = (paths) => paths.map(() => null),
): CataloguedRefusal {
  const found = findings.inOrder();
  const ofNumbers = found.filter(({ number }) => number !== null);
  const numbers = ofNumbers.length === 0 ? [] : readNumbers(ofNumbers.map(({ path }) => path));
  const written = new Map(ofNumbers.map((finding, index) => [finding, numbers[index] ?? null]));
  const reported = found.map((finding) => ({ detail: finding.describe(spell(finding, written)), path: finding.path }));
  const first = found[0]!;
  return refuse('invalid-query', reported[0]!.detail, {
    dimension: first.dimension,
    ...(first.measure !== null && measureMembers(first.measure, written.get(first) ?? null)),
    errors: reported.map(placeOf),
  });
}

function spell(finding: Finding, written: ReadonlyMap<Finding, string | null>): string {
  const { number } = finding;
  if (number === null) return '';
  const spelling = written.get(finding) ?? (Object.is(number, -0) ? '-0' : String(number));
  return spelling.length > LONGEST_NUMBER ? `a number of ${spelling.length} characters` : spelling;
}

/** Omits `actual` when the exact number is unknown: JSON has no Infinity, and a large double has lost digits. */
function measureMembers({ maximum, actual }: Measure, written: string | null): Particulars {
  if (written === null) return Math.abs(actual) <= Number.MAX_SAFE_INTEGER ? { maximum, actual } : { maximum };
  // A URL parameter may have leading zeros, which JSON does not allow.
  const literal = written.replace(/^(-?)0+(?=\d)/, '$1');
  if (JSON.stringify(actual) === literal) return { maximum, actual };
  return literal.length > LONGEST_NUMBER ? { maximum } : { maximum, actual: { written: literal } };
}

/** A path into a body, as a linked list from the innermost token outwards: a step allocates one small object. Null: the whole body. */
export type PlacePath = { readonly outer: PlacePath; readonly token: string | number; readonly length: number } | null;

/** Long enough for any place in a query within the caps. */
const LONGEST_PATH = 32;
const LONGEST_TOKEN = 100;

/**
 * Appends a token. When the path or the token would be too long (a hostile body), returns `outer`: the path then leads to
 * the enclosing value.
 */
export function stepInto(outer: PlacePath, token: string | number): PlacePath {
  const length = (outer?.length ?? 0) + 1;
  if (length > LONGEST_PATH || (typeof token === 'string' && token.length > LONGEST_TOKEN)) return outer;
  return { outer, token, length };
}

/** Member names and array indices, outermost first. */
export function tokensOf(path: PlacePath): (string | number)[] {
  const tokens: (string | number)[] = [];
  for (let step = path; step !== null; step = step.outer) tokens.push(step.token);
  return tokens.reverse();
}
