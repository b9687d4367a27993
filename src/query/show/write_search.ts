import type { Steps } from '../../async/steps.ts';
import type { SearchPlan } from '../ask/search_plan.ts';
import type { RaisedPin } from '../match/curation/pin_table.ts';
import { type RowRule, rulesOfRow } from '../match/curation/row_rules.ts';
import type { Engine } from '../match/engine.ts';
import { PageFilter } from '../match/page_filter.ts';
import { searchFilter } from '../match/search_filter.ts';
import { speakersOf } from '../match/speakers.ts';
import { didYouMean } from '../match/spellings/did_you_mean.ts';
import { MISSING, matchTyped, type TypedMatches } from '../match/spellings/match_typed.ts';
import { readTyped } from '../match/spellings/read_typed.ts';
import { reportWords } from '../match/spellings/word_reports.ts';
import { addPinned, factorsOf, placePins, weigh } from '../rank/curated_rows.ts';
import { type ExplainedStep, explainRow } from '../rank/explain_row.ts';
import { RANKED_ROWS, rowsInOrder } from '../rank/rank_rows.ts';
import { orderOf, rowsByRelevance, type SearchRow } from '../rank/rank_search.ts';
import { Trace } from '../rank/trace.ts';
import { countFacets, countFields, writeFacets } from './facets.ts';
import { PageHits } from './page_hits.ts';
import { suggest } from './suggest.ts';
import type { QuestionScratch } from './write_answer.ts';
import { writeCopies } from './write_copies.ts';
import { writeMatch } from './write_match.ts';
import { writeSections } from './write_sections.ts';

/** The response body of a search, and the numbers of pages that it found. */
export interface SearchAnswer {
  /** UTF-8 JSON. */
  readonly body: Uint8Array;
  readonly total: number;
  /** Pages that hold all words as typed. */
  readonly exactTotal: number;
}

/** Rows written between two yields. */
const ROWS_A_STEP = 4;

/** Answers a search: matches, orders, and writes the rows. */
export function* writeSearch(engine: Engine, scratch: QuestionScratch, plan: SearchPlan): Steps<SearchAnswer> {
  const filter = yield* searchFilter(engine, plan);
  if (plan.q === null) return yield* writeListing(engine, scratch, plan, filter);
  const { writer, workspace } = scratch;
  const { words, open } = readTyped(engine.analyser, plan.q);
  const pins = pinsOf(engine, plan.q, filter);
  const scope = { filter, grouped: plan.version !== 'all', pinned: pins.map(({ page }) => page) };
  const isRanked = plan.sort === 'relevance';
  const matches = yield* matchTyped(
    engine,
    workspace,
    { words, open: open && plan.prefix === 'last' },
    { typos: isRanked && plan.typos === 'auto', relax: true, ...scope },
  );
  yield;
  const { found } = matches;
  const trace = plan.explain ? new Trace() : null;
  const { rows, moving } = yield* chooseRows(engine, scratch, plan, matches, pins, trace);
  yield;
  const pages = rows.map(({ page }) => page);
  engine.corpus.text.prefetch(pages, { words: false, marks: true, shown: false });
  yield* writeRows(engine, scratch, plan, rows, PageHits.ofWords(engine, matches.words, plan.q), {
    rulesOf: (row) => rulesOfRow(engine, row, matches.words, moving, isRanked),
    explain: trace === null ? null : (row) => explainRow(engine, matches, trace, row, isRanked),
  });
  const total = found.count;
  writer.text(`],"count":${rows.length},"total":${total},"exactTotal":${matches.exactTotal},"words":`);
  writer.text(JSON.stringify(reportWords(engine, matches.words)));
  if (matches.relaxed) writer.text(',"relaxed":true');
  yield* writeFacetsOf(engine, scratch, plan, found.pages.subarray(0, total));
  // These search again with the same workspace, so they come last.
  const meant = plan.typos === 'none' ? null : yield* didYouMean(engine, workspace, plan.q, matches.words, scope);
  writer.text(`,"didYouMean":${JSON.stringify(meant)}`);
  if (plan.suggest > 0) {
    const suggestions = yield* suggest(engine, workspace, plan.q, rows, plan.suggest, scope);
    writer.text(`,"suggestions":${JSON.stringify(suggestions)}`);
  }
  return { body: writer.text('}').take(), total, exactTotal: matches.exactTotal };
}

/** The pages that the owner pins for a text and that the filters admit. */
function pinsOf(engine: Engine, q: string, filter: PageFilter | null): readonly RaisedPin[] {
  return engine.curated()?.pinsOf(engine.analyser, q, (page) => filter === null || filter.has(page)) ?? [];
}

