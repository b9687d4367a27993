import type { MatchNode, TextClause } from '../ask/plan.ts';
import { BitSet } from './bit_set.ts';
import { demandedPostings, findClause, functionWordPostings, matchClause, readClause, wantedBy } from './clause.ts';
import { intersect } from './conjunction.ts';
import type { Engine } from './engine.ts';
import type { Found, Wanted } from './found.ts';
import { keepIn } from './matches.ts';
import type { Postings } from './postings.ts';
import { topOfMatches } from './top.ts';
import { unitKey } from './unit_key.ts';

/**
 * Answers a boolean tree. A page's score is the sum over the clauses that hold for it and stand under no `not`; when no clause
 * stands free of `not`, the newest pages come first.
 */
export function findTree(engine: Engine, node: MatchNode, filters: readonly Postings[], limit: number): Found {
  if ('text' in node) return findClause(engine, node, filters, limit);
  const { matches, corpus } = engine;
  const flat = matchFlat(engine, node, filters);
  if (flat !== null) {
    const show = { kind: 'excerpt', wanted: flat } as const;
    return {
      rows: topOfMatches(matches, limit),
      pages: matches.pages.subarray(0, matches.count),
      show,
      relaxed: false,
    };
  }
  const scoring = new Scoring(engine);
  const members = scoring.evaluate(node, true);
  for (const { pages, from, to } of filters) {
    const allowed = new BitSet(corpus.pages.count);
    allowed.addAll(pages, from, to);
    members.keep(allowed);
  }
  matches.count = 0;
  members.forEach((page) => {
    matches.add(page, engine.accumulator.sums[page]!);
  });
  scoring.reset();
  const show = { kind: 'excerpt', wanted: scoring.wanted() } as const;
  const pages = matches.pages.subarray(0, matches.count);
  const rows = scoring.clauses === 0 ? newest(engine, members, limit) : topOfMatches(matches, limit);
  return { rows, pages, show, relaxed: false };
}

/**
 * Matches a tree of one level straight from the clauses' lists, which most trees are: no page has to be remembered for a clause
 * that holds where another one does not.
 * @returns what the clauses ask for, or null for a tree that takes more
 */
function matchFlat(engine: Engine, node: MatchNode, filters: readonly Postings[]): Wanted[] | null {
  if (!('all' in node || 'any' in node)) return null;
  const nodes = 'all' in node ? node.all : node.any;
  if (!nodes.every((child) => 'text' in child)) return null;
  const reads = nodes.map((clause) => readClause(engine, clause));
  if (!reads.every(({ uniform }) => uniform)) return null;
  const { matches, accumulator } = engine;
  matches.count = 0;
  if ('all' in node) {
    // A clause without a term holds for no page.
    if (reads.every(({ terms }) => terms.length > 0)) {
      const demanded = reads.flatMap((read) => demandedPostings(engine, read));
      const extra = reads.flatMap((read) => functionWordPostings(engine, read));
      intersect([...demanded, ...filters], extra, matches);
    }
  } else {
    if (!reads.every(({ terms }) => terms.length <= 1)) return null;
    const demanded = reads.flatMap((read) => demandedPostings(engine, read));
    accumulator.unite(demanded, [], matches);
    keepIn(matches, filters);
  }
  return distinct(reads.flatMap(wantedBy));
}

function distinct(wanted: readonly Wanted[]): Wanted[] {
  return [...new Map(wanted.map((each) => [`${each.field}\n${unitKey(each.unit)}`, each])).values()];
}

class Scoring {
  readonly #wanted: Wanted[] = [];
  /** Clauses that count in the score. */
  clauses = 0;
  readonly #engine: Engine;
  readonly #scored: BitSet;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#scored = new BitSet(engine.corpus.pages.count);
  }

  /** @param counts whether the clauses below add to scores; the grammar bounds the depth of this recursion */
  evaluate(node: MatchNode, counts: boolean): BitSet {
    if ('text' in node) return this.#clause(node, counts);
    if ('not' in node) return this.evaluate(node.not, false).complement();
    const all = 'all' in node;
    const [first, ...others] = all ? node.all : node.any;
    const set = this.evaluate(first!, counts);
    for (const other of others) {
      const operand = this.evaluate(other, counts);
      if (all) set.keep(operand);
      else set.join(operand);
    }
    return set;
  }

  #clause(clause: TextClause, counts: boolean): BitSet {
    const { matches, accumulator, corpus } = this.#engine;
    const set = new BitSet(corpus.pages.count);
    const read = readClause(this.#engine, clause);
    if (counts) {
      this.clauses++;
      this.#wanted.push(...wantedBy(read));
    }
    matches.count = 0;
    matchClause(this.#engine, read, [], counts, matches);
    set.addAll(matches.pages, 0, matches.count);
    if (!counts) return set;
    for (let i = 0; i < matches.count; i++) accumulator.sums[matches.pages[i]!]! += matches.sums[i]!;
    this.#scored.join(set);
    return set;
  }

  /** What the clauses that count ask for, without repeats. */
  wanted(): Wanted[] {
    return distinct(this.#wanted);
  }

  /** Leaves the engine's sums at zero for the next query. */
  reset(): void {
    const { sums } = this.#engine.accumulator;
    this.#scored.forEach((page) => {
      sums[page] = 0;
    });
  }
}

function newest({ corpus }: Engine, members: BitSet, limit: number): Found['rows'] {
  const isMember = new Uint8Array(corpus.pages.count);
  members.forEach((page) => {
    isMember[page] = 1;
  });
  const rows: { page: number; sum: number }[] = [];
  for (const page of corpus.pages.newestFirst) {
    if (rows.length === limit) break;
    if (isMember[page] === 1) rows.push({ page, sum: 0 });
  }
  return rows;
}
