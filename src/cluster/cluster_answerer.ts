import type { Steps } from '../async/steps.ts';
import type { MatchNode, Plan, Query } from '../query/ask/plan.ts';
import type { SearchPlan } from '../query/ask/search_plan.ts';
import type { Engine } from '../query/match/engine.ts';
import { unitPostings } from '../query/match/phrase.ts';
import { partTerms, termPostings, wholePostings } from '../query/match/postings.ts';
import { type QuestionScratch, writeAnswers } from '../query/show/write_answer.ts';
import { type SearchAnswer, writeSearch } from '../query/show/write_search.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { runAgain } from './run_again.ts';

/** Answers a plan from a cluster. Each query of a batch fetches by itself what it misses. */
export async function answerPlan(parts: ClusterParts, plan: Plan, signal: AbortSignal): Promise<Uint8Array> {
  const answers = await Promise.all(
    plan.queries.map((query) => runAgain(parts, (engine, scratch) => answerQuery(engine, scratch, query), signal)),
  );
  if (!plan.batch) return answers[0]!;
  const joined = answers.flatMap((answer, i) => [Buffer.from(i === 0 ? '{"answers":[' : ','), answer]);
  return Buffer.concat([...joined, Buffer.from(']}')]);
}

/** Answers a search as people type it. */
export function answerSearch(parts: ClusterParts, plan: SearchPlan, signal: AbortSignal): Promise<SearchAnswer> {
  return runAgain(parts, (engine, scratch) => writeSearch(engine, scratch, plan), signal);
}

function* answerQuery(engine: Engine, scratch: QuestionScratch, query: Query): Steps<Uint8Array> {
  if (query.form === 'match') {
    yield* readLists(engine, query.match, !('text' in query.match));
    yield;
  }
  return yield* writeAnswers(engine, scratch, { batch: false, queries: [query] });
}

/**
 * Reads all lists of a tree, so that those that are missing are fetched together: matching stops at the first empty list.
 * @param functionWords false: function words are read only where some page is found
 */
function* readLists(engine: Engine, node: MatchNode, functionWords: boolean): Steps<void> {
  if ('not' in node) yield* readLists(engine, node.not, false);
  else if (!('text' in node)) {
    for (const each of 'all' in node ? node.all : node.any) yield* readLists(engine, each, functionWords);
  } else {
    const { analyser, corpus } = engine;
    for (const unit of analyser.units(node.text)) {
      if (unit.functionWordOn === analyser.allStemmers && !functionWords) continue;
      for (const part of unit.parts) {
        for (const { term } of partTerms(corpus.text, part)) {
          wholePostings(corpus.text, node.in, term);
          // Ranking reads where they stand.
          termPostings(corpus.text, 'body', term);
        }
      }
      if (unit.parts.length > 1) yield* unitPostings(engine, node.in, unit);
    }
  }
}
