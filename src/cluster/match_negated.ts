import { finish } from '../async/steps.ts';
import type { QueryAnalyser } from '../corpus/analysis/analyse_query.ts';
import type { MatchNode, TextClause } from '../query/ask/plan.ts';
import type { Engine } from '../query/match/engine.ts';
import { matchQuery } from '../query/match/match_query.ts';
import { Workspace } from '../query/match/workspace.ts';
import { scoredClauses } from '../query/rank/asked.ts';
import type { BuildAsker } from './fetch/ask_build.ts';
import { fetchCandidates, isLarge, translateLoosely } from './fetch/fetch_candidates.ts';
import { engineOver, openFound } from './found/found_corpus.ts';
import type { ClusterSite } from './index/site_parts.ts';
import { askedTerms } from './translate/asked_terms.ts';
import type { KnownClauses } from './translate/clause_translator.ts';
import type { Dsl } from './translate/dsl.ts';

/** The shared parts that matching here needs. */
interface MatchingParts {
  readonly site: ClusterSite;
  readonly asker: BuildAsker;
  readonly analyser: QueryAnalyser;
}

const NO_CLAUSES: KnownClauses = new Map();
/** Maximum number of times that clauses are halved because too many pages may match them. */
const MOST_SPLITS = 3;

/**
 * Matches the negated clauses of a tree here when they have many words. They need no scores, so a list of pages stands for each in the
 * cluster's query.
 *
 * @param filters of the whole query
 * @returns the matches of these clauses, without those whose rarest words are on too many pages
 */
export async function matchNegated(
  parts: MatchingParts,
  node: MatchNode,
  filters: readonly Dsl[],
  signal: AbortSignal,
): Promise<KnownClauses> {
  const clauses = negatedClauses(node);
  if (!isLarge(parts.analyser, clauses)) return NO_CLAUSES;
  return new Map(await matchEach(parts, clauses, filters, MOST_SPLITS, signal));
}

/** The clauses under a `not`. */
function negatedClauses(node: MatchNode): TextClause[] {
  const scored = new Set(scoredClauses(node));
  return clausesOf(node).filter((clause) => !scored.has(clause));
}

function clausesOf(node: MatchNode): TextClause[] {
  if ('text' in node) return [node];
  if ('not' in node) return clausesOf(node.not);
  return ('all' in node ? node.all : node.any).flatMap(clausesOf);
}

type Matched = readonly (readonly [TextClause, Dsl | null])[];

/** Matches clauses, each by itself, over the pages that may match any of them. */
async function matchEach(
  parts: MatchingParts,
  clauses: readonly TextClause[],
  filters: readonly Dsl[],
  splits: number,
  signal: AbortSignal,
): Promise<Matched> {
  const { site, asker, analyser } = parts;
  const any = { any: clauses };
  const candidates = translateLoosely(site, analyser, any);
  if (candidates === null) return clauses.map((clause) => [clause, null]);
  const asked = askedTerms(site, analyser, { form: 'match', match: any, ...UNNARROWED });
  const pages = await fetchCandidates(asker, candidates, filters, asked, signal);
  if (pages !== null) {
    const opened = openFound(site, asked, pages, new Map());
    const engine = engineOver(analyser, opened);
    return clauses.map((clause) => [clause, pagesQuery(opened, matchAlone(engine, clause, pages.length))]);
  }
  if (clauses.length === 1 || splits === 0) return [];
  // A few clauses of common words must not keep the others from being matched here.
  const half = clauses.length >>> 1;
  const halves = [clauses.slice(0, half), clauses.slice(half)];
  return (await Promise.all(halves.map((some) => matchEach(parts, some, filters, splits - 1, signal)))).flat();
}

const UNNARROWED = { collection: null, tag: null, limit: 1, facets: [] } as const;

/** The pages of a corpus that match a clause as a part of a tree. */
function matchAlone(engine: Engine, clause: TextClause, pages: number): Uint32Array {
  // In a tree a clause is never relaxed.
  const match = { all: [clause] };
  return finish(matchQuery(engine, new Workspace(pages), { form: 'match', match, ...UNNARROWED })).pages;
}

function pagesQuery({ numbers }: { readonly numbers: readonly number[] }, pages: Uint32Array): Dsl | null {
  return pages.length === 0 ? null : { terms: { page: Array.from(pages, (page) => numbers[page]!) } };
}
