import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../async/steps.ts';
import type { CacheBudget } from '../cache/cache_budget.ts';
import { createEngine, type Engine } from '../query/match/engine.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { ClusterUnavailable } from './fetch/cluster_unavailable.ts';
import { Missed } from './fetched/fetched.ts';
import { openPageTables } from './fetched/page_tables.ts';
import { QuestionCorpus } from './fetched/question_corpus.ts';

/** Maximum number of rounds of requests for one question. A question that needs more is not answered. */
const MOST_ROUNDS = 60;
/** Milliseconds for which stages run before other work has its turn. */
const TURN = 5;

/** Runs stages of the embedded engine over what was fetched of a build; what they miss is fetched, and they run again. */
export interface StageRunner {
  /** What all questions share. Its corpus has the tables of the build alone. */
  engine(): Engine;
  /** @param start begins a run over the corpus of one question */
  run<Answer>(start: (engine: Engine) => Steps<Answer>, signal: AbortSignal): Promise<Answer>;
}

export function createStageRunner(parts: ClusterParts, budget: CacheBudget): StageRunner {
  let opened: ReturnType<typeof open> | null = null;

  function open() {
    const tables = openPageTables(parts.site, budget);
    return { tables, engine: { ...createEngine(tables.base, budget), analyser: parts.analyser } };
  }

  // The tables are in memory from the first question on.
  const shared = () => {
    opened ??= open();
    return opened;
  };
  return {
    engine: () => shared().engine,
    async run(start, signal) {
      signal.throwIfAborted();
      const { tables, engine } = shared();
      const question = new QuestionCorpus(parts, tables);
      const own = { ...engine, corpus: question.corpus };
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const answer = await runOnce(question, start(own), signal);
        if (answer !== null) return answer;
        await question.fetch(signal);
      }
      throw new ClusterUnavailable('incomplete');
    },
  };
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
