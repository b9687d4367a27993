import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Plan } from '../query/ask/plan.ts';
import { createEngine } from '../query/match/engine.ts';
import { finish, type Steps } from '../query/match/steps.ts';
import { FacetTexts } from '../query/show/facets.ts';
import { QuestionMemory, writeAnswers } from '../query/show/write_answer.ts';
import type { Answerer } from './answerer.ts';

/** Memory of ended questions that is kept for the next ones. */
const MOST_SPARE = 2;

/** Answers from an opened artefact, in this thread. */
export function createEmbeddedAnswerer(corpus: Corpus, budget: CacheBudget): Answerer {
  const engine = createEngine(corpus, budget);
  const facetTexts = new FacetTexts(corpus, budget.boundOf('facets'));
  const spare: QuestionMemory[] = [];

  /** A fault or an early end leaves the memory to the garbage collector, as it may hold parts of the answer. */
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
