import type { Facet } from '../query/ask/plan.ts';
import type { Engine } from '../query/match/engine.ts';
import type { MatchSet } from '../query/match/match_set.ts';
import type { Row } from '../query/rank/top.ts';
import type { FacetCounts } from '../query/show/facets.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { countsOf } from './count_facets.ts';
import type { Found } from './fetch/ask_build.ts';
import { engineOver, openFound } from './found/found_corpus.ts';
import type { AskedTerms } from './translate/asked_terms.ts';

/** An answer before it is written: rows are pages of a corpus made for it. */
export interface FoundAnswer {
  readonly engine: Engine;
  readonly matched: MatchSet;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly facets: FacetCounts | null;
}

/** Of a corpus whose rows have no score. */
export const NO_TERMS: AskedTerms = { numbers: [], places: new Map() };
export const NO_NAMES: Parameters<typeof openFound>[3] = new Map();

/** The part of a match set that writing reads when rows have no score. */
export const UNSCORED: MatchSet = {
  pages: new Uint32Array(),
  order: { by: 'path' },
  excerptTerms: null,
  clauses: null,
  relaxed: false,
};

/** The answer to a query that matches no page. */
export function emptyAnswer(
  parts: ClusterParts,
  facets: readonly Facet[],
  excerptTerms: MatchSet['excerptTerms'],
  found: Found | null = null,
): FoundAnswer {
  const opened = openFound(parts.site, NO_TERMS, [], NO_NAMES);
  return {
    engine: engineOver(parts.analyser, opened),
    matched: { ...UNSCORED, excerptTerms },
    rows: [],
    total: 0,
    facets: countsOf(parts.site, facets, found),
  };
}
