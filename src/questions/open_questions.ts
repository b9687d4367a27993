import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { createEmbeddedEngine } from '../engine/embedded/embedded_engine.ts';
import { createPageQuestions, type PageQuestions } from './page_questions.ts';
import { createTurns } from './turns.ts';

/** Opens an artefact for queries, answered in this process. */
export function openQuestions(corpus: Corpus, budget: CacheBudget): PageQuestions {
  return createPageQuestions({ engine: createEmbeddedEngine(corpus, budget), inTurn: createTurns(), budget });
}
