import { setImmediate } from 'node:timers';
import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Plan } from '../query/ask/plan.ts';
import { createEngine } from '../query/match/engine.ts';
import type { Steps } from '../query/match/steps.ts';
import { FacetTexts } from '../query/show/facets.ts';
import { QuestionMemory, writeAnswers } from '../query/show/write_answer.ts';
import type { Answerer } from './answerer.ts';

export interface EmbeddedAnswererOptions {
  /** Milliseconds that a question may work in one turn of the event loop before it pauses; 0 pauses at every step. */
  readonly longestTurn?: number;
}

const DEFAULT_LONGEST_TURN = 10;

/** Questions that keep their work over pauses; each holds memory in proportion to the site. Further ones begin when one has ended. */
const MOST_PAUSED = 8;
/** Memory of ended questions that is kept for the next ones. */
const MOST_SPARE = 2;

/** A question at work, and where its answer goes. */
interface Job {
  readonly plan: Plan;
  readonly signal: AbortSignal;
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (reason: unknown) => void;
  /** Null until the question has begun. */
  work: Work | null;
}

interface Work {
  readonly memory: QuestionMemory;
  readonly steps: Steps<Uint8Array>;
}

/**
 * Answers from an opened artefact, in this process. What takes longer than a turn may goes on in later turns: one question works in a
 * turn, and all that are paused take turns.
 */
export function createEmbeddedAnswerer(
  corpus: Corpus,
  budget: CacheBudget,
  { longestTurn = DEFAULT_LONGEST_TURN }: EmbeddedAnswererOptions = {},
): Answerer {
  const engine = createEngine(corpus, budget);
  const facetTexts = new FacetTexts(corpus, budget.boundOf('facets'));
  const spare: QuestionMemory[] = [];
  /** Questions whose work is paused, the next one first: at most `MOST_PAUSED`. */
  const paused: Job[] = [];
  /** Questions that have lost their work or not begun. As many as callers wait for: whoever asks bounds their number. */
  const waiting: Job[] = [];
  let scheduled = false;

  function begin(plan: Plan): Work {
    const memory = spare.pop() ?? new QuestionMemory(corpus.pages.count, facetTexts);
    return { memory, steps: writeAnswers(engine, memory, plan) };
  }

  /** Works for a turn. A fault leaves the memory to the garbage collector, as it may hold parts of the answer. @returns null to go on */
  function workOn({ memory, steps }: Work): Uint8Array | null {
    const start = performance.now();
    for (;;) {
      const step = steps.next();
      if (step.done) {
        if (spare.length < MOST_SPARE) spare.push(memory);
        return step.value;
      }
      if (performance.now() - start >= longestTurn) return null;
    }
  }

  function schedule(): void {
    if (scheduled || paused.length + waiting.length === 0) return;
    scheduled = true;
    setImmediate(takeTurn);
  }

  function takeTurn(): void {
    scheduled = false;
    if (paused.length < MOST_PAUSED && waiting.length > 0) paused.push(waiting.shift()!);
    const job = paused.shift()!;
    try {
      job.signal.throwIfAborted();
      job.work ??= begin(job.plan);
      const answer = workOn(job.work);
      if (answer === null) paused.push(job);
      else job.resolve(answer);
    } catch (error) {
      job.reject(error);
    }
    schedule();
  }

  return {
    answer(plan, signal) {
      signal.throwIfAborted();
      const work = begin(plan);
      const answer = workOn(work);
      if (answer !== null) return answer;
      return new Promise((resolve, reject) => {
        const job: Job = { plan, signal, resolve, reject, work };
        if (paused.length < MOST_PAUSED) paused.push(job);
        // What was done so far is done again later: that costs a turn, and keeping it would cost memory without a bound.
        else waiting.push({ ...job, work: null });
        schedule();
      });
    },
  };
}