/** Chooses the rows, and adds the pinned pages to those found. @returns the rows, and the pins that put pages where they are */
function* chooseRows(
  engine: Engine,
  scratch: QuestionScratch,
  plan: SearchPlan,
  matches: TypedMatches,
  pins: readonly RaisedPin[],
  trace: Trace | null,
): Steps<{ readonly rows: readonly SearchRow[]; readonly moving: readonly RaisedPin[] }> {
  const { workspace } = scratch;
  const { found, edits } = matches;
  if (plan.sort !== 'relevance') {
    const moving = addPinned(found, workspace.edits, pins);
    return { rows: sortedRows(engine, scratch, plan, matches), moving };
  }
  const factorOf = factorsOf(engine.curated());
  weigh({ pages: found.pages.subarray(0, found.count), sums: found.sums }, factorOf);
  if (pins.length === 0)
    return { rows: yield* rowsByRelevance(engine, workspace, plan, matches, { trace, factorOf }), moving: pins };
  const end = plan.offset + plan.limit;
  const first = { ...plan, offset: 0, limit: Math.max(end + pins.length, RANKED_ROWS) };
  const ranked = yield* rowsByRelevance(engine, workspace, first, matches, { trace, factorOf });
  addPinned(found, workspace.edits, pins);
  const rows = placePins(ranked, pins, (page) => {
    const at = found.pages.indexOf(page);
    return { page, sum: found.sums[at]!, edits: edits[at]! };
  });
  return { rows: rows.slice(plan.offset, end), moving: pins };
}

/** The rows of another order than by relevance, with their sums. */
function sortedRows(
  { corpus }: Engine,
  { workspace: { seen } }: QuestionScratch,
  { sort, offset, limit }: SearchPlan,
  { found }: TypedMatches,
): SearchRow[] {
  seen.clear();
  seen.addAll(found.pages, 0, found.count);
  const order = orderOf(corpus, sort);
  const rows = rowsInOrder(order, (page) => seen.has(page), offset, Math.min(limit, found.count - offset));
  const sums = new Map(rows.map(({ page }) => [page, 0]));
  for (let i = 0; i < found.count; i++) {
    if (sums.has(found.pages[i]!)) sums.set(found.pages[i]!, found.sums[i]!);
  }
  return rows.map(({ page }) => ({ page, sum: sums.get(page)!, edits: 0 }));
}

/** A search without a text: all pages that the filters admit, newest first unless another order is asked for. */
function* writeListing(
  engine: Engine,
  scratch: QuestionScratch,
  plan: SearchPlan,
  admitted: PageFilter | null,
): Steps<SearchAnswer> {
  const { corpus } = engine;
  const { writer } = scratch;
  const filter = plan.version === 'all' ? admitted : yield* shownOf(engine, admitted);
  const total = filter?.pages.length ?? corpus.pages.count;
  const order = orderOf(corpus, plan.sort);
  const has = (page: number): boolean => filter === null || filter.has(page);
  yield;
  const listed = rowsInOrder(order, has, plan.offset, Math.min(plan.limit, total - plan.offset));
  const rows = listed.map((row) => ({ ...row, edits: 0 }));
  yield* writeRows(engine, scratch, plan, rows, null, NOTHING_MORE);
  writer.text(`],"count":${rows.length},"total":${total},"exactTotal":${total},"words":[]`);
  yield* writeFacetsOf(engine, scratch, plan, filter?.pages ?? corpus.pages.newestFirst);
  writer.text(`,"didYouMean":null${plan.suggest > 0 ? ',"suggestions":[]' : ''}`);
  return { body: writer.text('}').take(), total, exactTotal: total };
}

/** The pages of a listing without the copies that another one speaks for. @param admitted null: all */
function* shownOf(engine: Engine, admitted: PageFilter | null): Steps<PageFilter | null> {
  if (admitted === null) return engine.currentPages();
  const { pages } = engine.corpus;
  const all = admitted.pages;
  const speakers = yield* speakersOf(engine.corpus, { pages: all, exact: all.length, near: all.length }, admitted);
  return speakers === null
    ? admitted
    : new PageFilter(
        pages.count,
        all.filter((page) => speakers.has(page)),
      );
}

