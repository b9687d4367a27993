import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { MatchNode, TextClause } from '../../query/ask/plan.ts';
import { ANY_STEMMER, partTerms } from '../../query/match/postings.ts';
import { readClause, requiredGroups } from '../../query/match/read_clause.ts';
import { scoredClauses } from '../../query/rank/asked.ts';
import type { FoundPage } from '../found/found_corpus.ts';
import type { AskedTerms } from '../translate/asked_terms.ts';
import { type Dsl, impactOf } from '../translate/dsl.ts';
import type { KnownSite } from '../translate/known_site.ts';
import type { BuildAsker } from './ask_build.ts';
import { foundPage, wordsOf } from './fetch_best.ts';

/**
 * Most leaves of a query that goes to the cluster as it is. A leaf is a word on pages of some languages, and each costs the cluster
 * time and memory on every shard, whatever matches.
 */
export const MOST_LEAVES = 4_096;
/** Maximum number of pages that are matched here instead of in the cluster. */
export const MOST_CANDIDATES = 500;
/** Pages whose words one request fetches. */
const PAGES_AT_ONCE = 100;
/** Words of a clause that a candidate must hold. More of them leave fewer candidates, and cost the cluster more. */
const WORDS_A_CLAUSE = 4;

/** Whether the cluster is asked for candidates of a tree first. Not for one of negation alone: nearly all pages match it. */
export function asksCandidates(analyser: QueryAnalyser, node: MatchNode): boolean {
  return !('text' in node) && isLarge(analyser, scoredClauses(node));
}

/** Whether clauses have more leaves than may go to the cluster as they are. */
export function isLarge(analyser: QueryAnalyser, clauses: readonly TextClause[]): boolean {
  const leaves = clauses.map((clause) => {
    const read = readClause(analyser, clause);
    return read.terms.length * (read.uniform ? 1 : requiredGroups(analyser, read).length);
  });
  return leaves.reduce((sum, each) => sum + each, 0) > MOST_LEAVES;
}

/**
 * Fetches all pages that may match a tree, with their words, so that they can be matched here.
 * @returns null: too many
 */
export async function fetchCandidates(
  asker: BuildAsker,
  candidates: Dsl,
  filters: readonly Dsl[],
  { numbers }: AskedTerms,
  signal: AbortSignal,
): Promise<readonly FoundPage[] | null> {
  const listed = await asker.search(
    { query: { bool: { filter: [candidates, ...filters] } }, size: MOST_CANDIDATES, sort: BY_PAGE },
    signal,
  );
  if (listed.total > MOST_CANDIDATES) return null;
  const pages: FoundPage[] = [];
  for (let at = 0; at < listed.hits.length; at += PAGES_AT_ONCE) {
    const some = listed.hits.slice(at, at + PAGES_AT_ONCE).map(({ sort }) => sort[0]!);
    const query = { bool: { filter: [{ terms: { page: some } }] } };
    const body = { query, size: some.length, sort: BY_PAGE, script_fields: wordsOf(numbers), track_total_hits: false };
    const { hits } = await asker.search(body, signal);
    pages.push(...hits.map((hit) => foundPage(hit, 0)));
  }
  return pages;
}

const BY_PAGE = [{ page: 'asc' }] as const;
const ALL_PAGES: Dsl = { match_all: {} };

/**
 * A query for all pages that match a tree, and others: of each clause it requires the rarest words only, and of a negation nothing.
 * @returns null: no page matches
 */
export function translateLoosely(site: KnownSite, analyser: QueryAnalyser, node: MatchNode): Dsl | null {
  if ('text' in node) return looseClause(site, analyser, node);
  if ('not' in node) return ALL_PAGES;
  const children = ('all' in node ? node.all : node.any).map((each) => translateLoosely(site, analyser, each));
  const some = children.filter((each) => each !== null);
  if ('any' in node) return some.length === 0 ? null : { bool: { should: some, minimum_should_match: 1 } };
  return some.length < children.length ? null : { bool: { filter: some } };
}

function looseClause(site: KnownSite, analyser: QueryAnalyser, clause: TextClause): Dsl | null {
  const { terms } = readClause(analyser, clause);
  if (terms.length === 0) return null;
  // The words that pages of every language must hold, each as the terms that it has there.
  const words = new Map<string, { readonly terms: readonly number[]; readonly rarity: number }>();
  for (const { unit, requiredOn } of terms) {
    if (requiredOn !== ANY_STEMMER) continue;
    for (const part of unit.parts) {
      const held = partTerms(site, part).map(({ term }) => term);
      if (held.length === 0) return null;
      words.set(held.join(), { terms: held, rarity: Math.min(...held.map((term) => site.rarity[term]!)) });
    }
  }
  if (words.size === 0) return ALL_PAGES;
  const rarest = [...words.values()].sort((a, b) => b.rarity - a.rarity).slice(0, WORDS_A_CLAUSE);
  const holds = (word: { readonly terms: readonly number[] }): Dsl => ({
    bool: { should: word.terms.map((term) => impactOf(clause.in, term, 1)), minimum_should_match: 1 },
  });
  return { bool: { filter: rarest.map(holds) } };
}
