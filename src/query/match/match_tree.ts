import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { MatchNode, TextClause } from '../ask/plan.ts';
import type { BitSet } from './bit_set.ts';
import { functionWordPostings, hasFunctionWords, requiredPostings, simplePostings } from './clause_postings.ts';
import { startIntersecting } from './conjunction.ts';
import type { Engine } from './engine.ts';
import { matchBareClause, matchClause } from './match_clause.ts';
import type { MatchSet } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';
import { type Postings, sizeOf } from './postings.ts';
import { distinctExcerptTerms, excerptTermsOf, type ReadClause, readClause } from './read_clause.ts';
import type { Workspace } from './workspace.ts';

/**
 * Matches a boolean tree. A page's score is the sum over the clauses that match it and are not under a `not`. When every clause
 * is under a `not`, the newest pages come first.
 */
export function matchTree(
  engine: Engine,
  workspace: Workspace,
  node: MatchNode,
  filter: PageFilter | null,
): Steps<MatchSet> {
  if ('text' in node) return matchBareClause(engine, workspace, readClause(engine.analyser, node), filter);
  if ('not' in node) return matchNested(engine, workspace, node, filter);
  const clauses = readClauses(engine, 'all' in node ? node.all : node.any);
  if (clauses === null || !clauses.every(({ uniform }) => uniform)) {
    return matchNested(engine, workspace, node, filter);
  }
  if ('all' in node) return matchAll(engine, workspace, clauses, filter);
  if (clauses.every(({ terms }) => terms.length <= 1)) return matchAny(engine, workspace, clauses, filter);
  return matchNested(engine, workspace, node, filter);
}

/** @returns null when a node is not a clause */
function readClauses({ analyser }: Engine, nodes: readonly MatchNode[]): ReadClause[] | null {
  const clauses = nodes.filter((node) => 'text' in node);
  return clauses.length < nodes.length ? null : clauses.map((clause) => readClause(analyser, clause));
}

/**
 * Matches a conjunction of clauses by intersecting their posting lists. This is the common case, and it needs no set of pages
 * per clause.
 */
function* matchAll(
  engine: Engine,
  { found }: Workspace,
  clauses: readonly ReadClause[],
  filter: PageFilter | null,
): Steps<MatchSet> {
  found.count = 0;
  // A clause without terms matches no page.
  if (clauses.every(({ terms }) => terms.length > 0)) {
    const required: Postings[] = filter === null ? [] : [filter.postings];
    const extra: Postings[] = [];
    for (const clause of clauses) {
      required.push(...(simplePostings(engine, clause) ?? (yield* requiredPostings(engine, clause))));
      if (hasFunctionWords(clause)) extra.push(...(yield* functionWordPostings(engine, clause)));
    }
    const steps = startIntersecting(required, extra, found);
    if (steps !== null) yield* steps;
  }
  return scored({ found }, clauses);
}

/** Like `matchAll`, for a disjunction of clauses with at most one term each. */
function* matchAny(
  engine: Engine,
  { found, accumulator }: Workspace,
  clauses: readonly ReadClause[],
  filter: PageFilter | null,
): Steps<MatchSet> {
  const lists: Postings[] = [];
  for (const clause of clauses) {
    lists.push(...(simplePostings(engine, clause) ?? (yield* requiredPostings(engine, clause))));
  }
  found.count = 0;
  yield* accumulator.unite(lists, [], found);
  if (filter !== null) found.keep(filter);
  return scored({ found }, clauses);
}

function scored({ found }: Pick<Workspace, 'found'>, clauses: readonly ReadClause[]): MatchSet {
  return {
    pages: found.pages.subarray(0, found.count),
    order: { by: 'sum', sums: found.sums },
    excerptTerms: distinctExcerptTerms(clauses.flatMap(excerptTermsOf)),
    clauses,
    relaxed: false,
  };
}