function* writeFacetsOf(
  { corpus }: Engine,
  { writer, facetTexts }: QuestionScratch,
  { facets, fieldFacets, values }: SearchPlan,
  pages: Uint32Array,
): Steps<void> {
  if (facets.length + fieldFacets.length === 0) return;
  yield;
  const fields = yield* countFields(corpus, pages, fieldFacets, values);
  const own = fields === null ? null : `"fields":${JSON.stringify(fields)}`;
  yield* writeFacets(writer.text(',"facets":'), facetTexts, corpus, countFacets(corpus, pages, facets), own, values);
}

/** What a row says besides its page and its match. */
interface MoreOfRows {
  rulesOf(row: SearchRow): readonly RowRule[];
  /** Null: rows do not say what made their score. */
  readonly explain: ((row: SearchRow) => Steps<readonly ExplainedStep[]>) | null;
}

const NOTHING_MORE: MoreOfRows = { rulesOf: () => [], explain: null };

/** @param shown null without a text */
function* writeRows(
  engine: Engine,
  { writer }: QuestionScratch,
  plan: SearchPlan,
  rows: readonly SearchRow[],
  shown: PageHits | null,
  { rulesOf, explain }: MoreOfRows,
): Steps<void> {
  engine.corpus.text.prefetch(
    rows.map(({ page }) => page),
    { words: true, shown: true },
  );
  writer.text('{"items":[');
  for (const [i, row] of rows.entries()) {
    if (i % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    if (i > 0) writer.text(',');
    const { page, edits } = row;
    const parts = partsOf(engine.corpus.pages.row(page), engine.corpus.fields.length > 0);
    const titleRanges = shown?.rangesInTitle(page, parts.names) ?? [];
    writer.bytes(parts.names).text(',"titleRanges":').ranges(titleRanges).bytes(parts.collection).bytes(parts.facts);
    if (parts.fields !== null) writer.bytes(parts.fields);
    writeCopies(engine.corpus, writer, page);
    writer.text(',"typos":').integer(edits === MISSING ? 0 : edits);
    const rules = rulesOf(row);
    if (rules.length > 0) writer.text(`,"rules":${JSON.stringify(rules)}`);
    if (shown === null) {
      writer.text(`,"match":null,"sections":[],"moreSections":0${plan.explain ? ',"explain":[]' : ''}}`);
      continue;
    }
    const sections = writeMatch(engine, writer, shown, row, plan.sections);
    writer.text('}');
    writeSections(engine.corpus, writer, shown, page, parts, titleRanges, sections, plan.sections);
    if (explain !== null) writer.text(',"explain":').text(JSON.stringify(yield* explain(row)));
    writer.text('}');
  }
}

/** The parts of a page's row that a search shows. */
interface RowParts {
  /** The members path, canonical and title, with the brace before them. */
  readonly names: Uint8Array;
  /** The member collection, and tags to language, each with the comma before it. */
  readonly collection: Uint8Array;
  readonly facts: Uint8Array;
  /** The owner's own fields, likewise; null: the site has none. */
  readonly fields: Uint8Array | null;
  /** The canonical address as a JSON string without its closing mark. */
  readonly address: string;
  /** The title as a JSON string. */
  readonly title: string;
}

/** Names of members of a row in the page table. They cannot occur in a JSON string, where quotation marks are escaped. */
const CANONICAL = Buffer.from(',"canonical":');
const TITLE = Buffer.from(',"title":');
const DESCRIPTION = Buffer.from(',"description":');
const COLLECTION = Buffer.from(',"collection":');
const SLUG = Buffer.from(',"slug":');
const TAGS = Buffer.from(',"tags":');
const MARKDOWN = Buffer.from(',"markdown":');
const FIELDS = Buffer.from(',"fields":');

/** @param info path, canonical, title, description, indexing, collection, slug, aliases, tags, dates, language, markdown and fields */
function partsOf({ buffer, byteOffset, length }: Uint8Array, hasFields: boolean): RowParts {
  const row = Buffer.from(buffer, byteOffset, length);
  const canonical = row.indexOf(CANONICAL);
  const title = row.indexOf(TITLE, canonical);
  const description = row.indexOf(DESCRIPTION, title);
  const collection = row.indexOf(COLLECTION, description);
  const slug = row.indexOf(SLUG, collection);
  const tags = row.indexOf(TAGS, slug);
  const markdown = row.indexOf(MARKDOWN, tags);
  return {
    names: row.subarray(0, description),
    collection: row.subarray(collection, slug),
    facts: row.subarray(tags, markdown),
    fields: hasFields ? row.subarray(row.indexOf(FIELDS, markdown)) : null,
    address: row.utf8Slice(canonical + CANONICAL.length, title - 1),
    title: row.utf8Slice(title + TITLE.length, description),
  };
}
