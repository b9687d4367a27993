import { setImmediate } from 'node:timers/promises';
import { Missed } from '../async/missed.ts';
import type { Steps } from '../async/steps.ts';
import type { Engine } from '../query/match/engine.ts';
import { QuestionScratch } from '../query/show/write_answer.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { ClusterUnavailable } from './fetch/cluster_unavailable.ts';
import { QuestionCorpus } from './fetched/question_corpus.ts';

/** Maximum number of rounds of requests for one question. A question that needs more is not answered. */
const MOST_ROUNDS = 60;
/** Milliseconds for which stages run before other work has its turn. */
const TURN = 5;

/**
 * Runs stages of the embedded engine over what was fetched of a build; what they miss is fetched, and they run again.
 * @param start begins a run over the corpus of one question
 */
export async function runAgain<Answer>(
  parts: ClusterParts,
  start: (engine: Engine, scratch: QuestionScratch) => Steps<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  const question = new QuestionCorpus(parts);
  const engine = { ...parts.engine, corpus: question.corpus };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const scratch = new QuestionScratch(engine.corpus.pages.count, parts.facetTexts);
    const answer = await runOnce(question, start(engine, scratch), signal);
    if (answer !== null) return answer;
    await question.fetch(signal);
  }
  throw new ClusterUnavailable('incomplete');
}

/** Runs until something is missing. @returns null when it is: the answer would be wrong */
async function runOnce<Answer>(
  question: QuestionCorpus,
  steps: Steps<Answer>,
  signal: AbortSignal,
): Promise<Answer | null> {
  let turn = performance.now();
  try {
    for (;;) {
      const step = steps.next();
      if (question.isMissing) return null;
      if (step.done) return step.value;
      if (performance.now() - turn < TURN) continue;
      await setImmediate();
      signal.throwIfAborted();
      turn = performance.now();
    }
  } catch (error) {
    if (error instanceof Missed) return null;
    throw error;
  }
}
