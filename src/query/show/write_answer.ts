import type { Steps } from '../../async/steps.ts';
import type { Plan, Query } from '../ask/plan.ts';
import type { Engine } from '../match/engine.ts';
import { matchQuery } from '../match/match_query.ts';
import type { MatchSet } from '../match/match_set.ts';
import { Workspace } from '../match/workspace.ts';
import { rankRows } from '../rank/rank_rows.ts';
import type { Row } from '../rank/top.ts';
import { countFacets, type FacetCounts, type FacetTexts, writeFacets } from './facets.ts';
import { JsonWriter } from './json_writer.ts';
import { PageHits } from './page_hits.ts';
import { writeMatch } from './write_match.ts';

/** Working memory of one request. Reusable after the request completes, but not after an error or an early stop. */
export class QuestionScratch {
  readonly workspace: Workspace;
  readonly writer = new JsonWriter();
  readonly facetTexts: FacetTexts;

  /** @param facetTexts shared by all requests */
  constructor(pageCount: number, facetTexts: FacetTexts) {
    this.workspace = new Workspace(pageCount);
    this.facetTexts = facetTexts;
  }
}

/** Rows written between two yields. */
const ROWS_A_STEP = 8;

/** @returns the whole response body for a plan: UTF-8 JSON, an Answer or `{"answers": [Answer...]}` */
export function* writeAnswers(engine: Engine, scratch: QuestionScratch, plan: Plan): Steps<Uint8Array> {
  const { writer } = scratch;
  if (!plan.batch) {
    yield* writeAnswer(engine, scratch, plan.queries[0]!);
    return writer.take();
  }
  writer.text('{"answers":[');
  for (const [i, query] of plan.queries.entries()) {
    if (i > 0) {
      writer.text(',');
      yield;
    }
    yield* writeAnswer(engine, scratch, query);
  }
  return writer.text(']}').take();
}

/** Runs the stages: match, rank, write. */
function* writeAnswer(engine: Engine, scratch: QuestionScratch, query: Query): Steps<void> {
  const { corpus } = engine;
  const matched = yield* matchQuery(engine, scratch.workspace, query);
  const rows = matched.pages.length === 0 ? [] : yield* rankRows(engine, query, matched);
  yield* writeFound(engine, scratch, matched, rows, {
    asked: query.form === 'match' && 'text' in query.match ? query.match.text : '',
    total: matched.pages.length,
    relaxed: matched.relaxed,
    facets:
      'facets' in query && query.facets.length > 0 ? () => countFacets(corpus, matched.pages, query.facets) : null,
  });
}

/** What was asked, and the members of an answer about all matches. */
interface FoundTotals {
  /** The text of a single clause; else empty. */
  readonly asked: string;
  readonly total: number;
  readonly relaxed: boolean;
  /** Null when no facets are asked for. */
  readonly facets: (() => FacetCounts) | null;
}

/** Writes a row. A plain function, as the compiler optimises a generator less well. */
function writeRow(
  engine: Engine,
  writer: JsonWriter,
  row: Row,
  order: MatchSet['order'],
  shown: PageHits | null,
): void {
  const info = engine.corpus.pages.row(row.page);
  writer.bytes(info);
  if (order.by === 'distance') {
    writer.text(',"match":{"distance":').integer(order.distances[row.page]!).text('}');
  } else if (shown !== null) {
    writeMatch(engine, writer, shown, row, 0);
    writer.text(',"titleRanges":').ranges(shown.rangesInTitle(row.page, info)).text('}');
  }
  writer.text('}');
}

/** Writes an answer with the given rows. */
function* writeFound(
  engine: Engine,
  { writer, facetTexts }: QuestionScratch,
  { order, excerptTerms }: MatchSet,
  rows: readonly Row[],
  { asked, total, relaxed, facets }: FoundTotals,
): Steps<void> {
  const { corpus } = engine;
  yield;
  corpus.text.prefetch(
    rows.map(({ page }) => page),
    { words: excerptTerms !== null, shown: true },
  );
  const shown = excerptTerms === null || rows.length === 0 ? null : PageHits.ofTerms(engine, excerptTerms, asked);
  writer.text('{"items":[');
  for (let i = 0; i < rows.length; i++) {
    if (i % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    if (i > 0) writer.text(',');
    writeRow(engine, writer, rows[i]!, order, shown);
  }
  writer.text('],"count":').integer(rows.length).text(',"total":').integer(total);
  if (facets !== null) {
    yield;
    yield* writeFacets(writer.text(',"facets":'), facetTexts, corpus, facets());
  }
  writer.text(relaxed ? ',"relaxed":true}' : '}');
}
