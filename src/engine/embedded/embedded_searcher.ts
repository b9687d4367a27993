import { finish } from '../../async/steps.ts';
import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { SearchPlan } from '../../query/ask/search_plan.ts';
import { createTypingEngine, SearchScratch } from '../../query/type/typing_engine.ts';
import { writeSearch } from '../../query/type/write_search.ts';
import type { Searcher } from '../searcher.ts';
import type { OpenParts } from './embedded_answerer.ts';
import { createScratchPool } from './scratch_pool.ts';

/** Searches an open artefact, in this thread. */
export function createEmbeddedSearcher({ engine, facetTexts }: OpenParts, budget: CacheBudget): Searcher {
  const typing = createTypingEngine(engine, budget);
  const withScratch = createScratchPool(() => new SearchScratch(engine, facetTexts));
  const inSteps = (plan: SearchPlan) => withScratch((scratch) => writeSearch(typing, scratch, plan));

  return {
    search(plan, signal) {
      signal.throwIfAborted();
      return finish(inSteps(plan));
    },
    inSteps,
  };
}
