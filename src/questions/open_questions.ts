import type { Corpus } from '../corpus/corpus.ts';
import { createEmbeddedEngine } from '../engine/embedded_engine.ts';
import { createPageQuestions, type PageQuestions } from './page_questions.ts';
import { createTurns } from './turns.ts';

/** The questions of an opened artefact, answered in this process. @param cacheBytes of answers to keep */
export function openQuestions(corpus: Corpus, cacheBytes: number): PageQuestions {
  return createPageQuestions({ engine: createEmbeddedEngine(corpus), inTurn: createTurns(), cacheBytes });
}
