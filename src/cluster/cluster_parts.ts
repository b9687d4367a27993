import type { CacheBudget } from '../cache/cache_budget.ts';
import { createQueryAnalyser, type QueryAnalyser } from '../corpus/analysis/analyse_query.ts';
import { FacetTexts } from '../query/show/facets.ts';
import type { BuildAsker } from './fetch/ask_build.ts';
import type { ClusterSite } from './index/site_parts.ts';

/** Shared by all questions about one build. */
export interface ClusterParts {
  readonly site: ClusterSite;
  readonly asker: BuildAsker;
  readonly analyser: QueryAnalyser;
  readonly facetTexts: FacetTexts;
}

/** @param asker asks the index of the same build as `site` */
export function openClusterParts(site: ClusterSite, asker: BuildAsker, budget: CacheBudget): ClusterParts {
  const tags = { slug: (tag: number) => site.tagSlugs.get(tag), title: (tag: number) => site.tagTitles.get(tag) };
  const cacheBytes = budget.boundOf('words');
  return {
    ...{ site, asker },
    analyser: createQueryAnalyser(site.analyser.algorithms, site.settings.language, { cacheBytes }),
    facetTexts: new FacetTexts({ tags }, budget.boundOf('facets')),
  };
}
