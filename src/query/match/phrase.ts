import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Part, Unit } from '../../corpus/analysis/unit.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import { type PositionedSet, standTogether } from '../../corpus/index/posting_set.ts';
import type { Engine } from './engine.ts';
import {
  type FieldOrAll,
  find,
  NO_POSTINGS,
  type Postings,
  partPostings,
  partTerms,
  sizeOf,
  unite,
} from './postings.ts';
import { END, PAUSE, SharedPages } from './shared_pages.ts';
import { partKey } from './unit_key.ts';
import { UnitPositions } from './unit_positions.ts';

/**
 * Pages that contain the unit in the given field (`all`: in any one field), with the summed scores of its parts.
 * @param within restricts the search for a unit of several parts to these pages; null: all pages. Ignored for a single part.
 */
export function* unitPostings(
  engine: Engine,
  field: FieldOrAll,
  unit: Unit,
  within: Postings | null = null,
): Steps<Postings> {
  const index = engine.corpus.text;
  if (unit.parts.length === 1) return partPostings(index, field, unit.parts[0]!);
  if (unit.parts.some((part) => partTerms(index, part).length === 0)) return NO_POSTINGS;
  if (index.lookUp !== null) return onPages(index.lookUp.phrase(field, unit), within);
  if (field !== 'all') return yield* phrasePostings(engine, field, field, unit, within);
  const lists: Postings[] = [];
  for (const name of FIELDS) {
    const list = yield* phrasePostings(engine, name, 'all', unit, within);
    if (sizeOf(list) > 0) lists.push(list);
  }
  if (lists.length === 0) return NO_POSTINGS;
  return lists.length === 1 ? lists[0]! : highest(lists);
}

/** The postings of a list on the pages of another one. */
function onPages(list: Postings, within: Postings | null): Postings {
  if (within === null) return list;
  const kept: number[] = [];
  for (let i = list.from; i < list.to; i++) if (find(within, list.pages[i]!) >= 0) kept.push(i);
  return {
    ...list,
    pages: Uint32Array.from(kept, (i) => list.pages[i]!),
    impacts: Float64Array.from(kept, (i) => list.impacts[i]!),
    set: null,
    from: 0,
    to: kept.length,
  };
}

/** @param weigh the field whose impacts are summed, or `all` */
function* phrasePostings(
  engine: Engine,
  field: FieldName,
  weigh: FieldOrAll,
  unit: Unit,
  within: Postings | null,
): Steps<Postings> {
  yield;
  const index = engine.corpus.text;
  const parts = distinctParts(unit);
  const lists: Postings[] = [];
  for (const { part } of parts) {
    const list = partPostings(index, field, part);
    if (sizeOf(list) === 0) return NO_POSTINGS;
    lists.push(list);
  }
  const weights = weigh === field ? lists : parts.map(({ part }) => partPostings(index, weigh, part));
  const summed = new SummedPages(
    weights,
    parts.map(({ times }) => times),
  );
  const pair = firstPair(index.fields[field], unit, lists);
  // For a search over all pages, the pair's pages are worth caching. On few pages it is faster to check each page.
  const adjacent = pair !== null && within === null ? yield* adjacentPages(engine, field, pair) : null;
  if (adjacent?.length === 0) return NO_POSTINGS;
  const narrowed = adjacent === null ? within : { ...NO_POSTINGS, pages: adjacent, to: adjacent.length };
  const hasPair = adjacent !== null || pair === null ? null : pair.holds;
  const isPair = unit.parts.length === 2 && pair !== null;
  const positions = isPair ? null : new UnitPositions(index, field, unit);
  const shared = new SharedPages(narrowed === null ? lists : [...lists, narrowed]);
  let work = 0;
  for (;;) {
    const page = shared.next();
    if (page === END) return summed.postings();
    if (page === PAUSE || work > STEP_WORK) {
      work = 0;
      yield;
      if (page === PAUSE) continue;
    }
    work += 8 * unit.parts.length;
    if (hasPair !== null && !hasPair(shared.places)) continue;
    if (positions !== null && !positions.isOn(page)) continue;
    summed.add(page);
  }
}

