import type * as z from 'zod';
import { countCharacters } from '../../text/count_characters.ts';
import { quote } from '../../text/quote.ts';
import { caps, lookUpRows } from './caps.ts';
import { explainIssues, kindOf, listed } from './explain_issues.ts';
import { type Findings, MOST_ERRORS, type PlacePath, stepInto } from './findings.ts';
import { FORM_KEYS, type Form, type Grammar, NODE_KEYS, type PerForm } from './grammar.ts';
import { FACETS, type Facet, type Query } from './plan.ts';

type JsonObject = Readonly<Record<string, unknown>>;

interface FormFacts {
  readonly noun: string;
  /** The text that belongs to the form alone, outside the tree. It may be any value, as it is not validated yet. */
  readonly text: (value: JsonObject) => unknown;
  /** Rows that the form returns; null where a `limit` says how many. */
  readonly rows: number | null;
}

const FORMS: PerForm<FormFacts> = {
  match: { noun: 'a match query', text: () => null, rows: null },
  like: { noun: 'a like query', text: ({ like }) => like, rows: null },
  traverse: { noun: 'a traverse query', text: startOf, rows: null },
  slug: { noun: 'a slug look-up', text: ({ slug }) => slug, rows: lookUpRows.slug },
  path: { noun: 'a path look-up', text: ({ path }) => path, rows: lookUpRows.path },
  filter: { noun: 'a query', text: () => null, rows: null },
};

function startOf(value: JsonObject): unknown {
  const traverse = Object.hasOwn(value, 'traverse') ? value.traverse : null;
  return typeof traverse === 'object' && traverse !== null && 'from' in traverse ? traverse.from : null;
}

/**
 * Checks one query by the form that its key chooses.
 * @returns the query with its defaults, valid only when `findings` is empty; null when the query is certainly invalid
 */
export function checkQuery(
  written: unknown,
  path: PlacePath,
  grammar: Grammar,
  findings: Findings,
  totals: Totals,
): Query | null {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    findings.add(
      'shape',
      path,
      (number) => `Cannot read ${kindOf(written, number)} as a query: expected an object.`,
      null,
      written,
    );
    return null;
  }
  if (Object.hasOwn(written, 'batch')) {
    findings.add('shape', path, () => 'Cannot answer a batch within a batch: a batch is a list of single queries.');
    return null;
  }
  const value = withShortFacets(written as JsonObject, path, findings);
  const forms = FORM_KEYS.filter((key) => Object.hasOwn(value, key));
  const form: Form = forms[0] ?? 'filter';
  addTotals(value, form, totals);
  if (form === 'match') checkTree(value.match, path, grammar, findings, totals);

  if (form === 'filter' && !Object.hasOwn(value, 'collection') && !Object.hasOwn(value, 'tag')) {
    findings.add('emptiness', path, () => EMPTY);
  }

  const read = readForm(form, value, grammar);
  if (forms.length <= 1 && !isIssues(read)) return read;
  explainForms(forms.length === 0 ? ['filter'] : forms, value, path, grammar, findings);
  return null;
}

const EMPTY = 'Cannot answer a query with neither a search nor a filter: add a search, a collection or a tag.';

/** zod reports an issue for every item, so an overlong list is checked here and reports only its first fault. */
function withShortFacets(value: JsonObject, path: PlacePath, findings: Findings): JsonObject {
  const facets = Object.hasOwn(value, 'facets') ? value.facets : undefined;
  if (!Array.isArray(facets) || facets.length <= MOST_ERRORS) return value;
  const place = stepInto(path, 'facets');
  const unknown = facets.findIndex((facet) => !FACETS.includes(facet));
  if (unknown === -1) {
    findings.add(
      'length',
      place,
      () => `Cannot count by a list of ${facets.length} facets: give each of ${listed(FACETS, 'and')} at most once.`,
    );
  } else {
    findings.add(
      'shape',
      stepInto(place, unknown),
      (number) => `Cannot count by ${nameOf(facets[unknown], number)}: expected ${listed(FACETS, 'or')}.`,
      null,
      facets[unknown],
    );
  }
  return { ...value, facets: undefined };
}

