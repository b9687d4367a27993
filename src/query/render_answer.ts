import type { Corpus } from '../corpus/corpus.ts';
import { score } from '../corpus/ranking.ts';
import { type Engine, engineFor, forgetEngine } from './engine.ts';
import { evaluate } from './evaluate.ts';
import { createExcerpter } from './excerpt.ts';
import { renderFacets } from './facets.ts';
import type { Found } from './found.ts';
import { JsonWriter } from './json_writer.ts';
import type { Plan, Query } from './query.ts';

const writer = new JsonWriter();

/** @returns the whole body of the answer to a plan: UTF-8 JSON, an Answer or `{"answers": [Answer...]}` */
export function answerPlan(corpus: Corpus, plan: Plan): Uint8Array {
  try {
    return render(engineFor(corpus), plan);
  } catch (error) {
    // A fault in one answer must not show in the next one.
    writer.clear();
    forgetEngine(corpus);
    throw error;
  }
}

function render(engine: Engine, plan: Plan): Uint8Array {
  if (!plan.batch) {
    writeAnswer(engine, plan.queries[0]!);
    return writer.take();
  }
  writer.text('{"answers":[');
  plan.queries.forEach((query, i) => {
    if (i > 0) writer.text(',');
    writeAnswer(engine, query);
  });
  return writer.text(']}').take();
}

function writeAnswer(engine: Engine, query: Query): void {
  const { corpus } = engine;
  const found = evaluate(engine, query);
  const total = found.pages.length;
  // Facets first: excerpts must not be in the way of the engine's view of the pages.
  const facets =
    'facets' in query && query.facets.length > 0 ? `,"facets":${renderFacets(corpus, found.pages, query.facets)}` : '';
  const matchOf = renderMatch(engine, found);
  writer.text('{"items":[');
  found.rows.forEach((row, i) => {
    writer
      .text(i > 0 ? ',' : '')
      .bytes(corpus.pages.row(row.page))
      .text(matchOf(row))
      .text('}');
  });
  const relaxed = found.relaxed ? ',"relaxed":true' : '';
  writer.text(`],"count":${found.rows.length},"total":${total}${facets}${relaxed}}`);
}

/** @returns the function that renders a row's `match` member, with the comma before it; empty for rows that have none */
function renderMatch(engine: Engine, { show }: Found): (row: Found['rows'][number]) => string {
  switch (show.kind) {
    case 'none':
      return () => '';
    case 'distance':
      return ({ sum }) => `,"match":{"distance":${sum}}`;
    case 'excerpt': {
      const excerptOf = createExcerpter(engine, show.wanted);
      return ({ page, sum }) => {
        const { excerpt, ranges } = excerptOf(page);
        return `,"match":{"score":${score(sum)},"excerpt":${JSON.stringify(excerpt)},"ranges":${renderRanges(ranges)}}`;
      };
    }
  }
}

function renderRanges(ranges: readonly number[]): string {
  let json = '[';
  for (let i = 0; i < ranges.length; i += 2) json += `${i > 0 ? ',' : ''}[${ranges[i]},${ranges[i + 1]}]`;
  return `${json}]`;
}
