import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Searcher } from '../engine/searcher.ts';
import { createTypingEngine, SearchScratch, type TypingEngine } from '../query/type/typing_engine.ts';
import { writeSearch } from '../query/type/write_search.ts';
import type { ClusterParts } from './cluster_parts.ts';
import type { StageRunner } from './run_again.ts';

/** Searches a build in a cluster as people type. */
export function createClusterSearcher(
  { facetTexts }: ClusterParts,
  runner: StageRunner,
  budget: CacheBudget,
): Searcher {
  let opened: TypingEngine | null = null;
  return {
    async search(plan, signal) {
      opened ??= createTypingEngine(runner.engine(), budget);
      const typing = opened;
      return runner.run(
        (engine) => writeSearch({ ...typing, engine }, new SearchScratch(engine, facetTexts), plan),
        signal,
      );
    },
    inSteps: () => null,
  };
}
