import { finish } from '../../async/steps.ts';
import type { SearchPlan } from '../../query/ask/search_plan.ts';
import { QuestionScratch } from '../../query/show/write_answer.ts';
import { writeSearch } from '../../query/show/write_search.ts';
import type { Searcher } from '../searcher.ts';
import type { OpenParts } from './embedded_answerer.ts';
import { createScratchPool } from './scratch_pool.ts';

/** Searches an open artefact, in this thread. */
export function createEmbeddedSearcher({ engine, facetTexts }: OpenParts): Searcher {
  const withScratch = createScratchPool(() => new QuestionScratch(engine.corpus.pages.count, facetTexts));
  const inSteps = (plan: SearchPlan) => withScratch((scratch) => writeSearch(engine, scratch, plan));

  return {
    search(plan, signal) {
      signal.throwIfAborted();
      return finish(inSteps(plan));
    },
    inSteps,
  };
}