/** Matches any tree, clause by clause. */
function* matchNested(
  engine: Engine,
  workspace: Workspace,
  node: MatchNode,
  filter: PageFilter | null,
): Steps<MatchSet> {
  const evaluation = new TreeEvaluation(engine, workspace);
  const members = yield* evaluation.evaluate(node, true);
  if (filter !== null) members.intersect(filter.bits);
  const { found, accumulator } = workspace;
  found.take(members, accumulator.sums);
  evaluation.reset();
  const pages = found.pages.subarray(0, found.count);
  const isUnscored = evaluation.scored.length === 0;
  if (!isUnscored) workspace.giveBack(members);
  return {
    pages,
    order: isUnscored ? { by: 'date', has: (page) => members.has(page) } : { by: 'sum', sums: found.sums },
    excerptTerms: distinctExcerptTerms(evaluation.scored.flatMap(excerptTermsOf)),
    clauses: evaluation.scored,
    relaxed: false,
  };
}

class TreeEvaluation {
  /** The clauses that add to scores, in the order of the query. */
  readonly scored: ReadClause[] = [];
  readonly #engine: Engine;
  readonly #workspace: Workspace;
  /** Lists of the index that were added to the sums. */
  readonly #summed: Postings[] = [];
  /** At least the number of sums that are not zero. */
  #sums = 0;

  constructor(engine: Engine, workspace: Workspace) {
    this.#engine = engine;
    this.#workspace = workspace;
  }

  /** @param counts whether the clauses below add to scores; the grammar bounds the depth of this recursion */
  *evaluate(node: MatchNode, counts: boolean): Steps<BitSet> {
    if ('text' in node) return yield* this.#clause(node, counts);
    if ('not' in node) return (yield* this.evaluate(node.not, false)).complement();
    const all = 'all' in node;
    const [first, ...others] = all ? node.all : node.any;
    const set = yield* this.evaluate(first!, counts);
    for (const other of others) {
      const operand = yield* this.evaluate(other, counts);
      if (all) set.intersect(operand);
      else set.union(operand);
      this.#workspace.giveBack(operand);
    }
    return set;
  }

  *#clause(clause: TextClause, counts: boolean): Steps<BitSet> {
    yield;
    const read = readClause(this.#engine.analyser, clause);
    if (counts) this.scored.push(read);
    const set = this.#workspace.takeSet();
    // The pages of a single word are a list of the index, which needs no copy.
    const words = read.uniform && read.terms.length === 1 ? simplePostings(this.#engine, read) : null;
    const list = words === null ? yield* this.#match(read, counts) : words[0]!;
    yield* this.#addList(list, counts, set);
    if (counts && words !== null) {
      this.#summed.push(list);
      this.#sums += sizeOf(list);
    } else if (counts) this.#sums = Number.POSITIVE_INFINITY;
    return set;
  }

  /** @returns a list that is valid until the next clause */
  *#match(read: ReadClause, counts: boolean): Steps<Postings> {
    const { found } = this.#workspace;
    found.count = 0;
    yield* matchClause(this.#engine, read, null, counts, found);
    return found.asPostings();
  }

  *#addList(list: Postings, counts: boolean, set: BitSet): Steps<void> {
    for (let from = list.from; from < list.to; from += STEP_WORK) {
      if (from > list.from) yield;
      const to = Math.min(from + STEP_WORK, list.to);
      set.addAll(list.pages, from, to);
      if (counts) addGains(list, from, to, this.#workspace.accumulator.sums);
    }
  }

  /** Resets the sums to zero for the next query. */
  reset(): void {
    const { sums } = this.#workspace.accumulator;
    if (this.#sums > sums.length / 4) sums.fill(0);
    else for (const { pages, from, to } of this.#summed) for (let i = from; i < to; i++) sums[pages[i]!] = 0;
  }
}

/** Adds the postings `[from, to)` of a list to the sums. @param sums by page */
function addGains({ pages, impacts, rarity }: Postings, from: number, to: number, sums: Float64Array): void {
  for (let i = from; i < to; i++) sums[pages[i]!]! += impacts[i]! * rarity;
}
