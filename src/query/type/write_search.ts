import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { SCORE_PLACES, scoreParts } from '../../corpus/index/ranking.ts';
import type { SearchPlan } from '../ask/search_plan.ts';
import type { Engine } from '../match/engine.ts';
import type { PageFilter } from '../match/page_filter.ts';
import { cutExcerpt } from '../show/excerpt.ts';
import { countFacets, writeFacets } from '../show/facets.ts';
import { highlightText } from '../show/highlight_text.ts';
import { writeSection } from '../show/write_answer.ts';
import { countFields } from './count_fields.ts';
import { didYouMean } from './did_you_mean.ts';
import { MISSING, matchTyped, type TypedMatches } from './match_typed.ts';
import { orderOf, rowsByRelevance, rowsInOrder, type SearchRow } from './order_rows.ts';
import { PageHits } from './page_hits.ts';
import { readTyped } from './read_typed.ts';
import { type RowParts, rowParts } from './row_parts.ts';
import { isShownAgain, type RowSource, rowTextOf } from './row_texts.ts';
import { searchFilter } from './search_filter.ts';
import type { SoughtWord } from './sought_word.ts';
import { suggest } from './suggest.ts';
import type { SearchScratch, TypingEngine } from './typing_engine.ts';
import { reportWords } from './word_reports.ts';
import { type RowSections, rowSections, writeSections } from './write_sections.ts';

/** The response body of a search, and the numbers of pages that it found. */
interface SearchAnswer {
  /** UTF-8 JSON. */
  readonly body: Uint8Array;
  readonly total: number;
  /** Pages that hold all words as typed. */
  readonly exactTotal: number;
}

/** Rows written between two yields. */
const ROWS_A_STEP = 4;

/** Answers a search: matches, orders, and writes the rows. */
export function* writeSearch(typing: TypingEngine, scratch: SearchScratch, plan: SearchPlan): Steps<SearchAnswer> {
  const filter = yield* searchFilter(typing.engine, plan);
  if (plan.q === null) return yield* writeListing(typing, scratch, plan, filter);
  const { engine } = typing;
  const { writer, pages } = scratch;
  const { words, open } = readTyped(engine.analyser, plan.q);
  const isRanked = plan.sort === 'relevance';
  const matches = yield* matchTyped(
    typing,
    scratch,
    { words, open: open && plan.prefix === 'last' },
    { typos: isRanked && plan.typos === 'auto', relax: true, filter },
  );
  yield;
  const { found } = matches;
  const rows =
    plan.sort === 'relevance' ? yield* rowsByRelevance(typing, scratch, plan, matches) : yield* sortedRows(plan.sort);
  yield;
  yield* writeRows(typing, scratch, plan, rows, matches.words);
  const total = found.count;
  writer.text(`],"count":${rows.length},"total":${total},"exactTotal":${matches.exactTotal},"words":`);
  writer.text(JSON.stringify(reportWords(engine, matches.words)));
  if (matches.relaxed) writer.text(',"relaxed":true');
  yield* writeFacetsOf(typing, scratch, plan, found.pages.subarray(0, total));
  // These search again with the same scratch, so they come last.
  const meant = plan.typos === 'none' ? null : yield* didYouMean(typing, scratch, plan, matches.words, filter);
  writer.text(`,"didYouMean":${JSON.stringify(meant)}`);
  if (plan.suggest > 0) {
    const suggestions = yield* suggest(typing, scratch, plan.q, rows, plan.suggest, filter);
    writer.text(`,"suggestions":${JSON.stringify(suggestions)}`);
  }
  return { body: writer.text('}').take(), total, exactTotal: matches.exactTotal };

  function* sortedRows(sort: 'updated' | 'published' | 'title'): Steps<readonly SearchRow[]> {
    pages.clear();
    pages.addAll(found.pages, 0, found.count);
    const sorted = yield* rowsInOrder(orderOf(engine.corpus, sort), (page) => pages.has(page), plan);
    return yield* withSums(sorted, matches);
  }
}

/** Gives rows the sums of their pages, which are among those found. */
function* withSums(rows: readonly SearchRow[], { found }: TypedMatches): Steps<readonly SearchRow[]> {
  const sums = new Map(rows.map(({ page }) => [page, 0]));
  for (let i = 0; i < found.count; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    if (sums.has(found.pages[i]!)) sums.set(found.pages[i]!, found.sums[i]!);
  }
  return rows.map((row) => ({ ...row, sum: sums.get(row.page)! }));
}

/** A search without a text: all pages that the filters admit, newest first unless another order is asked for. */
function* writeListing(
  typing: TypingEngine,
  scratch: SearchScratch,
  plan: SearchPlan,
  filter: PageFilter | null,
): Steps<SearchAnswer> {
  const { corpus } = typing.engine;
  const { count } = corpus.pages;
  const { writer } = scratch;
  const order = orderOf(corpus, plan.sort === 'relevance' ? 'published' : plan.sort);
  const rows = yield* rowsInOrder(order, (page) => filter === null || filter.has(page), plan);
  const total = filter?.pages.length ?? count;
  yield* writeRows(typing, scratch, plan, rows, null);
  writer.text(`],"count":${rows.length},"total":${total},"exactTotal":${total},"words":[]`);
  yield* writeFacetsOf(typing, scratch, plan, filter?.pages ?? corpus.pages.newestFirst);
  writer.text(`,"didYouMean":null${plan.suggest > 0 ? ',"suggestions":[]' : ''}`);
  return { body: writer.text('}').take(), total, exactTotal: total };
}

