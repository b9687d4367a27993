import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Unit } from '../../corpus/analysis/unit.ts';
import type { MatchNode, Query } from '../../query/ask/plan.ts';
import { passageParts } from '../../query/match/match_like.ts';
import { piecesOf } from '../../query/rank/verbatim.ts';
import type { KnownSite } from './known_site.ts';

/** The terms of the site that the stages after matching read of a query, by name; numbered by place in `numbers`. */
export interface AskedTerms {
  /** Their numbers in the build, ascending. */
  readonly numbers: readonly number[];
  /** Place in `numbers` by term. */
  readonly places: ReadonlyMap<string, number>;
}

/** @returns every term that matching, ranking and excerpts of a query look up */
export function askedTerms(site: Pick<KnownSite, 'vocabulary'>, analyser: QueryAnalyser, query: Query): AskedTerms {
  const names = new Set<string>();
  const add = (parts: Unit['parts']): void => {
    for (const { terms } of parts) for (const term of terms) names.add(term);
  };
  if (query.form === 'match')
    for (const text of textsOf(query.match)) for (const { parts } of analyser.units(text)) add(parts);
  if (query.form === 'like') {
    const passage = analyser.passage(query.like);
    add(passageParts(analyser, passage));
    for (const { parts } of passage.units) add(parts);
    for (const { unit } of piecesOf({ analyser }, query.like)) add(unit.parts);
  }
  const known = [...names]
    .map((name) => ({ name, number: site.vocabulary.find(name) }))
    .filter(({ number }) => number >= 0)
    .sort((a, b) => a.number - b.number);
  return {
    numbers: known.map(({ number }) => number),
    places: new Map(known.map(({ name }, place) => [name, place])),
  };
}

function textsOf(node: MatchNode): string[] {
  if ('text' in node) return [node.text];
  if ('not' in node) return textsOf(node.not);
  return ('all' in node ? node.all : node.any).flatMap(textsOf);
}
