import type { Part, Unit } from '../../corpus/analysis/analyse_query.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import { type PositionedSet, standTogether } from '../../corpus/index/posting_set.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import {
  type FieldOrAll,
  gallop,
  NO_POSTINGS,
  type Postings,
  partPostings,
  partTerms,
  sizeOf,
  unite,
} from './postings.ts';
import { partKey } from './unit_key.ts';
import { UnitPositions } from './unit_positions.ts';

/**
 * Pages that hold the unit in the field named (`all`: in any one field), with the sum of what its parts add.
 * @param within pages that a unit of several parts is looked for on, when not on all; a unit of one part does not heed it
 */
export function unitPostings(
  index: TextIndex,
  field: FieldOrAll,
  unit: Unit,
  within: Postings | null = null,
): Postings {
  if (unit.parts.length === 1) return partPostings(index, field, unit.parts[0]!);
  if (unit.parts.some((part) => partTerms(index, part).length === 0)) return NO_POSTINGS;
  if (field !== 'all') return phrasePostings(index, field, field, unit, within);
  const lists = FIELDS.map((name) => phrasePostings(index, name, 'all', unit, within)).filter(
    (list) => sizeOf(list) > 0,
  );
  if (lists.length === 0) return NO_POSTINGS;
  return lists.length === 1 ? lists[0]! : highest(lists);
}

/** @param weigh the set whose impacts count: the field's own, or those over all fields */
function phrasePostings(
  index: TextIndex,
  field: FieldName,
  weigh: FieldOrAll,
  unit: Unit,
  within: Postings | null,
): Postings {
  const parts = distinctParts(unit);
  const lists: Postings[] = [];
  for (const { part } of parts) {
    const list = partPostings(index, field, part);
    if (sizeOf(list) === 0) return NO_POSTINGS;
    lists.push(list);
  }
  const weights = weigh === field ? lists : parts.map(({ part }) => partPostings(index, weigh, part));
  const positions = new UnitPositions(index, field, unit);
  const pair = firstPair(index.fields[field], unit, lists);
  // Asked of all pages, the pair's own pages are worth keeping; on few pages it is quicker to look at each.
  const adjacent = pair !== null && within === null ? adjacentPages(index, field, pair) : null;
  const narrowed = adjacent === null ? within : { ...NO_POSTINGS, pages: adjacent, to: adjacent.length };
  const hasPair = adjacent !== null || pair === null ? null : pair.holds;
  const isPair = unit.parts.length === 2 && pair !== null;
  const pages: number[] = [];
  const sums: number[] = [];
  const weightAt = weights.map(({ from }) => from);
  forEachShared(narrowed === null ? lists : [...lists, narrowed], (page, at) => {
    if (hasPair !== null && !hasPair(at)) return;
    if (!isPair && !positions.isOn(page)) return;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      const list = weights[i]!;
      const found = gallop(list, weightAt[i]!, page);
      weightAt[i] = found;
      if (found < list.to && list.pages[found] === page) sum += list.impacts[found]! * list.rarity * parts[i]!.times;
    }
    pages.push(page);
    sums.push(sum);
  });
  return {
    pages: Uint32Array.from(pages),
    impacts: Float64Array.from(sums),
    set: null,
    from: 0,
    to: pages.length,
    rarity: 1,
  };
}

/** The unit's parts without repeats, in order of first mention, and how often it has each. */
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

/** Calls `visit` with each page that is in every list, ascending, and its place in each of them. */
function forEachShared(lists: readonly Postings[], visit: (page: number, at: readonly number[]) => void): void {
  const order = lists.map((_, i) => i).sort((a, b) => sizeOf(lists[a]!) - sizeOf(lists[b]!));
  const rarest = lists[order[0]!]!;
  const at = lists.map(({ from }) => from);
  next: for (let i = rarest.from; i < rarest.to; i++) {
    const page = rarest.pages[i]!;
    for (const other of order) {
      const list = lists[other]!;
      const found = gallop(list, at[other]!, page);
      if (found === list.to) return;
      at[other] = found;
      if (list.pages[found] !== page) continue next;
    }
    visit(page, at);
  }
}

/** A unit's first two parts, which are enough to turn most pages away. */
interface Pair {
  /** Says which pair it is, among those of one field. */
  readonly key: string;
  readonly lists: readonly Postings[];
  /** Whether they stand side by side on a page that is in both lists, at the places given. */
  holds(at: readonly number[]): boolean;
}

/**
 * @param lists of the unit's distinct parts
 * @returns null when one of the two may be one of several terms: the list made of those knows no positions
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
    holds: (at) => standTogether(set, [at[0]!, at[secondList]!], distances),
  };
}

/** Page numbers kept of all pairs together, over which all are forgotten. */
const ADJACENT_KEPT = 1 << 20;

const adjacentKept = new WeakMap<TextIndex, { readonly byPair: Map<string, Uint32Array>; pages: number }>();

/** Pages on whose field the pair stands side by side. A question may ask for one pair in each of its clauses. */
function adjacentPages(index: TextIndex, field: FieldName, pair: Pair): Uint32Array {
  let kept = adjacentKept.get(index);
  if (kept === undefined || kept.pages > ADJACENT_KEPT) {
    kept = { byPair: new Map(), pages: 0 };
    adjacentKept.set(index, kept);
  }
  const key = `${field}\n${pair.key}`;
  let pages = kept.byPair.get(key);
  if (pages === undefined) {
    const found: number[] = [];
    forEachShared(pair.lists, (page, at) => {
      if (pair.holds(at)) found.push(page);
    });
    pages = Uint32Array.from(found);
    kept.byPair.set(key, pages);
    // An empty list takes room too.
    kept.pages += pages.length + 64;
  }
  return pages;
}

/** Unites lists whose sums over all fields are the same wherever a page is in several: it counts once. */
function highest(lists: readonly Postings[]): Postings {
  const sums = new Map<number, number>();
  for (const { pages, impacts, to } of lists) for (let i = 0; i < to; i++) sums.set(pages[i]!, impacts[i]!);
  const united = unite(lists);
  const impacts = Float64Array.from(united.pages.subarray(0, united.to), (page) => sums.get(page)!);
  return { ...united, impacts };
}