/** Collects pages in ascending order, each with its summed score over the lists. */
class SummedPages {
  readonly #pages: number[] = [];
  readonly #sums: number[] = [];
  readonly #lists: readonly Postings[];
  readonly #times: readonly number[];
  readonly #shared: SharedPages;

  /** @param times multiplier of each list */
  constructor(lists: readonly Postings[], times: readonly number[]) {
    this.#lists = lists;
    this.#times = times;
    this.#shared = new SharedPages(lists);
  }

  add(page: number): void {
    const places = this.#shared.goTo(page);
    let sum = 0;
    for (let i = 0; i < this.#lists.length; i++) {
      const { pages, impacts, rarity, to } = this.#lists[i]!;
      const place = places[i]!;
      if (place < to && pages[place] === page) sum += impacts[place]! * rarity * this.#times[i]!;
    }
    this.#pages.push(page);
    this.#sums.push(sum);
  }

  postings(): Postings {
    const { length } = this.#pages;
    const impacts = Float64Array.from(this.#sums);
    return { pages: Uint32Array.from(this.#pages), impacts, set: null, from: 0, to: length, rarity: 1 };
  }
}

/** The unit's distinct parts in order of first occurrence, each with its count. */
function distinctParts(unit: Unit): { part: Part; times: number }[] {
  const parts = new Map<string, { part: Part; times: number }>();
  for (const part of unit.parts) {
    const key = partKey(part);
    const known = parts.get(key);
    if (known === undefined) parts.set(key, { part, times: 1 });
    else known.times++;
  }
  return [...parts.values()];
}

/** A unit's first two parts. Checking these rejects most pages cheaply. */
interface Pair {
  /** Identifies the pair within one field. */
  readonly key: string;
  readonly lists: readonly Postings[];
  /** Whether the two are adjacent on a page that is in both lists, at the given indexes. */
  holds(places: readonly number[]): boolean;
}

/**
 * @param lists of the unit's distinct parts
 * @returns null when a part may be one of several terms: a merged list has no positions
 */
function firstPair(set: PositionedSet, unit: Unit, lists: readonly Postings[]): Pair | null {
  const [first, second] = unit.parts as [Part, Part, ...Part[]];
  const firstKey = partKey(first);
  const secondKey = partKey(second);
  const secondList = firstKey === secondKey ? 0 : 1;
  if (lists[0]!.set !== set || lists[secondList]!.set !== set) return null;
  const distances = [0, second.offset];
  return {
    key: `${second.offset}\n${firstKey}\n${secondKey}`,
    lists: lists.slice(0, secondList + 1),
    holds: (places) => standTogether(set, [places[0]!, places[secondList]!], distances),
  };
}

/** Pages on which the pair is adjacent in the field, ascending. Cached. */
function* adjacentPages({ adjacentPages: kept }: Engine, field: FieldName, pair: Pair): Steps<Uint32Array> {
  const key = `${field}\n${pair.key}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const found: number[] = [];
  const shared = new SharedPages(pair.lists);
  let work = 0;
  for (;;) {
    const page = shared.next();
    if (page === END) break;
    if (page === PAUSE || work > STEP_WORK) {
      work = 0;
      yield;
      if (page === PAUSE) continue;
    }
    work += 16;
    if (pair.holds(shared.places)) found.push(page);
  }
  const pages = Uint32Array.from(found);
  kept.set(key, pages, pages.byteLength + 64);
  return pages;
}

/** Merges the lists of several fields. Their sums are over all fields, so a page in several lists counts once. */
function highest(lists: readonly Postings[]): Postings {
  const sums = new Map<number, number>();
  for (const { pages, impacts, to } of lists) for (let i = 0; i < to; i++) sums.set(pages[i]!, impacts[i]!);
  const united = unite(lists);
  const impacts = Float64Array.from(united.pages.subarray(0, united.to), (page) => sums.get(page)!);
  return { ...united, impacts };
}
