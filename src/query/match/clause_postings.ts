import type { Steps } from '../../async/steps.ts';
import { RANKING } from '../../corpus/index/fields.ts';
import type { Engine } from './engine.ts';
import { unitPostings } from './phrase.ts';
import { type Postings, partPostings, sizeOf } from './postings.ts';
import type { ClauseTerm, ReadClause } from './read_clause.ts';

/**
 * Posting lists whose intersection is the pages that match a uniform clause. Looks up words first, then phrases, each only on
 * the pages of the shortest list so far. Stops after the first empty list.
 */
export function* requiredPostings(engine: Engine, { terms, field }: ReadClause): Steps<Postings[]> {
  const lists: Postings[] = [];
  let fewest: Postings | null = null;
  for (const { unit, times } of phrasesLast(terms.filter(({ requiredOn }) => requiredOn !== 0))) {
    const list: Postings = repeated(yield* unitPostings(engine, field, unit, fewest), times);
    lists.push(list);
    if (fewest === null || sizeOf(list) < sizeOf(fewest)) fewest = list;
    if (sizeOf(list) === 0) break;
  }
  return lists;
}

/**
 * Like `requiredPostings`, without steps, for a clause of single words.
 * @returns null for any other clause
 */
export function simplePostings(engine: Engine, { terms, field }: ReadClause): Postings[] | null {
  for (const { unit } of terms) if (unit.parts.length > 1) return null;
  const lists: Postings[] = [];
  for (const { unit, times, requiredOn } of terms) {
    if (requiredOn === 0) continue;
    const list = repeated(partPostings(engine.corpus.text, field, unit.parts[0]!), times);
    lists.push(list);
    if (sizeOf(list) === 0) break;
  }
  return lists;
}

export function hasFunctionWords({ terms }: ReadClause): boolean {
  for (const { requiredOn } of terms) if (requiredOn === 0) return true;
  return false;
}

function phrasesLast(terms: readonly ClauseTerm[]): readonly ClauseTerm[] {
  const isWord = ({ unit }: ClauseTerm): boolean => unit.parts.length === 1;
  return terms.length === 1 ? terms : [...terms.filter(isWord), ...terms.filter((term) => !isWord(term))];
}

/** Posting lists of a uniform clause's function words. They add to scores and do not restrict the matches. */
export function* functionWordPostings(engine: Engine, { terms, field }: ReadClause): Steps<Postings[]> {
  const lists: Postings[] = [];
  for (const { unit, times, requiredOn } of terms) {
    if (requiredOn !== 0) continue;
    const list = yield* unitPostings(engine, field, unit);
    if (sizeOf(list) > 0) lists.push(asFunctionWord(repeated(list, times)));
  }
  return lists;
}

/** Weights a list by how often the query repeats its term. */
export function repeated(list: Postings, times: number): Postings {
  return times === 1 ? list : { ...list, rarity: list.rarity * times };
}

/** Lowers the weight of a function word's list, because such words say little about a page's subject. */
export function asFunctionWord(list: Postings): Postings {
  return { ...list, rarity: list.rarity * RANKING.commonShare };
}
