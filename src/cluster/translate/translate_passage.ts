import { finish } from '../../async/steps.ts';
import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import { RANKING } from '../../corpus/index/fields.ts';
import { IMPACT_STEPS } from '../../corpus/index/ranking.ts';
import { type DistinctiveTerm, distinctiveTerms } from '../../query/match/match_like.ts';
import { partTerms } from '../../query/match/postings.ts';
import { anyOf, type Dsl, impactOf, onStemmers } from './dsl.ts';
import { type KnownSite, termsOf } from './known_site.ts';

/** `passageImpact` of the impact of a term. */
const PASSAGE_SCRIPT = `
double share = Math.min(_score, params.steps - 0.5) / params.steps;
double frequency = params.k1 * share / (1 - share);
return params.steps * frequency / (params.passageK1 + frequency);
`;

const PASSAGE_PARAMS = { steps: IMPACT_STEPS, k1: RANKING.k1, passageK1: RANKING.passageK1 };

/** The pages that share the most distinctive terms of a passage. */
export function translatePassage(site: KnownSite, analyser: QueryAnalyser, passage: string): Dsl | null {
  const queries = distinctiveOf(site, analyser, passage).flatMap(({ part, count }) =>
    partTerms(site, part).map(({ term, stemmers }) => {
      const script = { lang: 'painless', source: PASSAGE_SCRIPT, params: PASSAGE_PARAMS };
      const boost = site.rarity[term]! * count;
      return onStemmers(stemmers, { script_score: { query: impactOf('all', term, 1), script, boost } });
    }),
  );
  return anyOf(queries);
}

function distinctiveOf(site: KnownSite, analyser: QueryAnalyser, passage: string): DistinctiveTerm[] {
  return finish(distinctiveTerms({ analyser, corpus: { text: termsOf(site) } }, analyser.passage(passage)));
}
