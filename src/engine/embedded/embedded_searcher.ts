import { finish, type Steps } from '../../async/steps.ts';
import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { SearchPlan } from '../../query/ask/search_plan.ts';
import { createTypingEngine, SearchMemory } from '../../query/type/typing_engine.ts';
import { writeSearch } from '../../query/type/write_search.ts';
import type { SearchAnswer, Searcher } from '../searcher.ts';
import type { OpenParts } from './embedded_answerer.ts';

/** Most working memories kept for reuse by later searches. */
const MOST_SPARE = 2;

/** Searches an open artefact, in this thread. */
export function createEmbeddedSearcher({ engine, facetTexts }: OpenParts, budget: CacheBudget): Searcher {
  const typing = createTypingEngine(engine, budget);
  const spare: SearchMemory[] = [];

  /** After an error or an early stop the memory is not reused, because it may contain parts of the answer. */
  function* inSteps(plan: SearchPlan): Steps<SearchAnswer> {
    const memory = spare.pop() ?? new SearchMemory(engine, facetTexts);
    const answer = yield* writeSearch(typing, memory, plan);
    if (spare.length < MOST_SPARE) spare.push(memory);
    return answer;
  }

  return {
    search(plan, signal) {
      signal.throwIfAborted();
      return finish(inSteps(plan));
    },
    inSteps,
  };
}
