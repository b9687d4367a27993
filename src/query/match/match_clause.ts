import type { Steps } from '../../async/steps.ts';
import {
  asFunctionWord,
  functionWordPostings,
  hasFunctionWords,
  repeated,
  requiredPostings,
  simplePostings,
} from './clause_postings.ts';
import { intersect, startIntersecting } from './conjunction.ts';
import type { Engine } from './engine.ts';
import { LEAST_SHARE, LONGEST_NAME, matchByWeight } from './match_by_weight.ts';
import type { ExcerptTerm, MatchSet } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';
import type { PageSums } from './page_sums.ts';
import { unitPostings } from './phrase.ts';
import { onPagesOf, type Postings, sizeOf } from './postings.ts';
import { excerptTermsOf, type ReadClause, requiredGroups } from './read_clause.ts';
import { relaxClause } from './relax_clause.ts';
import type { Workspace } from './workspace.ts';

/**
 * Adds the pages that match the clause and pass the filter.
 * @param scored whether function words add to the sums
 */
export function* matchClause(
  engine: Engine,
  read: ReadClause,
  filter: PageFilter | null,
  scored: boolean,
  into: PageSums,
): Steps<void> {
  if (read.terms.length === 0) return;
  if (!read.uniform) {
    yield* matchByLanguage(engine, read, filter, scored, into);
    return;
  }
  const required = simplePostings(engine, read) ?? (yield* requiredPostings(engine, read));
  if (filter !== null) required.push(filter.postings);
  const extra = scored && hasFunctionWords(read) ? yield* functionWordPostings(engine, read) : [];
  const steps = startIntersecting(required, extra, into);
  if (steps !== null) yield* steps;
}

/** Like `matchClause`, for a clause whose required terms depend on the page's language. */
function* matchByLanguage(
  engine: Engine,
  read: ReadClause,
  filter: PageFilter | null,
  scored: boolean,
  into: PageSums,
): Steps<void> {
  const { text } = engine.corpus;
  const lists: Postings[] = [];
  for (const { unit, times } of read.terms) {
    lists.push(repeated(yield* unitPostings(engine, read.field, unit), times));
  }
  for (const { stemmers, required, others } of requiredGroups(engine.analyser, read)) {
    const [shortest, ...rest] = required.map((term) => lists[term]!).sort((a, b) => sizeOf(a) - sizeOf(b));
    const leading = onPagesOf(text, stemmers, shortest!);
    const all = filter === null ? [leading, ...rest] : [leading, ...rest, filter.postings];
    yield* intersect(all, scored ? others.map((term) => asFunctionWord(lists[term]!)) : [], into);
  }
}

/** A question that so many pages of the site answer with all its words is not relaxed. */
export const ENOUGH_ANSWERS = 20;

/** Matches a query that is a single clause outside any tree: the only kind of query that may be relaxed. */
export function* matchBareClause(
  engine: Engine,
  workspace: Workspace,
  read: ReadClause,
  filter: PageFilter | null,
): Steps<MatchSet> {
  const { found } = workspace;
  found.count = 0;
  if (read.terms.length === 1 && filter === null && read.uniform) {
    const [postings] = simplePostings(engine, read) ?? (yield* requiredPostings(engine, read));
    if (sizeOf(postings!) > 0) {
      const pages = postings!.pages.subarray(postings!.from, postings!.to);
      return {
        pages,
        order: { by: 'postings', postings: postings! },
        excerptTerms: excerptTermsOf(read),
        clauses: [read],
        relaxed: false,
      };
    }
  } else {
    yield* matchClause(engine, read, filter, true, found);
  }
  const enough = isQuestion(read) ? ENOUGH_ANSWERS : 1;
  // Few pages may be found because of the filter alone.
  const isKnown = filter === null || found.count >= enough;
  const onSite = isKnown ? found.count : yield* countOnSite(engine, workspace, read);
  const excerptTerms = onSite >= enough ? null : yield* relax(engine, workspace, read, filter, onSite);
  return {
    pages: found.pages.subarray(0, found.count),
    order: { by: 'sum', sums: found.sums },
    excerptTerms: excerptTerms ?? excerptTermsOf(read),
    clauses: [read],
    relaxed: excerptTerms !== null,
  };
}

/** Whether a clause has so many words that few pages hold them all. */
export function isQuestion({ terms }: ReadClause): boolean {
  return terms.filter(({ requiredOn }) => requiredOn !== 0).length > LONGEST_NAME;
}

/** How many pages of the site match the clause. */
function* countOnSite(engine: Engine, { spare }: Workspace, read: ReadClause): Steps<number> {
  spare.count = 0;
  yield* matchClause(engine, read, null, false, spare);
  return spare.count;
}

/**
 * Replaces the pages found by those that match the relaxed clause: its words carry most of its weight, or, when no page of the site has
 * so many or the clause is short, it holds any.
 * @param strict how many pages of the site hold all words
 * @returns the terms that excerpts show; null when no other page of the site matches, and nothing is replaced
 */
function* relax(
  engine: Engine,
  { found, spare }: Workspace,
  read: ReadClause,
  filter: PageFilter | null,
  strict: number,
): Steps<readonly ExcerptTerm[] | null> {
  const relaxed = yield* relaxClause(engine, read);
  if (relaxed === null) return null;
  const { words, extra, excerptTerms } = relaxed;
  for (const least of isQuestion(read) ? [LEAST_SHARE, 0] : [0]) {
    spare.count = 0;
    yield* matchByWeight(engine.corpus.text, words, extra, least, spare);
    if (spare.count > 0) break;
  }
  if (spare.count <= strict) return null;
  if (filter !== null) spare.keep(filter);
  found.copy(spare);
  return excerptTerms;
}
