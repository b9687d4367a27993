import { Missed } from '../async/missed.ts';
import type { Steps } from '../async/steps.ts';
import { openBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { SearchPlan } from '../query/ask/search_plan.ts';
import { createPartialEngine } from '../query/match/engine.ts';
import { FacetTexts } from '../query/show/facets.ts';
import { QuestionScratch } from '../query/show/write_answer.ts';
import { type SearchAnswer, writeSearch } from '../query/show/write_search.ts';
import type { FetchedParts } from './fetched_parts.ts';

/** Memory for caches, in bytes: a reader's browser has less than a server. */
const CACHES = 1 << 22;

/**
 * Searches a corpus of which parts were fetched: the stages of the embedded engine run, what they miss is fetched, and they run again.
 * @returns a function that answers a plan as the embedded searcher does, to the byte
 */
export function createFetchedSearcher(corpus: Corpus, parts: FetchedParts) {
  const { pages, tags } = corpus;
  const budget = openBudget(CACHES);
  const engine = createPartialEngine(corpus, budget);
  const facetTexts = new FacetTexts({ tags }, budget.boundOf('facets'));
  return async (plan: SearchPlan, signal: AbortSignal): Promise<SearchAnswer> => {
    // Each round fetches a part that was not there, so there are at most as many as parts.
    for (;;) {
      signal.throwIfAborted();
      const answer = runOnce(parts, writeSearch(engine, new QuestionScratch(pages.count, facetTexts), plan));
      if (answer !== null) return answer;
      await parts.fetch(signal);
    }
  };
}

/** @returns null when something is missing: the answer would be wrong */
function runOnce<Answer>(parts: FetchedParts, steps: Steps<Answer>): Answer | null {
  try {
    for (;;) {
      const step = steps.next();
      if (parts.isMissing) return null;
      if (step.done) return step.value;
    }
  } catch (error) {
    // Where parts are missing, an error may come from what takes their place.
    if (error instanceof Missed || parts.isMissing) return null;
    throw error;
  }
}
