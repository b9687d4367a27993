import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Plan } from '../query/ask/plan.ts';
import { createEngine } from '../query/match/engine.ts';
import { finish, type Steps } from '../query/match/steps.ts';
import { FacetTexts } from '../query/show/facets.ts';
import { QuestionMemory, writeAnswers } from '../query/show/write_answer.ts';
import type { Answerer } from './answerer.ts';

/** Most working memories kept for reuse by later requests. */
const MOST_SPARE = 2;

/** Answers from an open artefact, in this thread. */
export function createEmbeddedAnswerer(corpus: Corpus, budget: CacheBudget): Answerer {
  const engine = createEngine(corpus, budget);
  const facetTexts = new FacetTexts(corpus, budget.boundOf('facets'));
  const spare: QuestionMemory[] = [];

  /** After an error or an early stop the memory is not reused, because it may contain parts of the answer. */
  function* inSteps(plan: Plan): Steps<Uint8Array> {
    const memory = spare.pop() ?? new QuestionMemory(corpus.pages.count, facetTexts);
    const answer = yield* writeAnswers(engine, memory, plan);
    if (spare.length < MOST_SPARE) spare.push(memory);
    return answer;
  }

  return {
    answer(plan, signal) {
      signal.throwIfAborted();
      return finish(inSteps(plan));
    },
    inSteps,
  };
}
