import type { Unit } from '../../corpus/analysis/analyse_query.ts';
import { RANKING } from '../../corpus/index/fields.ts';
import type { TextClause } from '../ask/plan.ts';
import { intersect } from './conjunction.ts';
import type { Engine } from './engine.ts';
import type { Found, Wanted } from './found.ts';
import { keepIn } from './matches.ts';
import { unitPostings } from './phrase.ts';
import { type FieldOrAll, type Postings, partPostings, sizeOf } from './postings.ts';
import { topOfMatches, topOfPostings } from './top.ts';
import { partKey, unitKey } from './unit_key.ts';

/** A unit, and how often the clause has it: repeats count in the score and are looked for once. */
interface Asked {
  readonly unit: Unit;
  readonly times: number;
}

/** A text clause, read: what it asks for, and the function words that only add to a score. */
export interface ReadClause {
  readonly field: FieldOrAll;
  readonly asked: readonly Asked[];
  readonly extra: readonly Asked[];
}

/** Function words are asked for only when nothing else is in the clause. */
export function readClause({ analyser }: Engine, clause: TextClause): ReadClause {
  const units = countRepeats(analyser.units(clause.text));
  const telling = units.filter(({ unit }) => !unit.common);
  return telling.length === 0
    ? { field: clause.in, asked: units, extra: [] }
    : {
        field: clause.in,
        asked: telling,
        extra: telling.length === units.length ? [] : units.filter(({ unit }) => unit.common),
      };
}

function countRepeats(units: readonly Unit[]): Asked[] {
  if (units.length === 1) return [{ unit: units[0]!, times: 1 }];
  const counted = new Map<string, { unit: Unit; times: number }>();
  for (const unit of units) {
    const key = unitKey(unit);
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { unit, times: 1 });
    else known.times++;
  }
  return [...counted.values()];
}

export function wantedBy({ asked, field }: ReadClause): Wanted[] {
  return asked.map(({ unit }) => ({ unit, field }));
}

/**
 * Lists whose pages in common are those that hold all that is asked. Words are looked up first, then phrases, each only on pages
 * that hold the phrases before it; when one is found nowhere, its empty list is the last.
 */
export function askedPostings({ corpus }: Engine, { asked, field }: ReadClause): Postings[] {
  const lists: Postings[] = [];
  let fewest: Postings | null = null;
  for (const { unit, times } of phrasesLast(asked)) {
    const list: Postings = repeated(unitPostings(corpus.text, field, unit, fewest), times);
    lists.push(list);
    if (fewest === null || sizeOf(list) < sizeOf(fewest)) fewest = list;
    if (sizeOf(list) === 0) break;
  }
  return lists;
}

function phrasesLast(asked: readonly Asked[]): readonly Asked[] {
  if (asked.length === 1) return asked;
  return [...asked.filter(({ unit }) => unit.parts.length === 1), ...asked.filter(({ unit }) => unit.parts.length > 1)];
}

export function extraPostings({ corpus }: Engine, { extra, field }: ReadClause): Postings[] {
  return extra
    .map(({ unit, times }) => repeated(asCommon(unitPostings(corpus.text, field, unit)), times))
    .filter((list) => sizeOf(list) > 0);
}

/** The list of something that is asked for several times. */
function repeated(list: Postings, times: number): Postings {
  return times === 1 ? list : { ...list, rarity: list.rarity * times };
}

/** A function word's list: it counts little, as it says little of a page's subject. */
export function asCommon(list: Postings): Postings {
  return { ...list, rarity: list.rarity * RANKING.commonShare };
}

/** Lists of all terms of a clause, whatever they stand beside: what a relaxed answer is ranked by. */
export function looseLists({ corpus }: Engine, asked: readonly Asked[], field: FieldOrAll): Postings[] {
  return looseParts(asked)
    .map(({ unit, times }) => repeated(partPostings(corpus.text, field, unit.parts[0]!), times))
    .filter((list) => sizeOf(list) > 0);
}

/** Each part as a unit of its own. */
function looseParts(asked: readonly Asked[]): Asked[] {
  const parts = new Map<string, { unit: Unit; times: number }>();
  for (const { unit, times } of asked) {
    for (const part of unit.parts) {
      const key = partKey(part);
      const known = parts.get(key);
      if (known === undefined) parts.set(key, { unit: { parts: [{ ...part, offset: 0 }], common: false }, times });
      else known.times += times;
    }
  }
  return [...parts.values()];
}

/**
 * Answers a query that is one bare clause.
 * @param filters unscored lists that rows must be in
 */
export function findClause(engine: Engine, clause: TextClause, filters: readonly Postings[], limit: number): Found {
  const read = readClause(engine, clause);
  const wanted = wantedBy(read);
  const show = { kind: 'excerpt', wanted } as const;
  const { matches } = engine;
  matches.count = 0;
  if (read.asked.length === 0) return { rows: [], pages: matches.pages.subarray(0, 0), show, relaxed: false };
  const asked = askedPostings(engine, read);
  const only = asked[0]!;
  if (asked.length === 1 && filters.length === 0 && read.extra.length === 0 && sizeOf(only) > 0) {
    return { rows: topOfPostings(only, limit), pages: only.pages.subarray(only.from, only.to), show, relaxed: false };
  }
  intersect([...asked, ...filters], extraPostings(engine, read), matches);
  if (matches.count === 0 && holdsNowhere(engine, asked, filters) && findAny(engine, read, filters)) {
    const loose = wantedBy({ ...read, asked: looseParts(read.asked) });
    return { ...foundIn(matches, limit, loose), relaxed: true };
  }
  return foundIn(matches, limit, wanted);
}

function foundIn(matches: Engine['matches'], limit: number, wanted: readonly Wanted[]): Found {
  const pages = matches.pages.subarray(0, matches.count);
  return { rows: topOfMatches(matches, limit), pages, show: { kind: 'excerpt', wanted }, relaxed: false };
}

/** Whether no page of the whole site holds all that is asked: with filters on, an empty answer does not say so yet. */
function holdsNowhere(engine: Engine, asked: readonly Postings[], filters: readonly Postings[]): boolean {
  if (filters.length === 0 || asked.some((list) => sizeOf(list) === 0)) return true;
  intersect(asked, [], engine.matches);
  const none = engine.matches.count === 0;
  engine.matches.count = 0;
  return none;
}

/** Finds pages that hold any term. @returns whether the whole site has such a page, filtered out or not */
function findAny(engine: Engine, read: ReadClause, filters: readonly Postings[]): boolean {
  const loose = looseLists(engine, read.asked, read.field);
  if (loose.length === 0) return false;
  const { matches, accumulator } = engine;
  accumulator.unite(loose, looseLists(engine, read.extra, read.field).map(asCommon), matches);
  keepIn(matches, filters);
  return true;
}
