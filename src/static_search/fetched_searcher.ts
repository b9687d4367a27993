import { Missed } from '../async/missed.ts';
import type { Steps } from '../async/steps.ts';
import { openBudget } from '../cache/cache_budget.ts';
import { nameKey } from '../corpus/analysis/words_of_text.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { SearchPlan } from '../query/ask/search_plan.ts';
import { createPartialEngine, type Engine } from '../query/match/engine.ts';
import { partTerms } from '../query/match/postings.ts';
import { MOST_READ } from '../query/match/spellings/match_typed.ts';
import { readTyped, type TypedWord } from '../query/match/spellings/read_typed.ts';
import { FacetTexts } from '../query/show/facets.ts';
import { QuestionScratch } from '../query/show/write_answer.ts';
import { type SearchAnswer, writeSearch } from '../query/show/write_search.ts';
import type { FetchedParts } from './fetched_parts.ts';

/** Memory for caches, in bytes: a reader's browser has less than a server. */
const CACHES = 1 << 22;

/**
 * Searches a corpus of which parts were fetched: the stages of the embedded engine run, what they miss is fetched, and they run again.
 * @returns a function that answers a plan as the embedded searcher does, to the byte
 */
export function createFetchedSearcher(corpus: Corpus, parts: FetchedParts) {
  const { pages, tags } = corpus;
  const budget = openBudget(CACHES);
  // Words that were not there are not near, so near words are not kept.
  const engine: Engine = { ...createPartialEngine(corpus, budget), nearWords: { get: () => undefined, set() {} } };
  const facetTexts = new FacetTexts({ tags }, budget.boundOf('facets'));
  return async (plan: SearchPlan, signal: AbortSignal): Promise<SearchAnswer> => {
    if (plan.q !== null) {
      const { words, open } = readTyped(engine.analyser, plan.q);
      const read = words.slice(0, MOST_READ);
      announceWords(engine, read, open && plan.prefix === 'last' && words.length === read.length);
      if (parts.isMissing) await parts.fetch(signal);
      signal.throwIfAborted();
      announce(engine, read, plan.q);
    }
    // Each round fetches a part that was not there, so there are at most as many as parts.
    for (;;) {
      signal.throwIfAborted();
      // A run before, also of another search, may have ended while rows were shown.
      corpus.text.prefetch([], { words: false, shown: false });
      const answer = runOnce(parts, writeSearch(engine, new QuestionScratch(pages.count, facetTexts), plan));
      if (answer !== null) return answer;
      await parts.fetch(signal);
    }
  };
}

/** Reads the words of a text in the dictionary, and what each makes with the next one, so that all are fetched at once. */
function announceWords({ corpus: { text, words } }: Engine, read: readonly TypedWord[], isLastOpen: boolean): void {
  const typed = read.flatMap((word) => (word.parts.length > 0 ? [word, ...word.parts] : [word]));
  for (const [i, { unit, word }] of typed.entries()) {
    for (const part of unit.parts) for (const term of part.terms) text.vocabulary.find(term);
    if (word === null) continue;
    words.find(word);
    const next = typed[i + 1]?.word ?? null;
    if (next !== null) words.withPrefix(word + next);
  }
  const last = typed.at(-1)?.word ?? null;
  if (last !== null && isLastOpen) words.withPrefix(last);
}

/**
 * Reads what most searches for a text read at some point, so that it is fetched with the first lists: the postings of its words and the
 * pages with its name.
 */
function announce({ analyser, corpus: { text } }: Engine, read: readonly TypedWord[], q: string): void {
  const { allStemmers } = analyser;
  const words = read.filter(({ unit }) => unit.functionWordOn !== allStemmers);
  for (const part of words.flatMap(({ unit }) => unit.parts))
    for (const { term } of partTerms(text, part))
      for (const field of ['all', 'body'] as const) text.postings(field, term, true);
  text.names.find(nameKey(q));
}

/** @returns null when something is missing: the answer would be wrong */
function runOnce<Answer>(parts: FetchedParts, steps: Steps<Answer>): Answer | null {
  try {
    for (;;) {
      const step = steps.next();
      if (parts.isMissing) return null;
      if (step.done) return step.value;
    }
  } catch (error) {
    // Where parts are missing, an error may come from what takes their place.
    if (error instanceof Missed || parts.isMissing) return null;
    throw error;
  }
}