function* writeFacetsOf(
  { engine }: TypingEngine,
  { writer, facetTexts }: SearchScratch,
  { facets, fieldFacets, values }: SearchPlan,
  pages: Uint32Array,
): Steps<void> {
  if (facets.length + fieldFacets.length === 0) return;
  yield;
  const fields = yield* countFields(engine.corpus, pages, fieldFacets, values);
  const own = fields === null ? null : `"fields":${JSON.stringify(fields)}`;
  const counts = countFacets(engine.corpus, pages, facets);
  yield* writeFacets(writer.text(',"facets":'), facetTexts, engine.corpus, counts, own, values);
}

/** @param words null without a text */
function* writeRows(
  typing: TypingEngine,
  scratch: SearchScratch,
  plan: SearchPlan,
  rows: readonly SearchRow[],
  words: readonly SoughtWord[] | null,
): Steps<void> {
  const { engine } = typing;
  engine.corpus.text.lookUp?.prefetch(
    rows.map(({ page }) => page),
    { words: true, shown: true },
  );
  const pageHits = words === null ? null : new PageHits(typing, words);
  scratch.writer.text('{"items":[');
  for (const [i, row] of rows.entries()) {
    if (i % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    if (i > 0) scratch.writer.text(',');
    writeRow(typing, scratch, plan, row, pageHits);
  }
}

/** A plain function: the compiler optimises generators less well. @param pageHits null without a text */
function writeRow(
  typing: TypingEngine,
  scratch: SearchScratch,
  plan: SearchPlan,
  { page, sum, edits }: SearchRow,
  pageHits: PageHits | null,
): void {
  const { corpus } = typing.engine;
  const { writer, excerpts } = scratch;
  const parts = rowParts(corpus, typing.rowParts, page);
  const titleRanges = pageHits === null ? [] : pageHits.rangesInTitle(page, parts.names, parts.title);
  writer.bytes(parts.names).text(',"titleRanges":').ranges(titleRanges).bytes(parts.collection).bytes(parts.facts);
  if (parts.fields !== null) writer.bytes(parts.fields);
  writer.text(',"typos":').integer(edits === MISSING ? 0 : edits);
  if (pageHits === null) {
    writer.text(',"match":null,"sections":[],"moreSections":0}');
    return;
  }
  const { hits } = excerpts;
  pageHits.read(page, hits);
  writer.text(',"match":{"score":').decimal(scoreParts(sum), SCORE_PLACES);
  const { weights, shape } = pageHits;
  writeTexts(typing, scratch, page, parts, pageHits, { hits, weights, shape, titleRanges, sections: plan.sections });
  writer.text('}');
}

/** Writes what a row shows of its page's texts, from the excerpt to the end of the sections, or what it showed last. */
function writeTexts(
  typing: TypingEngine,
  scratch: SearchScratch,
  page: number,
  parts: RowParts,
  pageHits: PageHits,
  source: RowSource,
): void {
  const { writer, notes } = scratch;
  const { hits, titleRanges, sections } = source;
  if (parts.last !== null && isShownAgain(parts.last, source)) {
    writer.text(parts.last.json);
    return;
  }
  const start = writer.length;
  notes.clear();
  const found = rowSections(typing, scratch, pageHits, page, sections);
  writeMatch(typing.engine, scratch, pageHits, page, found);
  writeSections(typing, scratch, pageHits, page, parts, titleRanges, found, sections);
  // Without hits the excerpt depends on the words. Over a cluster pages are numbered anew for each question.
  const isKept = hits.count > 0 && typing.engine.corpus.text.lookUp === null;
  parts.last = isKept ? rowTextOf(source, notes, writer, start) : null;
}

/** Writes the member `match` of a row from its excerpt on. */
function writeMatch(
  engine: Engine,
  { writer, notes, excerpts: { hits } }: SearchScratch,
  pageHits: PageHits,
  page: number,
  { best: [section] }: RowSections,
): void {
  const { text, headings } = engine.corpus;
  writer.text(',"excerpt":');
  if (hits.count === 0) {
    const { excerpt, ranges } = highlightText(engine, page, pageHits.excerptTerms);
    writer.text(JSON.stringify(excerpt)).text(',"ranges":').ranges(ranges).text(',"section":null}');
    return;
  }
  const place = notes.bestPlace(hits, pageHits.weights, section?.from, section?.to);
  const ranges = cutExcerpt(text.bodies, page, hits, place, pageHits.units, writer);
  writer.text(',"ranges":').ranges(ranges).text(',"section":');
  writeSection(writer, headings, page, place);
  writer.text('}');
}
