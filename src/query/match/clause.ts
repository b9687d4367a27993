import type { Unit } from '../../corpus/analysis/analyse_query.ts';
import { RANKING } from '../../corpus/index/fields.ts';
import type { TextClause } from '../ask/plan.ts';
import { intersect } from './conjunction.ts';
import type { Engine } from './engine.ts';
import type { Found, Wanted } from './found.ts';
import { keepIn, type Matches } from './matches.ts';
import { unitPostings } from './phrase.ts';
import { ANY_STEMMER, type FieldOrAll, onPagesOf, type Postings, partLists, sizeOf } from './postings.ts';
import { topOfMatches, topOfPostings } from './top.ts';
import { partKey, unitKey } from './unit_key.ts';

/** A unit of a clause, once for all of its repeats: they count in the score and are looked for once. */
interface Term {
  unit: Unit;
  times: number;
  /**
   * On which pages it is demanded: bit i for pages of the site's stemmer i, or `ANY_STEMMER`. On other pages it is a function word,
   * which only adds to the score.
   */
  demandedOn: number;
}

/** A text clause, read. */
export interface ReadClause {
  readonly field: FieldOrAll;
  readonly terms: readonly Term[];
  /** Whether the same terms are demanded of all pages. */
  readonly uniform: boolean;
}

/** Function words are demanded only when nothing else is in the clause. */
export function readClause({ analyser }: Engine, clause: TextClause): ReadClause {
  const terms = countRepeats(analyser.units(clause.text));
  const { allStemmers } = analyser;
  const nothingElseOn = terms.reduce((bits, { unit }) => bits & unit.functionWordOn, allStemmers);
  let uniform = true;
  for (const term of terms) {
    const bits = (~term.unit.functionWordOn | nothingElseOn) & allStemmers;
    term.demandedOn = bits === allStemmers ? ANY_STEMMER : bits;
    if (term.demandedOn !== 0 && term.demandedOn !== ANY_STEMMER) uniform = false;
  }
  return { field: clause.in, terms, uniform };
}

function countRepeats(units: readonly Unit[]): Term[] {
  if (units.length === 1) return [{ unit: units[0]!, times: 1, demandedOn: 0 }];
  const counted = new Map<string, Term>();
  for (const unit of units) {
    const key = unitKey(unit);
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { unit, times: 1, demandedOn: 0 });
    else {
      known.times++;
      if (unit.quoted) known.unit = unit;
    }
  }
  return [...counted.values()];
}

export function wantedBy({ terms, field }: ReadClause): Wanted[] {
  return terms.filter(({ demandedOn }) => demandedOn !== 0).map(({ unit }) => ({ unit, field }));
}

/**
 * Adds the pages that hold the clause and are in every filter.
 * @param scored whether function words add to the sums
 */
export function matchClause(
  engine: Engine,
  read: ReadClause,
  filters: readonly Postings[],
  scored: boolean,
  into: Matches,
): void {
  if (read.terms.length === 0) return;
  if (read.uniform) {
    const demanded = demandedPostings(engine, read);
    intersect([...demanded, ...filters], scored ? functionWordPostings(engine, read) : [], into);
    return;
  }
  const { text } = engine.corpus;
  const lists = read.terms.map(({ unit, times }) => repeated(unitPostings(text, read.field, unit), times));
  for (const { stemmers, demanded, others } of groups(engine, read)) {
    const [rarest, ...rest] = demanded.map((term) => lists[term]!).sort((a, b) => sizeOf(a) - sizeOf(b));
    const led = onPagesOf(text, stemmers, rarest!);
    intersect([led, ...rest, ...filters], scored ? others.map((term) => asFunctionWord(lists[term]!)) : [], into);
  }
}

/** Pages that demand the same terms: those of some stemmers. Terms are named by their places in the clause. */
interface Group {
  stemmers: number;
  readonly demanded: readonly number[];
  readonly others: readonly number[];
}

function groups({ analyser }: Engine, { terms }: ReadClause): Group[] {
  const found = new Map<string, Group>();
  for (let stemmer = 0; (analyser.allStemmers >>> stemmer) & 1; stemmer++) {
    const isDemanded = ({ demandedOn }: Term): boolean => ((demandedOn >>> stemmer) & 1) === 1;
    const key = terms.map((term) => (isDemanded(term) ? '1' : '0')).join('');
    const known = found.get(key);
    if (known !== undefined) known.stemmers |= 1 << stemmer;
    else {
      const places = terms.map((_, place) => place);
      found.set(key, {
        stemmers: 1 << stemmer,
        demanded: places.filter((place) => isDemanded(terms[place]!)),
        others: places.filter((place) => !isDemanded(terms[place]!)),
      });
    }
  }
  return [...found.values()];
}

/**
 * Lists whose pages in common are those that hold all that a uniform clause demands. Words are looked up first, then phrases, each
 * only on pages that hold the phrases before it; when one is found nowhere, its empty list is the last.
 */
export function demandedPostings({ corpus }: Engine, { terms, field }: ReadClause): Postings[] {
  const lists: Postings[] = [];
  let fewest: Postings | null = null;
  for (const { unit, times } of phrasesLast(terms.filter(({ demandedOn }) => demandedOn !== 0))) {
    const list: Postings = repeated(unitPostings(corpus.text, field, unit, fewest), times);
    lists.push(list);
    if (fewest === null || sizeOf(list) < sizeOf(fewest)) fewest = list;
    if (sizeOf(list) === 0) break;
  }
  return lists;
}

