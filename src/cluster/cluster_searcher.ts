import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Searcher } from '../engine/searcher.ts';
import { createTypingEngine, SearchScratch } from '../query/type/typing_engine.ts';
import { writeSearch } from '../query/type/write_search.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { runAgain } from './run_again.ts';

/** Searches a build in a cluster as people type. */
export function createClusterSearcher(parts: ClusterParts, budget: CacheBudget): Searcher {
  const typing = createTypingEngine(parts.engine, budget);
  return {
    search: (plan, signal) =>
      runAgain(
        parts,
        (engine) => writeSearch({ ...typing, engine }, new SearchScratch(engine, parts.facetTexts), plan),
        signal,
      ),
    inSteps: () => null,
  };
}
