import { finish } from '../../async/steps.ts';
import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import type { Plan } from '../../query/ask/plan.ts';
import { createEngine, type Engine } from '../../query/match/engine.ts';
import { FacetTexts } from '../../query/show/facets.ts';
import { QuestionScratch, writeAnswers } from '../../query/show/write_answer.ts';
import type { Answerer } from '../answerer.ts';
import { createScratchPool } from './scratch_pool.ts';

/** Shared by all parts that answer from one open artefact. */
export interface OpenParts {
  readonly engine: Engine;
  readonly facetTexts: FacetTexts;
}

export function openParts(corpus: Corpus, budget: CacheBudget): OpenParts {
  return { engine: createEngine(corpus, budget), facetTexts: new FacetTexts(corpus, budget.boundOf('facets')) };
}

/** Answers from an open artefact, in this thread. */
export function createEmbeddedAnswerer(
  corpus: Corpus,
  budget: CacheBudget,
  { engine, facetTexts }: OpenParts = openParts(corpus, budget),
): Answerer {
  const withScratch = createScratchPool(() => new QuestionScratch(corpus.pages.count, facetTexts));
  const inSteps = (plan: Plan) => withScratch((scratch) => writeAnswers(engine, scratch, plan));

  return {
    answer(plan, signal) {
      signal.throwIfAborted();
      return finish(inSteps(plan));
    },
    inSteps,
  };
}
