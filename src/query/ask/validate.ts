import { type ErrorPlace, jsonPointer, type Refusal } from '../../problems/refusal.ts';
import { readNumbersAsWritten } from '../../protocol/strict_json.ts';
import { normalForm } from '../../text/normal_form.ts';
import { checkQuery, checkTotals, createTotals } from './check_query.ts';
import { explainIssues } from './explain_issues.ts';
import { createFindings, type Findings, type ReportedFinding, refuseQuery, stepInto, tokensOf } from './findings.ts';
import type { Grammar } from './grammar.ts';
import type { MatchNode, Plan, Query } from './plan.ts';

/**
 * Validates any JSON value: a plan, or an `invalid-query` refusal that names the dimension and each place (specification
 * 4.1, 8). Never throws, takes linear time, and does not recurse, so deep nesting is refused like any other fault.
 *
 * @param text the JSON text of the value, so that a refusal can repeat numbers as written; read only on refusal
 */
export function validatePlan(value: unknown, grammar: Grammar, text?: string): Plan | Refusal {
  const findings = createFindings();
  const plan = checkPlan(value, grammar, findings);
  if (findings.isEmpty() && plan !== null) return plan;
  if (text === undefined) return refuseQuery(findings, inBody);
  return refuseQuery(findings, inBody, (paths) => readNumbersAsWritten(text, paths.map(tokensOf)));
}

/** Like `validatePlan`, adding to a caller's own findings. The plan is valid only when `findings` is empty. */
export function checkPlan(value: unknown, grammar: Grammar, findings: Findings): Plan | null {
  const totals = createTotals();
  const batch = isBatch(value);
  const queries: Query[] = [];
  if (batch) {
    const written = readBatch(value, grammar, findings);
    const list = stepInto(null, 'batch');
    for (const [index, query] of written.entries()) {
      if (findings.areEnough()) break;
      const checked = checkQuery(query, stepInto(list, index), grammar, findings, totals);
      if (checked !== null) queries.push(checked);
    }
  } else {
    const checked = checkQuery(value, null, grammar, findings, totals);
    if (checked !== null) queries.push(checked);
  }
  // When checking stopped early, the totals are incomplete.
  if (!findings.areEnough()) checkTotals(totals, findings);
  // Normalise only now: the caps count characters as sent.
  return findings.isEmpty() ? { batch, queries: queries.map(normalQuery) } : null;
}

type Batch = { readonly batch: unknown };

function isBatch(value: unknown): value is Batch {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, 'batch');
}

function readBatch(value: Batch, grammar: Grammar, findings: Findings): readonly unknown[] {
  const read = grammar.batch.safeParse(value);
  if (read.success) return read.data.batch;
  const invalid = { value: { ...value }, path: null, noun: 'a batch', keys: ['batch'], excused: [] };
  explainIssues(read.error.issues, { ...invalid, collections: grammar.collections }, findings);
  return Array.isArray(value.batch) ? value.batch : [];
}

function inBody({ detail, path }: ReportedFinding): ErrorPlace {
  return { detail, pointer: jsonPointer(tokensOf(path)) };
}

/** Converts all caller text to NFC, as in the artefact. Recursion is safe: a valid tree has at most 8 levels. */
function normalQuery(query: Query): Query {
  const tag = query.tag === null ? null : normalForm(query.tag);
  switch (query.form) {
    case 'match':
      return { ...query, tag, match: normalNode(query.match) };
    case 'like':
      return { ...query, tag, like: normalForm(query.like) };
    case 'traverse':
      return { ...query, tag, traverse: { ...query.traverse, from: normalForm(query.traverse.from) } };
    case 'slug':
      return { ...query, tag, slug: normalForm(query.slug) };
    case 'path':
      return { ...query, tag, path: normalForm(query.path) };
    case 'filter':
      return { ...query, tag };
  }
}

function normalNode(node: MatchNode): MatchNode {
  if ('text' in node) return { ...node, text: normalForm(node.text) };
  if ('not' in node) return { not: normalNode(node.not) };
  return 'all' in node ? { all: node.all.map(normalNode) } : { any: node.any.map(normalNode) };
}
