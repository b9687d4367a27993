import type { Corpus } from '../corpus/corpus.ts';
import { answerPlan } from '../query/show/render_answer.ts';
import type { Answerer } from './answerer.ts';

/** Answers from an opened artefact, in this process. */
export function createEmbeddedAnswerer(corpus: Corpus): Answerer {
  return {
    answer(plan, signal) {
      signal.throwIfAborted();
      return answerPlan(corpus, plan);
    },
  };
}