function nameOf(value: unknown, number: string): string {
  return typeof value === 'string' ? quote(value) : kindOf(value, number);
}

function addTotals(value: JsonObject, form: Form, totals: Totals): void {
  for (const text of [value.tag, ...Object.values(FORMS).map((facts) => facts.text(value))]) {
    if (typeof text === 'string') totals.text += countCharacters(text);
  }
  const { limit } = value;
  // A limit over its own maximum is refused by name. Counting it would hide the total of the others.
  const isLimit = Number.isInteger(limit) && (limit as number) > 0 && (limit as number) <= caps.limit.maximum;
  totals.results += FORMS[form].rows ?? (isLimit ? (limit as number) : caps.limit.default);
}

type Issues = readonly z.core.$ZodIssue[];

/** The query with its defaults, or the issues found. Does not validate the tree: `checkTree` has done that. */
function readForm(form: Form, value: JsonObject, { forms }: Grammar): Query | Issues {
  const read = forms[form].safeParse(value);
  if (!read.success) return read.error.issues;
  const { collection = null, tag = null, ...own } = read.data;
  const limit = FORMS[form].rows;
  if (limit !== null) return { form, ...own, collection, tag, limit } as Query;
  const { facets = [] } = own as { readonly facets?: readonly Facet[] | undefined };
  // Facets have one order, so that equal queries give equal plans.
  const ordered = facets.length === FACETS.length ? FACETS : facets;
  return { form, ...own, collection, tag, facets: ordered } as Query;
}

function isIssues(read: Query | Issues): read is Issues {
  return Array.isArray(read);
}

function explainForms(
  forms: readonly Form[],
  value: JsonObject,
  path: PlacePath,
  grammar: Grammar,
  findings: Findings,
): void {
  if (forms.length > 1) {
    findings.add(
      'shape',
      path,
      () => `Cannot answer several forms at once: a query may have only one of ${listed(forms, 'and')}.`,
    );
  }
  for (const form of forms) {
    const read = readForm(form, value, grammar);
    if (!isIssues(read)) continue;
    const { noun } = FORMS[form];
    const known = Object.keys(grammar.forms[form].shape);
    const keys = form === 'filter' ? [...FORM_KEYS, ...known] : known;
    // When a query has several forms at once, only the first reports issues with the keys that they share.
    const issues = form === forms[0] ? read : read.filter((issue) => issue.path[0] === form);
    const excused = forms.length > 1 ? forms : [];
    explainIssues(issues, { value, path, noun, keys, excused, collections: grammar.collections }, findings);
  }
}

/** A node still to be checked. `outer`, `key` and `index` give its path, which is built only when the node is checked. */
interface Pending {
  readonly value: unknown;
  readonly level: number;
  readonly outer: PlacePath;
  readonly key: string;
  /** Index in the list under `key`; null when the node itself is the value of `key`. */
  readonly index: number | null;
}

const NODE_NOUNS = { clause: 'a text clause', all: 'a conjunction', any: 'a disjunction', not: 'a negation' } as const;

/**
 * Checks the tree of a match query node by node, in the order written. Does not recurse, because a hostile body can nest as
 * deep as it is long. When `findings` stays empty, the value is a `MatchNode`.
 */
