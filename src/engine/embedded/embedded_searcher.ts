import { finish } from '../../async/steps.ts';
import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { SearchPlan } from '../../query/ask/search_plan.ts';
import { createTypingEngine, SearchMemory } from '../../query/type/typing_engine.ts';
import { writeSearch } from '../../query/type/write_search.ts';
import type { Searcher } from '../searcher.ts';
import type { OpenParts } from './embedded_answerer.ts';
import { createMemoryPool } from './memory_pool.ts';

/** Searches an open artefact, in this thread. */
export function createEmbeddedSearcher({ engine, facetTexts }: OpenParts, budget: CacheBudget): Searcher {
  const typing = createTypingEngine(engine, budget);
  const withMemory = createMemoryPool(() => new SearchMemory(engine, facetTexts));
  const inSteps = (plan: SearchPlan) => withMemory((memory) => writeSearch(typing, memory, plan));

  return {
    search(plan, signal) {
      signal.throwIfAborted();
      return finish(inSteps(plan));
    },
    inSteps,
  };
}
