import { countCharacters } from '../../text/count_characters.ts';
import { caps } from './caps.ts';
import { explainIssues, kindOf, numberIn } from './explain_issues.ts';
import type { Findings } from './findings.ts';
import { type Grammar, NODE_KEYS } from './grammar.ts';
import { type PlacePath, stepInto } from './place_path.ts';
import type { Totals } from './totals.ts';

/** A node still to be checked. `outer`, `key` and `index` give its path, which is built only when the node is checked. */
interface Pending {
  readonly value: unknown;
  readonly level: number;
  readonly outer: PlacePath;
  readonly key: string;
  /** Index in the list under `key`; null when the node itself is the value of `key`. */
  readonly index: number | null;
}

type JsonObject = Readonly<Record<string, unknown>>;

const NODE_NOUNS = { clause: 'a text clause', all: 'a conjunction', any: 'a disjunction', not: 'a negation' } as const;

/**
 * Checks the tree of a match query node by node, in the order written. Does not recurse, because a hostile body can nest as
 * deep as it is long. When `findings` stays empty, the value is a `MatchNode`.
 */
export function checkTree(root: unknown, query: PlacePath, grammar: Grammar, findings: Findings, totals: Totals): void {
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
        (number) => `Cannot read ${kindOf(value, number)} as a node: ${NODE_EXPECTED} is expected.`,
        undefined,
        numberIn(value),
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

const NODE_EXPECTED = 'an object with either text and in, or all, or any, or not,';

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
    findings.add('shape', path, () => `Cannot read a node without a form: ${NODE_EXPECTED} is expected.`);
    return;
  }
  if (form === 'clause') {
    totals.clauses++;
    if (typeof value.text === 'string') totals.text += countCharacters(value.text);
  }
  if (forms > 1) {
    findings.add('shape', path, () => `Cannot read a node of ${forms} forms at once: ${NODE_EXPECTED} is expected.`);
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
