import type { Steps } from '../../async/steps.ts';
import type { MatchNode, TextClause } from '../ask/plan.ts';
import { BitSet } from './bit_set.ts';
import type { Engine } from './engine.ts';
import { matchBareClause, matchClauses } from './match_clause.ts';
import type { MatchSet } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';
import { distinctExcerptTerms, excerptTermsOf, type ReadClause, readClause } from './read_clause.ts';
import type { Workspace } from './workspace.ts';

/**
 * Matches a boolean tree. A page's score is the sum over the clauses that match it and are not under a `not`. When every clause
 * is under a `not`, the newest pages come first.
 */
export function* matchTree(
  engine: Engine,
  workspace: Workspace,
  node: MatchNode,
  filter: PageFilter | null,
): Steps<MatchSet> {
  if ('text' in node) return yield* matchBareClause(engine, workspace, node, filter);
  const clauses = 'all' in node ? node.all.filter((each) => 'text' in each) : [];
  if ('all' in node && clauses.length === node.all.length) return yield* matchAll(engine, workspace, clauses, filter);
  /** The clauses that add to scores, in the order of the query. */
  const scored: ReadClause[] = [];
  const members = yield* evaluate(engine, workspace, node, true, scored);
  if (filter !== null) members.intersect(filter.bits);
  const { found, sums } = workspace;
  found.count = members.list(found.pages);
  for (let i = 0; i < found.count; i++) found.sums[i] = sums[found.pages[i]!]!;
  sums.fill(0);
  return {
    pages: found.pages.subarray(0, found.count),
    order: scored.length === 0 ? { by: 'date', has: (page) => members.has(page) } : { by: 'sum', sums: found.sums },
    excerptTerms: distinctExcerptTerms(scored.flatMap(excerptTermsOf)),
    clauses: scored,
    relaxed: false,
  };
}

/** Matches a conjunction of clauses by the lists of their words. This is the common case, and it needs no set of pages per clause. */
function* matchAll(
  engine: Engine,
  workspace: Workspace,
  nodes: readonly TextClause[],
  filter: PageFilter | null,
): Steps<MatchSet> {
  const { found } = workspace;
  found.count = 0;
  const clauses = nodes.map((node) => readClause(engine.analyser, node));
  // A clause without terms matches no page.
  if (clauses.every(({ terms }) => terms.length > 0))
    yield* matchClauses(engine, workspace, clauses, filter, true, found);
  return {
    pages: found.pages.subarray(0, found.count),
    order: { by: 'sum', sums: found.sums },
    excerptTerms: distinctExcerptTerms(clauses.flatMap(excerptTermsOf)),
    clauses,
    relaxed: false,
  };
}

/** @param counts whether the clauses below add to scores; the grammar bounds the depth of this recursion */
function* evaluate(
  engine: Engine,
  workspace: Workspace,
  node: MatchNode,
  counts: boolean,
  scored: ReadClause[],
): Steps<BitSet> {
  if ('text' in node) return yield* matchNested(engine, workspace, node, counts, scored);
  if ('not' in node) return (yield* evaluate(engine, workspace, node.not, false, scored)).complement();
  const all = 'all' in node;
  const [first, ...others] = all ? node.all : node.any;
  const set = yield* evaluate(engine, workspace, first!, counts, scored);
  for (const other of others) {
    const operand = yield* evaluate(engine, workspace, other, counts, scored);
    if (all) set.intersect(operand);
    else set.union(operand);
  }
  return set;
}

/** The pages of a clause within a tree. Adds what they gain to the sums of the workspace. */
function* matchNested(
  engine: Engine,
  workspace: Workspace,
  clause: TextClause,
  counts: boolean,
  scored: ReadClause[],
): Steps<BitSet> {
  yield;
  const read = readClause(engine.analyser, clause);
  const { found, sums } = workspace;
  found.count = 0;
  if (read.terms.length > 0) yield* matchClauses(engine, workspace, [read], null, counts, found);
  const set = new BitSet(engine.corpus.pages.count);
  set.addAll(found.pages, 0, found.count);
  if (counts) {
    scored.push(read);
    for (let i = 0; i < found.count; i++) sums[found.pages[i]!]! += found.sums[i]!;
  }
  return set;
}
