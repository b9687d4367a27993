import type { Steps } from '../../async/steps.ts';
import type { TextClause } from '../ask/plan.ts';
import type { Engine } from './engine.ts';
import { completeLists, functionWordPostings, lookUp, matchWords, weighedParts } from './look_up.ts';
import { LEAST_SHARE, LONGEST_NAME, matchByWeight } from './match_by_weight.ts';
import type { ExcerptTerm, MatchSet } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';
import type { PageSums } from './page_sums.ts';
import { type Postings, sizeOf } from './postings.ts';
import { excerptTermsOf, type ReadClause, readClause, readUnits } from './read_clause.ts';
import { type SoughtWord, soughtWord } from './sought_word.ts';
import { questionUnits } from './spellings/read_typed.ts';
import type { Workspace } from './workspace.ts';

/**
 * Adds the pages that match all of the clauses and pass the filter.
 * @param clauses each has terms; @param scored whether function words add to the sums
 */
export function* matchClauses(
  engine: Engine,
  workspace: Workspace,
  clauses: readonly ReadClause[],
  filter: PageFilter | null,
  scored: boolean,
  into: PageSums,
): Steps<void> {
  const all: SoughtWord[] = [];
  const extra: Postings[] = [];
  for (const { terms, field } of clauses) {
    const words: SoughtWord[] = [];
    for (const term of terms) if (term.requiredOn !== 0) words.push(soughtWord(term));
    yield* lookUp(engine, workspace, field, words);
    all.push(...words);
    if (scored) extra.push(...(yield* functionWordPostings(engine, field, terms)));
  }
  yield* matchWords(engine, all, extra, filter, into);
}

/** A question that so many pages of the site answer with all its words is not relaxed. */
const ENOUGH_ANSWERS = 20;

/** Matches a query that is a single clause outside any tree: the only kind of query that may be relaxed. */
export function* matchBareClause(
  engine: Engine,
  workspace: Workspace,
  clause: TextClause,
  filter: PageFilter | null,
): Steps<MatchSet> {
  const read = readClause(engine.analyser, clause);
  const { found, spare } = workspace;
  found.count = 0;
  if (read.terms.length > 0) yield* matchClauses(engine, workspace, [read], filter, true, found);
  const enough = isQuestion(read) ? ENOUGH_ANSWERS : 1;
  let onSite = found.count;
  if (filter !== null && onSite < enough) {
    // Few pages may be found because of the filter alone.
    spare.count = 0;
    if (read.terms.length > 0) yield* matchClauses(engine, workspace, [read], null, false, spare);
    onSite = spare.count;
  }
  const loose = onSite >= enough ? null : withoutFrame(engine, clause);
  const excerptTerms = loose === null ? null : yield* relax(engine, workspace, loose, isQuestion(read), filter, onSite);
  return {
    pages: found.pages.subarray(0, found.count),
    order: { by: 'sum', sums: found.sums },
    excerptTerms: excerptTerms ?? excerptTermsOf(read),
    clauses: [excerptTerms === null ? read : loose!],
    relaxed: excerptTerms !== null,
  };
}

/** A clause whose frame, as of a question, is not looked for. */
function withoutFrame({ analyser }: Engine, { text, in: field }: TextClause): ReadClause {
  return readUnits(analyser, field, questionUnits(analyser, text));
}

/** Whether a clause has so many words that few pages hold them all. */
function isQuestion({ terms }: ReadClause): boolean {
  return terms.filter(({ requiredOn }) => requiredOn !== 0).length > LONGEST_NAME;
}

/**
 * Replaces the pages found by those that match the relaxed clause: its words carry most of its weight, or, when no page of the site has
 * so many or the clause is short, it holds any.
 * @param isLong whether the clause was too long for a name; @param strict how many pages of the site hold all words
 * @returns the terms that excerpts show; null when no other page of the site matches, and nothing is replaced
 */
function* relax(
  engine: Engine,
  workspace: Workspace,
  read: ReadClause,
  isLong: boolean,
  filter: PageFilter | null,
  strict: number,
): Steps<readonly ExcerptTerm[] | null> {
  const { field } = read;
  const words = read.terms.map((term) => soughtWord(term));
  // A clause of phrases only cannot be relaxed.
  if (words.every(({ unit, requiredOn }) => unit.quoted || requiredOn === 0)) return null;
  // Of a compound only the parts are needed.
  const single = words.filter(({ unit }) => unit.parts.length === 1);
  yield* lookUp(engine, workspace, field, single);
  yield* completeLists(engine, workspace, field, words);
  const { parts, extra } = yield* weighedParts(engine, field, words);
  if (parts.every(({ list }) => sizeOf(list) === 0)) return null;
  const { found, spare } = workspace;
  for (const least of isLong ? [LEAST_SHARE, 0] : [0]) {
    spare.count = 0;
    // A question whose frame is left out may be as short as a name.
    yield* matchByWeight(engine.corpus.text, parts, extra, least, spare, 0);
    if (spare.count > 0) break;
  }
  if (spare.count <= strict) return null;
  if (filter !== null) spare.keep(filter);
  found.copy(spare);
  const shown = [...parts.filter(({ isPhrase }) => isPhrase), ...parts.filter(({ isPhrase }) => !isPhrase)];
  return shown.map(({ unit }) => ({ unit, field }));
}
