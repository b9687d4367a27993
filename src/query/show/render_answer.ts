import type { Corpus } from '../../corpus/corpus.ts';
import { score } from '../../corpus/index/ranking.ts';
import type { Plan, Query } from '../ask/plan.ts';
import { type Engine, engineFor, forgetEngine } from '../match/engine.ts';
import { evaluate } from '../match/evaluate.ts';
import type { Found } from '../match/found.ts';
import { createExcerpter } from './excerpt.ts';
import { renderFacets } from './facets.ts';
import { JsonWriter } from './json_writer.ts';

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
  const writeMatch = matchWriter(engine, found);
  writer.text('{"items":[');
  found.rows.forEach((row, i) => {
    if (i > 0) writer.text(',');
    writer.bytes(corpus.pages.row(row.page));
    writeMatch(row);
  });
  const relaxed = found.relaxed ? ',"relaxed":true' : '';
  writer.text(`],"count":${found.rows.length},"total":${total}${facets}${relaxed}}`);
}

/** @returns the function that writes a row's `match` member, for rows that have one, and the end of the row */
function matchWriter(engine: Engine, { show }: Found): (row: Found['rows'][number]) => void {
  switch (show.kind) {
    case 'none':
      return () => {
        writer.text('}');
      };
    case 'distance':
      return ({ sum }) => {
        writer.text(`,"match":{"distance":${sum}}}`);
      };
    case 'excerpt': {
      const writeExcerpt = createExcerpter(engine, show.wanted);
      return ({ page, sum }) => {
        writer.text(`,"match":{"score":${score(sum)},"excerpt":`);
        const ranges = writeExcerpt(page, writer);
        writer.text(`,"ranges":${renderRanges(ranges)}}}`);
      };
    }
  }
}

function renderRanges(ranges: readonly number[]): string {
  let json = '[';
  for (let i = 0; i < ranges.length; i += 2) json += `${i > 0 ? ',' : ''}[${ranges[i]},${ranges[i + 1]}]`;
  return `${json}]`;
}
