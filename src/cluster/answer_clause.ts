import type { Steps } from '../async/steps.ts';
import type { MatchQuery, TextClause } from '../query/ask/plan.ts';
import type { Engine } from '../query/match/engine.ts';
import { matchQuery } from '../query/match/match_query.ts';
import { unitPostings } from '../query/match/phrase.ts';
import { partPostings } from '../query/match/postings.ts';
import { rankRows } from '../query/rank/rank_rows.ts';
import { countFacets } from '../query/show/facets.ts';
import { QuestionScratch, writeFound } from '../query/show/write_answer.ts';
import type { ClusterParts } from './cluster_parts.ts';
import type { StageRunner } from './run_again.ts';

/** Answers a query that is a single clause, as bytes: by the stages of the embedded engine over the postings of its words. */
export function answerClause(
  { facetTexts }: ClusterParts,
  runner: StageRunner,
  query: MatchQuery & { readonly match: TextClause },
  signal: AbortSignal,
): Promise<Uint8Array> {
  return runner.run(
    (engine) => write(engine, new QuestionScratch(engine.corpus.pages.count, facetTexts), query),
    signal,
  );
}

function* write(
  engine: Engine,
  scratch: QuestionScratch,
  query: MatchQuery & { readonly match: TextClause },
): Steps<Uint8Array> {
  const { corpus } = engine;
  yield* readAll(engine, query.match);
  const matched = yield* matchQuery(engine, scratch.workspace, query);
  const rows = matched.pages.length === 0 ? [] : yield* rankRows(engine, query, matched);
  corpus.text.lookUp!.prefetch(
    rows.map(({ page }) => page),
    true,
  );
  const facets = query.facets.length === 0 ? null : () => countFacets(corpus, matched.pages, query.facets);
  yield* writeFound(engine, scratch, matched, rows, { total: matched.pages.length, relaxed: matched.relaxed, facets });
  return scratch.writer.take();
}

/** Reads all lists of a clause, so that those that are missing are fetched together: matching stops at the first empty list. */
function* readAll(engine: Engine, clause: TextClause): Steps<void> {
  const { analyser } = engine;
  for (const unit of analyser.units(clause.text)) {
    // Function words are read only where some page is found.
    if (unit.functionWordOn === analyser.allStemmers) continue;
    for (const part of unit.parts) partPostings(engine.corpus.text, clause.in, part);
    if (unit.parts.length > 1) yield* unitPostings(engine, clause.in, unit);
  }
  yield;
}