function phrasesLast(terms: readonly Term[]): readonly Term[] {
  const isWord = ({ unit }: Term): boolean => unit.parts.length === 1;
  return terms.length === 1 ? terms : [...terms.filter(isWord), ...terms.filter((term) => !isWord(term))];
}

/** Lists of a uniform clause's function words, which add to the sums of pages found. */
export function functionWordPostings({ corpus }: Engine, { terms, field }: ReadClause): Postings[] {
  return terms
    .filter(({ demandedOn }) => demandedOn === 0)
    .map(({ unit, times }) => asFunctionWord(repeated(unitPostings(corpus.text, field, unit), times)))
    .filter((list) => sizeOf(list) > 0);
}

/** The list of something that is asked for several times. */
function repeated(list: Postings, times: number): Postings {
  return times === 1 ? list : { ...list, rarity: list.rarity * times };
}

/** A function word's list: it counts little, as it says little of a page's subject. */
function asFunctionWord(list: Postings): Postings {
  return { ...list, rarity: list.rarity * RANKING.commonShare };
}

/** What a relaxed answer is made of. */
export interface RelaxedClause {
  /** Lists of the phrases, which stay demanded. */
  readonly phrases: readonly Postings[];
  /** Lists of words and of parts of compounds: any of them is enough where no phrase is demanded. */
  readonly any: readonly Postings[];
  /** Lists that only add to the sums of pages found. */
  readonly extra: readonly Postings[];
  /** What its rows show. */
  readonly wanted: readonly Wanted[];
}

/** @returns null for a clause of phrases alone: there is nothing to relax */
export function relaxClause({ corpus }: Engine, { terms, field }: ReadClause): RelaxedClause | null {
  const { text } = corpus;
  const demanded = terms.filter(({ demandedOn }) => demandedOn !== 0);
  if (demanded.every(({ unit }) => unit.quoted)) return null;
  const phrases = demanded.filter(({ unit }) => unit.quoted);
  const words = byPart(terms.filter(({ unit }) => !unit.quoted));
  const any: Postings[] = [];
  const extra: Postings[] = [];
  for (const { unit, times, demandedOn } of words) {
    for (const part of partLists(text, field, unit.parts[0]!)) {
      const list = repeated(part, times);
      if (demandedOn !== 0) any.push(onPagesOf(text, demandedOn, list));
      if (demandedOn !== ANY_STEMMER) extra.push(asFunctionWord(onPagesOf(text, ~demandedOn, list)));
    }
  }
  return {
    phrases: phrases.map(({ unit, times }) => repeated(unitPostings(text, field, unit), times)),
    any: any.filter((list) => sizeOf(list) > 0),
    extra: extra.filter((list) => sizeOf(list) > 0),
    wanted: [...phrases, ...words.filter(({ demandedOn }) => demandedOn !== 0)].map(({ unit }) => ({ unit, field })),
  };
}

/** Each part as a term of its own. */
function byPart(terms: readonly Term[]): Term[] {
  const parts = new Map<string, Term>();
  for (const { unit, times, demandedOn } of terms) {
    for (const part of unit.parts) {
      const key = partKey(part);
      const known = parts.get(key);
      if (known === undefined) {
        parts.set(key, { unit: { ...unit, parts: [{ ...part, offset: 0 }] }, times, demandedOn });
      } else {
        known.times += times;
        known.demandedOn |= demandedOn;
      }
    }
  }
  return [...parts.values()];
}

/** Adds the pages of a relaxed clause that are in every filter. @returns whether the whole site has such a page */
export function matchRelaxed(
  { accumulator }: Engine,
  { phrases, any, extra }: RelaxedClause,
  filters: readonly Postings[],
  into: Matches,
): boolean {
  if (phrases.length > 0) intersect(phrases, [...any, ...extra], into);
  else accumulator.unite(any, extra, into);
  const found = into.count > 0;
  keepIn(into, filters);
  return found;
}

/**
 * Answers a query that is one bare clause.
 * @param filters unscored lists that rows must be in
 */
export function findClause(engine: Engine, clause: TextClause, filters: readonly Postings[], limit: number): Found {
  const read = readClause(engine, clause);
  const wanted = wantedBy(read);
  const { matches } = engine;
  matches.count = 0;
  if (read.uniform && read.terms.length === 1 && filters.length === 0) {
    const [only] = demandedPostings(engine, read);
    if (sizeOf(only!) > 0) {
      const pages = only!.pages.subarray(only!.from, only!.to);
      return { rows: topOfPostings(only!, limit), pages, show: { kind: 'excerpt', wanted }, relaxed: false };
    }
  }
  matchClause(engine, read, filters, true, matches);
  if (matches.count > 0 || (filters.length > 0 && holdsSomewhere(engine, read))) return foundIn(matches, limit, wanted);
  const relaxed = relaxClause(engine, read);
  if (relaxed === null || !matchRelaxed(engine, relaxed, filters, matches)) return foundIn(matches, limit, wanted);
  return { ...foundIn(matches, limit, relaxed.wanted), relaxed: true };
}

function foundIn(matches: Matches, limit: number, wanted: readonly Wanted[]): Found {
  const pages = matches.pages.subarray(0, matches.count);
  return { rows: topOfMatches(matches, limit), pages, show: { kind: 'excerpt', wanted }, relaxed: false };
}

/** Whether a page of the whole site holds the clause: with filters on, an empty answer does not say so yet. */
function holdsSomewhere(engine: Engine, read: ReadClause): boolean {
  const { matches } = engine;
  matchClause(engine, read, [], false, matches);
  const found = matches.count > 0;
  matches.count = 0;
  return found;
}
