import type { BoundedCache } from '../cache/bounded_cache.ts';
import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { PostingList } from '../corpus/index/posting_set.ts';
import { createPartialEngine, type Engine } from '../query/match/engine.ts';
import { FacetTexts } from '../query/show/facets.ts';
import type { BuildAsker } from './fetch/ask_build.ts';
import type { ClusterSite } from './index/site_parts.ts';

/** Shared by all questions about one build. */
export interface ClusterParts {
  readonly site: ClusterSite;
  readonly asker: BuildAsker;
  /** Its corpus has the tables of the build alone. */
  readonly engine: Engine;
  readonly facetTexts: FacetTexts;
  /** Recently fetched lists. */
  readonly lists: BoundedCache<PostingList>;
  /** By page, of the pages fetched so far. */
  readonly columns: Readonly<Record<'titleWeights' | 'title' | 'body', Uint32Array>>;
}

/** @param asker asks the index of the same build as `site` */
export function openClusterParts(site: ClusterSite, asker: BuildAsker, budget: CacheBudget): ClusterParts {
  const { pages, tags } = site;
  const column = () => new Uint32Array(pages.count);
  return {
    ...{ site, asker },
    // The other members of the corpus are those of each question.
    engine: createPartialEngine(site as unknown as Corpus, budget),
    facetTexts: new FacetTexts({ tags }, budget.boundOf('facets')),
    lists: budget.createCache('postings'),
    columns: { titleWeights: column(), title: column(), body: column() },
  };
}
