import { RANKING } from '../../corpus/index/fields.ts';
import type { Engine } from './engine.ts';
import { unitPostings } from './phrase.ts';
import { type Postings, sizeOf } from './postings.ts';
import type { ClauseTerm, ReadClause } from './read_clause.ts';
import type { Steps } from './steps.ts';

/**
 * Lists whose pages in common are those that hold all that a uniform clause demands. Words are looked up first, then phrases, each
 * only on the pages of the shortest list so far; when one is found nowhere, its empty list is the last.
 */
export function* demandedPostings(engine: Engine, { terms, field }: ReadClause): Steps<Postings[]> {
  const lists: Postings[] = [];
  let fewest: Postings | null = null;
  for (const { unit, times } of phrasesLast(terms.filter(({ demandedOn }) => demandedOn !== 0))) {
    const list: Postings = repeated(yield* unitPostings(engine, field, unit, fewest), times);
    lists.push(list);
    if (fewest === null || sizeOf(list) < sizeOf(fewest)) fewest = list;
    if (sizeOf(list) === 0) break;
  }
  return lists;
}

function phrasesLast(terms: readonly ClauseTerm[]): readonly ClauseTerm[] {
  const isWord = ({ unit }: ClauseTerm): boolean => unit.parts.length === 1;
  return terms.length === 1 ? terms : [...terms.filter(isWord), ...terms.filter((term) => !isWord(term))];
}

/** Lists of a uniform clause's function words, which add to the sums of pages found. */
export function* functionWordPostings(engine: Engine, { terms, field }: ReadClause): Steps<Postings[]> {
  const lists: Postings[] = [];
  for (const { unit, times, demandedOn } of terms) {
    if (demandedOn !== 0) continue;
    const list = yield* unitPostings(engine, field, unit);
    if (sizeOf(list) > 0) lists.push(asFunctionWord(repeated(list, times)));
  }
  return lists;
}

/** The list of something that is asked for several times. */
export function repeated(list: Postings, times: number): Postings {
  return times === 1 ? list : { ...list, rarity: list.rarity * times };
}

/** A function word's list: it counts little, as it says little of a page's subject. */
export function asFunctionWord(list: Postings): Postings {
  return { ...list, rarity: list.rarity * RANKING.commonShare };
}
