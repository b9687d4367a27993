import type { Steps } from '../async/steps.ts';
import type { Answerer } from '../engine/answerer.ts';
import type { MatchNode, Query } from '../query/ask/plan.ts';
import type { Engine } from '../query/match/engine.ts';
import { unitPostings } from '../query/match/phrase.ts';
import { partTerms, termPostings, wholePostings } from '../query/match/postings.ts';
import { QuestionScratch, writeAnswers } from '../query/show/write_answer.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { runAgain } from './run_again.ts';

/** Answers plans from a cluster. Each query of a batch fetches by itself what it misses. */
export function createClusterAnswerer(parts: ClusterParts): Answerer {
  return {
    async answer(plan, signal) {
      const answers = await Promise.all(
        plan.queries.map((query) =>
          runAgain(
            parts,
            (engine) => answerQuery(engine, new QuestionScratch(engine.corpus.pages.count, parts.facetTexts), query),
            signal,
          ),
        ),
      );
      if (!plan.batch) return answers[0]!;
      const joined = answers.flatMap((answer, i) => [Buffer.from(i === 0 ? '{"answers":[' : ','), answer]);
      return Buffer.concat([...joined, Buffer.from(']}')]);
    },
    inSteps: () => null,
  };
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