function checkTree(root: unknown, query: PlacePath, grammar: Grammar, findings: Findings, totals: Totals): void {
  const pending: Pending[] = [{ value: root, level: 1, outer: query, key: 'match', index: null }];
  let depth = 0;
  let tooDeep: PlacePath = null;
  for (let node = pending.pop(); node !== undefined && !findings.areEnough(); node = pending.pop()) {
    const path = pathOf(node);
    if (node.level > depth) {
      depth = node.level;
      if (depth === caps.depth.maximum + 1) tooDeep = path;
    }
    const { value } = node;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      findings.add(
        'shape',
        path,
        (number) => `Cannot read ${kindOf(value, number)} as a node: expected ${NODE_EXPECTED}.`,
        null,
        value,
      );
      continue;
    }
    // A plain negation has nothing to validate but its child. Skipping the schema keeps long chains of `not` cheap.
    if (!isNegation(value as JsonObject)) checkNode(value as JsonObject, path, grammar, findings, totals);
    addChildren(value as JsonObject, node.level + 1, path, pending);
  }
  if (depth > caps.depth.maximum) {
    const measure = { maximum: caps.depth.maximum, actual: depth };
    findings.add(
      'depth',
      tooDeep,
      () => `Cannot answer a tree of ${depth} levels: at most ${measure.maximum} are allowed.`,
      measure,
    );
  }
}

function isNegation(value: JsonObject): boolean {
  const names = Object.keys(value);
  return names.length === 1 && names[0] === 'not';
}

const NODE_EXPECTED = 'an object with either "text" and "in", or one of "all", "any" and "not"';

function checkNode(value: JsonObject, path: PlacePath, grammar: Grammar, findings: Findings, totals: Totals): void {
  let form: keyof Grammar['nodes'] | null = null;
  let forms = 0;
  for (const key of NODE_KEYS) {
    if (!Object.hasOwn(value, key)) continue;
    const chosen = key === 'text' || key === 'in' ? 'clause' : key;
    if (chosen === form) continue;
    form ??= chosen;
    forms++;
  }
  if (form === null) {
    findings.add('shape', path, () => `Cannot read a node without a form: expected ${NODE_EXPECTED}.`);
    return;
  }
  if (form === 'clause') {
    totals.clauses++;
    if (typeof value.text === 'string') totals.text += countCharacters(value.text);
  }
  if (forms > 1) {
    findings.add('shape', path, () => `Cannot read a node with ${forms} forms at once: expected ${NODE_EXPECTED}.`);
  }
  const schema = grammar.nodes[form];
  const read = schema.safeParse(value);
  if (read.success) return;
  const invalid = { value, path, noun: NODE_NOUNS[form], keys: Object.keys(schema.shape), excused: NODE_KEYS };
  explainIssues(read.error.issues, { ...invalid, collections: grammar.collections }, findings);
}

/** Pushes child nodes in reverse order, so that the first child is checked next. */
function addChildren(value: JsonObject, level: number, outer: PlacePath, pending: Pending[]): void {
  if (Object.hasOwn(value, 'not')) pending.push({ value: value.not, level, outer, key: 'not', index: null });
  for (const key of ['any', 'all']) {
    const children = Object.hasOwn(value, key) ? value[key] : null;
    if (!Array.isArray(children)) continue;
    for (let index = children.length - 1; index >= 0; index--) {
      pending.push({ value: children[index], level, outer, key, index });
    }
  }
}

function pathOf({ outer, key, index }: Pending): PlacePath {
  const holder = stepInto(outer, key);
  return index === null ? holder : stepInto(holder, index);
}

/** Totals of a request, summed over all queries of a batch. */
export interface Totals {
  clauses: number;
  text: number;
  /** Rows requested: the sum of the limits. */
  results: number;
}

export function createTotals(): Totals {
  return { clauses: 0, text: 0, results: 0 };
}

/** What a request has too much of, in checking order. */
const EXCESSES: Readonly<Record<keyof Totals, (actual: number) => string>> = {
  clauses: (actual) => `with ${actual} text clauses`,
  text: (actual) => `with ${actual} characters of text`,
  results: (actual) => `for ${actual} results`,
};

export function checkTotals(totals: Totals, findings: Findings): void {
  for (const dimension of Object.keys(EXCESSES) as (keyof Totals)[]) {
    const { maximum } = caps[dimension];
    const actual = totals[dimension];
    if (actual <= maximum) continue;
    const detail = () => `Cannot answer a request ${EXCESSES[dimension](actual)}: at most ${maximum} are allowed.`;
    findings.add(dimension, null, detail, { maximum, actual });
  }
}
