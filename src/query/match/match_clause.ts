import type { Steps } from '../../async/steps.ts';
import {
  asFunctionWord,
  demandedPostings,
  functionWordPostings,
  hasFunctionWords,
  repeated,
  simplePostings,
} from './clause_postings.ts';
import { intersect, startIntersecting } from './conjunction.ts';
import type { Engine } from './engine.ts';
import type { MatchSet } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';
import type { PageSums } from './page_sums.ts';
import { unitPostings } from './phrase.ts';
import { onPagesOf, type Postings, sizeOf } from './postings.ts';
import { demandGroups, excerptTermsOf, type ReadClause } from './read_clause.ts';
import { matchRelaxed, relaxClause } from './relax_clause.ts';
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
  const demanded = simplePostings(engine, read) ?? (yield* demandedPostings(engine, read));
  if (filter !== null) demanded.push(filter.postings);
  const extra = scored && hasFunctionWords(read) ? yield* functionWordPostings(engine, read) : [];
  const steps = startIntersecting(demanded, extra, into);
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
  for (const { stemmers, demanded, others } of demandGroups(engine.analyser, read)) {
    const [shortest, ...rest] = demanded.map((term) => lists[term]!).sort((a, b) => sizeOf(a) - sizeOf(b));
    const leading = onPagesOf(text, stemmers, shortest!);
    const all = filter === null ? [leading, ...rest] : [leading, ...rest, filter.postings];
    yield* intersect(all, scored ? others.map((term) => asFunctionWord(lists[term]!)) : [], into);
  }
}

/** Matches a query that is a single clause outside any tree: the only kind of query that may be relaxed. */
export function* matchBareClause(
  engine: Engine,
  { found, accumulator }: Workspace,
  read: ReadClause,
  filter: PageFilter | null,
): Steps<MatchSet> {
  found.count = 0;
  if (read.terms.length === 1 && filter === null && read.uniform) {
    const [postings] = simplePostings(engine, read) ?? (yield* demandedPostings(engine, read));
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
  const isStrict = found.count > 0 || (filter !== null && (yield* holdsSomewhere(engine, read, found)));
  const relaxed = isStrict ? null : yield* relaxClause(engine, read);
  const isRelaxed = relaxed !== null && (yield* matchRelaxed(accumulator, relaxed, filter, found));
  return {
    pages: found.pages.subarray(0, found.count),
    order: { by: 'sum', sums: found.sums },
    excerptTerms: isRelaxed ? relaxed.excerptTerms : excerptTermsOf(read),
    clauses: [read],
    relaxed: isRelaxed,
  };
}

/** Whether any page of the site matches the clause: an empty result may be due to the filter alone. @param found must be empty */
function* holdsSomewhere(engine: Engine, read: ReadClause, found: PageSums): Steps<boolean> {
  yield* matchClause(engine, read, null, false, found);
  const some = found.count > 0;
  found.count = 0;
  return some;
}
