import type { Steps } from '../../async/steps.ts';
import type { Corpus, HeadingTable, PageTable } from '../../corpus/corpus.ts';
import { SCORE_PLACES, scoreParts } from '../../corpus/index/ranking.ts';
import type { Plan, Query } from '../ask/plan.ts';
import type { Engine } from '../match/engine.ts';
import { matchQuery } from '../match/match_query.ts';
import type { MatchSet } from '../match/match_set.ts';
import { Workspace } from '../match/workspace.ts';
import { rankRows } from '../rank/rank_rows.ts';
import type { Row } from '../rank/top.ts';
import { createExcerpter, ExcerptScratch } from './excerpt.ts';
import { countFacets, type FacetCounts, type FacetTexts, writeFacets } from './facets.ts';
import { JsonWriter } from './json_writer.ts';
import { createTitleRanges } from './title_ranges.ts';

/** Working memory of one request. Reusable after the request completes, but not after an error or an early stop. */
export class QuestionScratch {
  readonly workspace: Workspace;
  readonly excerpts = new ExcerptScratch();
  readonly writer = new JsonWriter();
  readonly facetTexts: FacetTexts;
  /** Holds the result of `readAhead`, so that the compiler keeps the reads. */
  ahead = 0;

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
    total: matched.pages.length,
    relaxed: matched.relaxed,
    facets:
      'facets' in query && query.facets.length > 0 ? () => countFacets(corpus, matched.pages, query.facets) : null,
  });
}

/** The members of an answer about all matches. */
export interface FoundTotals {
  readonly total: number;
  readonly relaxed: boolean;
  /** Null when no facets are asked for. */
  readonly facets: (() => FacetCounts) | null;
}

/** Writes an answer with the given rows. */
export function* writeFound(
  engine: Engine,
  scratch: QuestionScratch,
  matched: MatchSet,
  rows: readonly Row[],
  { total, relaxed, facets }: FoundTotals,
): Steps<void> {
  const { corpus } = engine;
  const { writer } = scratch;
  corpus.text.lookUp?.prefetch(
    rows.map(({ page }) => page),
    { words: matched.excerptTerms !== null, shown: true },
  );
  writer.text('{"items":[');
  if (rows.length > 0) {
    yield;
    const writeMatch = matchWriter(engine, scratch, matched);
    for (let from = 0; from < rows.length; from += ROWS_A_STEP) {
      if (from > 0) yield;
      const to = Math.min(from + ROWS_A_STEP, rows.length);
      if (to > from + 1) scratch.ahead = readAhead(corpus, rows, from, to, matched.excerptTerms !== null);
      writeRows(corpus.pages, writer, rows, from, to, writeMatch);
    }
  }
  writer.text('],"count":').integer(rows.length).text(',"total":').integer(total);
  if (facets !== null) {
    yield;
    yield* writeFacets(writer.text(',"facets":'), scratch.facetTexts, corpus, facets());
  }
  writer.text(relaxed ? ',"relaxed":true}' : '}');
}

/** Reads ahead the data of rows (`PageTable.readAhead`). @param matches whether the rows have excerpts */
function readAhead(
  { pages, text }: Pick<Corpus, 'pages' | 'text'>,
  rows: readonly Row[],
  from: number,
  to: number,
  matches: boolean,
): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += pages.readAhead(rows[i]!.page);
  if (!matches) return sum;
  const { bodies } = text;
  for (let i = from; i < to; i++) sum += bodies.readAhead(rows[i]!.page);
  return sum;
}

/** Writes the rows `[from, to)`. A plain function: the compiler optimises loops in a generator less well. */
function writeRows(
  pages: PageTable,
  writer: JsonWriter,
  rows: readonly Row[],
  from: number,
  to: number,
  writeMatch: WriteMatch,
): void {
  for (let i = from; i < to; i++) {
    if (i > 0) writer.text(',');
    const info = pages.row(rows[i]!.page);
    writer.bytes(info);
    writeMatch(rows[i]!, info);
  }
}

/** Writes a row's `match` member, if the query has one, and closes the row. @param info the page's PageInfo (`PageTable.row`) */
type WriteMatch = (row: Row, info: Uint8Array) => void;

function matchWriter(
  engine: Engine,
  { writer, excerpts }: QuestionScratch,
  { order, excerptTerms }: MatchSet,
): WriteMatch {
  if (order.by === 'distance') {
    return ({ page }) => {
      writer.text(',"match":{"distance":').integer(order.distances[page]!).text('}}');
    };
  }
  if (excerptTerms === null) {
    return () => {
      writer.text('}');
    };
  }
  const writeExcerpt = createExcerpter(engine, excerpts, excerptTerms);
  const titleRanges = createTitleRanges(engine, excerptTerms);
  const { headings } = engine.corpus;
  return ({ page, sum }, info) => {
    writer.text(',"match":{"score":').decimal(scoreParts(sum), SCORE_PLACES).text(',"excerpt":');
    const { ranges, position } = writeExcerpt(page, writer);
    writer.text(',"ranges":').ranges(ranges).text(',"section":');
    writeSection(writer, headings, page, position);
    writer.text(',"titleRanges":').ranges(titleRanges(page, info)).text('}}');
  };
}

/** Writes the heading and anchor of the section that holds a position of the page's body, or null. */
export function writeSection(writer: JsonWriter, headings: HeadingTable, page: number, position: number | null): void {
  const heading = position === null ? -1 : headings.at(page, position);
  if (heading < 0) writer.text('null');
  else writer.text('{"heading":').bytes(headings.text(heading));
}
