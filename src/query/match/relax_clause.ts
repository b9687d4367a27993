import type { Steps } from '../../async/steps.ts';
import { asFunctionWord, repeated } from './clause_postings.ts';
import { intersect } from './conjunction.ts';
import type { Accumulator } from './disjunction.ts';
import type { Engine } from './engine.ts';
import type { ExcerptTerm } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';
import type { PageSums } from './page_sums.ts';
import { unitPostings } from './phrase.ts';
import { ANY_STEMMER, onPagesOf, type Postings, partLists, sizeOf } from './postings.ts';
import type { ClauseTerm, ReadClause } from './read_clause.ts';
import { partKey } from './unit_key.ts';

/** The posting lists and excerpt terms of a relaxed clause. */
export interface RelaxedClause {
  /** Lists of the phrases, which stay required. */
  readonly phrases: readonly Postings[];
  /** Lists of words and parts of compounds. Without a required phrase, any one of them is enough. */
  readonly any: readonly Postings[];
  /** Lists that only add to the scores of pages found. */
  readonly extra: readonly Postings[];
  readonly excerptTerms: readonly ExcerptTerm[];
}

/** @returns null for a clause of phrases only, which cannot be relaxed */
export function* relaxClause(engine: Engine, { terms, field }: ReadClause): Steps<RelaxedClause | null> {
  const { text } = engine.corpus;
  const demanded = terms.filter(({ demandedOn }) => demandedOn !== 0);
  if (demanded.every(({ unit }) => unit.quoted)) return null;
  const quoted = demanded.filter(({ unit }) => unit.quoted);
  const words = partsOf(terms.filter(({ unit }) => !unit.quoted));
  const phrases: Postings[] = [];
  for (const { unit, times } of quoted) phrases.push(repeated(yield* unitPostings(engine, field, unit), times));
  const any: Postings[] = [];
  const extra: Postings[] = [];
  for (const { unit, times, demandedOn } of words) {
    for (const part of partLists(text, field, unit.parts[0]!)) {
      const list = repeated(part, times);
      if (demandedOn !== 0) any.push(onPagesOf(text, demandedOn, list));
      if (demandedOn !== ANY_STEMMER) extra.push(asFunctionWord(onPagesOf(text, ~demandedOn, list)));
    }
  }
  const shown = [...quoted, ...words.filter(({ demandedOn }) => demandedOn !== 0)];
  return {
    phrases,
    any: any.filter((list) => sizeOf(list) > 0),
    extra: extra.filter((list) => sizeOf(list) > 0),
    excerptTerms: shown.map(({ unit }) => ({ unit, field })),
  };
}

/** Each part as a term of its own. */
export function partsOf(terms: readonly ClauseTerm[]): ClauseTerm[] {
  const parts = new Map<string, ClauseTerm>();
  for (const { unit, times, demandedOn } of terms) {
    for (const part of unit.parts) {
      const key = partKey(part);
      const known = parts.get(key);
      parts.set(key, {
        unit: known?.unit ?? { ...unit, parts: [{ ...part, offset: 0 }] },
        times: (known?.times ?? 0) + times,
        demandedOn: (known?.demandedOn ?? 0) | demandedOn,
      });
    }
  }
  return [...parts.values()];
}

/**
 * Finds the pages that match a relaxed clause and pass the filter.
 * @param into must be empty
 * @returns whether any page of the site matches, filtered out or not
 */
export function* matchRelaxed(
  accumulator: Accumulator,
  { phrases, any, extra }: RelaxedClause,
  filter: PageFilter | null,
  into: PageSums,
): Steps<boolean> {
  if (phrases.length > 0) yield* intersect(phrases, [...any, ...extra], into);
  else yield* accumulator.unite(any, extra, into);
  const found = into.count > 0;
  if (filter !== null) into.keep(filter);
  return found;
}
