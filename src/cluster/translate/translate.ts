import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Unit } from '../../corpus/analysis/unit.ts';
import type { MatchNode, Narrowing, Query } from '../../query/ask/plan.ts';
import { normalisePath } from '../../query/match/match_traverse.ts';
import type { FieldOrAll } from '../../query/match/postings.ts';
import { scoredClauses } from '../../query/rank/asked.ts';
import { ClauseTranslator, isWhole, type KnownClauses, NONE_KNOWN, SHARES } from './clause_translator.ts';
import { ALL_PAGES, type Dsl, type Translation } from './dsl.ts';
import type { KnownSite } from './known_site.ts';
import { translatePassage } from './translate_passage.ts';

/**
 * Translates every query but a walk along links, which takes a search for each step.
 * @param known clauses that are not translated where they have no score
 */
export function translate(
  site: KnownSite,
  analyser: QueryAnalyser,
  query: Exclude<Query, { readonly form: 'traverse' }>,
  known: KnownClauses = NONE_KNOWN,
): Translation {
  switch (query.form) {
    case 'match':
      return translateTree(new ClauseTranslator(site, analyser, known), query.match);
    case 'like':
      return { query: translatePassage(site, analyser, query.like), order: 'sum', parts: null };
    case 'slug':
      return { query: { term: { slug: query.slug } }, order: 'path', parts: 1 };
    case 'path':
      return { query: { term: { path: normalisePath(query.path) } }, order: 'path', parts: 1 };
    case 'filter':
      return { query: ALL_PAGES, order: 'date', parts: 1 };
  }
}

/** @returns the filters of a query; null when no page passes them */
export function translateFilters(
  { settings, tagSlugs }: KnownSite,
  { collection, tag }: Narrowing,
): readonly Dsl[] | null {
  const filters: Dsl[] = [];
  if (collection !== null) {
    filters.push({ term: { collection: 1 + settings.collections.findIndex(({ name }) => name === collection) } });
  }
  if (tag === null) return filters;
  const number = tagSlugs.search(tag);
  return number < 0 ? null : [...filters, { term: { tags: number } }];
}

/** Narrows a query without changing scores. */
export function narrowed(query: Dsl, filters: readonly Dsl[]): Dsl {
  return filters.length === 0 ? query : { bool: { must: [query], filter: filters } };
}

/** The pages that hold the parts of a unit side by side; null: none does. */
export function translatePhrase(site: KnownSite, analyser: QueryAnalyser, field: FieldOrAll, unit: Unit): Dsl | null {
  return new ClauseTranslator(site, analyser).phrase(field, unit);
}

function translateTree(translator: ClauseTranslator, node: MatchNode): Translation {
  if ('text' in node) {
    const read = translator.read(node);
    return { query: translator.clause(read, true), order: 'sum', parts: isWhole(read) ? 1 : SHARES };
  }
  const flat = translator.flatTree(node);
  if (flat !== undefined) return flat;
  const matches = translator.tree(node);
  const counted = scoredClauses(node).map((clause) => translator.read(clause));
  if (matches === null) return { query: null, order: counted.length === 0 ? 'date' : 'sum', parts: 1 };
  if (counted.length === 0) return { query: { bool: { filter: [matches] } }, order: 'date', parts: 1 };
  // A clause that holds counts even where the node around it does not, so matching and scoring are apart.
  const scores = counted.map((read) => translator.clause(read, true)).filter((query) => query !== null);
  return {
    query: { bool: { filter: [matches], should: scores, minimum_should_match: 0 } },
    order: 'sum',
    parts: counted.every(isWhole) ? 1 : SHARES,
  };
}
