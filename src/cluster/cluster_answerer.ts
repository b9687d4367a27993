import { finish } from '../async/steps.ts';
import type { Answerer } from '../engine/answerer.ts';
import type { Plan, Query } from '../query/ask/plan.ts';
import { QuestionScratch, writeFound } from '../query/show/write_answer.ts';
import { answerClause } from './answer_clause.ts';
import { answerListed } from './answer_listed.ts';
import { answerCandidates, answerScored } from './answer_scored.ts';
import { answerWalk } from './answer_walk.ts';
import type { ClusterParts } from './cluster_parts.ts';
import type { FoundAnswer } from './found_answer.ts';
import { matchNegated } from './match_negated.ts';
import type { StageRunner } from './run_again.ts';
import { translate, translateFilters } from './translate/translate.ts';

/**
 * Answers from a cluster: it finds, counts and gives the best pages with their asked words; the stages of the embedded engine run over
 * these pages, so that sums, order, excerpts and bytes are theirs.
 */
export function createClusterAnswerer(parts: ClusterParts, runner: StageRunner): Answerer {
  return {
    async answer(plan, signal) {
      signal.throwIfAborted();
      const answers = await Promise.all(plan.queries.map((query) => findAnswer(parts, runner, query, signal)));
      return writePlan(parts, plan, answers);
    },
    inSteps: () => null,
  };
}

function writePlan(
  { facetTexts }: ClusterParts,
  plan: Plan,
  answers: readonly (FoundAnswer | Uint8Array)[],
): Uint8Array {
  const scratch = new QuestionScratch(0, facetTexts);
  const { writer } = scratch;
  if (plan.batch) writer.text('{"answers":[');
  answers.forEach((answer, i) => {
    if (i > 0) writer.text(',');
    if (answer instanceof Uint8Array) {
      writer.bytes(answer);
      return;
    }
    const { engine, matched, rows, total, facets } = answer;
    finish(
      writeFound(engine, scratch, matched, rows, {
        total,
        relaxed: false,
        facets: facets === null ? null : () => facets,
      }),
    );
  });
  if (plan.batch) writer.text(']}');
  return writer.take();
}

async function findAnswer(
  parts: ClusterParts,
  runner: StageRunner,
  query: Query,
  signal: AbortSignal,
): Promise<FoundAnswer | Uint8Array> {
  if (query.form === 'match' && 'text' in query.match) {
    return answerClause(parts, runner, { ...query, match: query.match }, signal);
  }
  if (query.form === 'traverse') return answerWalk(parts, query, signal);
  const matchedHere = query.form === 'match' ? await answerCandidates(parts, query, signal) : null;
  if (matchedHere !== null) return matchedHere;
  const filters = translateFilters(parts.site, query);
  const isMatched = query.form === 'match' && filters !== null;
  const known = isMatched ? await matchNegated(parts, query.match, filters, signal) : undefined;
  const translation = translate(parts.site, parts.analyser, query, known);
  return translation.order === 'sum'
    ? answerScored(parts, query, translation, signal)
    : answerListed(parts, query, translation, signal);
}
