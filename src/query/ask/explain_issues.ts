import type * as z from 'zod';
import { countCharacters } from '../../text/count_characters.ts';
import { nearestWord } from '../../text/nearest_word.ts';
import { quote } from '../../text/quote.ts';
import { caps, type Dimension } from './caps.ts';
import { type Findings, type Measure, type PlacePath, stepInto } from './findings.ts';
import { DIRECTIONS, FACETS, FIELDS } from './plan.ts';

type Issue = z.core.$ZodIssue;
type JsonObject = Readonly<Record<string, unknown>>;

/** An object that failed validation against one form of the grammar. */
export interface InvalidObject {
  readonly value: JsonObject;
  readonly path: PlacePath;
  /** Name of the form in messages: "a match query". */
  readonly noun: string;
  readonly keys: readonly string[];
  /** Unknown keys not to report, because another finding covers them. */
  readonly excused: readonly string[];
  readonly collections: readonly string[];
}

/** Converts zod issues about an object into findings, each with its dimension, its place and what was expected. */
export function explainIssues(issues: readonly Issue[], invalid: InvalidObject, findings: Findings): void {
  for (const issue of issues) {
    // zod reports unsafe integers separately. They are also out of our range, and that issue becomes the finding.
    if ((issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int') continue;
    const { object, path } = surroundings(issue, invalid);
    if (issue.code === 'unrecognized_keys') {
      explainKeys(issue.keys, object === invalid.value ? invalid : TRAVERSE, path, findings);
    } else {
      explainValue(issue, object, path, invalid, findings);
    }
  }
}

function explainKeys(
  unknown: readonly string[],
  { noun, keys, excused }: Pick<InvalidObject, 'noun' | 'keys' | 'excused'>,
  path: PlacePath,
  findings: Findings,
): void {
  for (const key of unknown) {
    if (excused.includes(key)) continue;
    findings.add(
      'shape',
      stepInto(path, key),
      () => `Cannot read the key ${quote(key)}: ${noun} can have only ${listed(keys, 'and')}.${suggestion(key, keys)}`,
    );
  }
}

/** The object that an issue's value is a member of: the validated object, or the `traverse` in it. */
function surroundings({ path: [key], path: { length }, code }: Issue, { value, path }: InvalidObject) {
  const inner = key === 'traverse' && (length > 1 || code === 'unrecognized_keys');
  return inner ? { object: value.traverse as JsonObject, path: stepInto(path, 'traverse') } : { object: value, path };
}

function explainValue(
  issue: Issue,
  object: JsonObject,
  outer: PlacePath,
  invalid: InvalidObject,
  findings: Findings,
): void {
  const keys = issue.path.filter((token) => typeof token === 'string');
  const key = keys[keys.length - 1]!;
  const right = expected(key, invalid.collections);
  if (!Object.hasOwn(object, key)) {
    const { noun } = keys.length > 1 ? TRAVERSE : invalid;
    findings.add('shape', outer, () => `Cannot read ${noun} without ${quote(key)}: ${right}`);
    return;
  }
  const index = issue.path[issue.path.length - 1];
  const whole = object[key];
  const item = typeof index === 'number';
  const value = item ? (whole as readonly unknown[])[index] : whole;
  const path = item ? stepInto(stepInto(outer, key), index) : stepInto(outer, key);
  const { dimension, measure } = classify(issue, key, value);
  findings.add(
    dimension,
    path,
    (number) => {
      const choices = issue.code === 'invalid_value' ? issue.values.map(String) : [];
      const meant = typeof value === 'string' ? suggestion(value, choices) : '';
      const named = typeof value === 'number' ? number : described(value, issue);
      return `Cannot read ${named} as ${key}: ${item ? `expected ${listed(FACETS, 'or')}.` : right}${meant}`;
    },
    measure,
    value,
  );
}

interface Classified {
  readonly dimension: Dimension;
  readonly measure?: Measure;
}

function classify(issue: Issue, key: string, value: unknown): Classified {
  if (typeof value === 'number') {
    if (key === 'limit') return { dimension: 'limit', measure: { maximum: caps.limit.maximum, actual: value } };
    if (key === 'depth' && (Number.isInteger(value) || !Number.isFinite(value))) {
      return { dimension: 'depth', measure: { maximum: caps.depth.traverse, actual: value } };
    }
  }
  switch (issue.code) {
    case 'custom':
      return { dimension: issue.params?.dimension as Dimension };
    case 'too_small':
    case 'too_big':
      return measured(issue.code, key, value);
    default:
      return { dimension: 'shape' };
  }
}

function measured(code: 'too_small' | 'too_big', key: string, value: unknown): Classified {
  if (typeof value === 'string') {
    const maximum = key === 'text' ? caps.length.clause : caps.length.maximum;
    return { dimension: 'length', measure: { maximum, actual: countCharacters(value) } };
  }
  if (key !== 'batch') return { dimension: 'length' };
  const measure = { maximum: caps.batch.maximum, actual: (value as readonly unknown[]).length };
  return { dimension: code === 'too_big' ? 'batch' : 'length', measure };
}

function described(value: unknown, issue: Issue): string {
  if (issue.code === 'custom') {
    return typeof value === 'string' ? 'a string with a lone surrogate' : 'a list with a repeated item';
  }
  if (issue.code === 'too_big' && Array.isArray(value)) return `a list of ${value.length} items`;
  if (typeof value !== 'string') return kindOf(value);
  if (issue.code === 'invalid_value') return quote(value);
  if (issue.code === 'too_big') return `a string of ${countCharacters(value)} characters`;
  return value === '' ? 'an empty string' : 'a string';
}

/**
 * Describes a JSON value for a message: numbers, true, false and null literally, everything else by its type.
 * @param number the number as the caller wrote it
 */
export function kindOf(value: unknown, number = ''): string {
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'number') return number;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

const TRAVERSE = { noun: 'a traverse object', keys: ['from', 'follow', 'depth'], excused: [] } as const;

/** The expected value, as the end of a sentence. */
function expected(key: string, collections: readonly string[]): string {
  const none = key === 'collection' && collections.length === 0;
  return none ? 'the site has no collections.' : `expected ${expectation(key, collections)}.`;
}

function expectation(key: string, collections: readonly string[]): string {
  switch (key) {
    case 'collection':
      return listed(collections, 'or');
    case 'in':
      return listed(FIELDS, 'or');
    case 'follow':
      return listed(DIRECTIONS, 'or');
    case 'facets':
      return `a list of ${FACETS.map((facet) => `"${facet}"`).join(', ')} or both`;
    case 'limit':
      return `a whole number from 1 to ${caps.limit.maximum}`;
    case 'depth':
      return `a whole number from 1 to ${caps.depth.traverse}`;
    case 'text':
      return `a string of 1 to ${caps.length.clause} characters`;
    case 'traverse':
      return `an object with ${listed(TRAVERSE.keys, 'and')}`;
    case 'batch':
      return `a list of 1 to ${caps.batch.maximum} queries`;
    case 'all':
    case 'any':
      return 'a list of at least one node';
    default:
      return `a string of 1 to ${caps.length.maximum} characters`;
  }
}

/** Maximum number of items that a message lists, so that it stays short on a site with many collections. */
const MOST_LISTED = 20;

export function listed(words: readonly string[], joint: 'and' | 'or'): string {
  const quoted = words.slice(0, MOST_LISTED).map((word) => `"${word}"`);
  const shown = words.length > MOST_LISTED ? [...quoted, 'another'] : quoted;
  if (shown.length === 1) return shown[0]!;
  return `${shown.slice(0, -1).join(', ')} ${joint} ${shown[shown.length - 1]}`;
}

function suggestion(written: string, words: readonly string[]): string {
  const word = nearestWord(written, words);
  return word === null ? '' : ` Did you mean ${quote(word)}?`;
}
