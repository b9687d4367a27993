import type { Part, Unit } from '../corpus/analyse_query.ts';
import { FIELDS, type FieldName } from '../corpus/fields.ts';
import { type PositionedSet, readPositions, standApart } from '../corpus/posting_set.ts';
import type { TextIndex } from '../corpus/text_index.ts';
import {
  type FieldOrAll,
  find,
  gallop,
  NO_POSTINGS,
  type Postings,
  partPostings,
  sizeOf,
  termNumbers,
  termPostings,
  unite,
} from './postings.ts';
import { partKey } from './unit_key.ts';

/** Positions of one term on one page that are looked at; further ones are met only on pages that repeat a word more often. */
const MOST_POSITIONS = 1 << 16;

const scratch: Uint32Array[] = [];

function buffer(i: number): Uint32Array {
  scratch[i] ??= new Uint32Array(MOST_POSITIONS);
  return scratch[i];
}

/** A unit's parts in one field, each as the posting lists of its terms. */
interface Stand {
  readonly set: PositionedSet;
  readonly parts: readonly { readonly offset: number; readonly lists: readonly Postings[] }[];
}

export function standIn(index: TextIndex, field: FieldName, unit: Unit): Stand {
  return {
    set: index.fields[field],
    parts: unit.parts.map((part) => ({
      offset: part.offset,
      lists: termNumbers(index, part).map((term) => termPostings(index, field, term)),
    })),
  };
}

/**
 * Positions of the unit's first part in a page's field at which all of its parts stand side by side, ascending.
 * @returns a view into a buffer that the next call uses again
 */
export function occurrences(stand: Stand, page: number): Uint32Array {
  let found = partPositions(stand, 0, page, buffer(0), Number.POSITIVE_INFINITY);
  for (let i = 1; i < stand.parts.length && found.length > 0; i++) {
    const others = partPositions(stand, i, page, buffer(1), Number.POSITIVE_INFINITY);
    found = keepAdjacent(found, others, stand.parts[i]!.offset);
  }
  return found;
}

/** What an excerpt chooses among: the first of a unit's occurrences. */
export const FEW = 64;
const few = new Uint32Array(FEW);

/**
 * The first occurrences of a unit, at most `FEW`: a page that repeats a word thousands of times costs no more than another.
 * @param span those further than this behind the first are not needed
 * @returns a view into a buffer that the next call uses again
 */
export function firstOccurrences(stand: Stand, page: number, span: number): Uint32Array {
  if (stand.parts.length > 1) return occurrences(stand, page).subarray(0, FEW);
  return partPositions(stand, 0, page, few, span);
}

function partPositions(
  { set, parts }: Stand,
  part: number,
  page: number,
  into: Uint32Array,
  span: number,
): Uint32Array {
  const { lists } = parts[part]!;
  if (lists.length === 1) {
    const at = find(lists[0]!, page);
    return into.subarray(0, at < 0 ? 0 : readPositions(set, at, into, span));
  }
  let count = 0;
  for (const list of lists) {
    const at = find(list, page);
    if (at >= 0) count += readPositions(set, at, into.subarray(count), span);
  }
  return into.subarray(0, count).sort();
}

/** Keeps, in place, the positions p for which p + offset is among `others`; both ascend. */
function keepAdjacent(positions: Uint32Array, others: Uint32Array, offset: number): Uint32Array {
  let kept = 0;
  let other = 0;
  for (const position of positions) {
    while (other < others.length && others[other]! < position + offset) other++;
    if (other === others.length) break;
    if (others[other] === position + offset) positions[kept++] = position;
  }
  return positions.subarray(0, kept);
}

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
  const terms = unit.parts.map((part) => termNumbers(index, part));
  if (terms.some((numbers) => numbers.length === 0)) return NO_POSTINGS;
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
  const holds = phraseCheck(index, field, unit, lists);
  const pages: number[] = [];
  const sums: number[] = [];
  const weightAt = weights.map(({ from }) => from);
  forEachShared(within === null ? lists : [...lists, within], (page, at) => {
    if (!holds(page, at)) return;
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

/**
 * @param lists of the unit's distinct parts
 * @returns the function that says whether a page that is in all of them, at the places given, holds the parts side by side
 */
function phraseCheck(
  index: TextIndex,
  field: FieldName,
  unit: Unit,
  lists: readonly Postings[],
): (page: number, at: readonly number[]) => boolean {
  const stand = standIn(index, field, unit);
  const { set } = stand;
  const [first, second] = unit.parts as [Part, Part, ...Part[]];
  const secondList = partKey(first) === partKey(second) ? 0 : 1;
  // A part that may be one of several terms has a list of its own making, which knows no positions.
  if (lists[0]!.set !== set || lists[secondList]!.set !== set) return (page) => occurrences(stand, page).length > 0;
  const distance = second.offset;
  const isPair = unit.parts.length === 2;
  // Two parts are enough to turn most pages away.
  return (page, at) =>
    standApart(set, at[0]!, at[secondList]!, distance) && (isPair || occurrences(stand, page).length > 0);
}

/** Unites lists whose sums over all fields are the same wherever a page is in several: it counts once. */
function highest(lists: readonly Postings[]): Postings {
  const sums = new Map<number, number>();
  for (const { pages, impacts, to } of lists) for (let i = 0; i < to; i++) sums.set(pages[i]!, impacts[i]!);
  const united = unite(lists);
  const impacts = Float64Array.from(united.pages.subarray(0, united.to), (page) => sums.get(page)!);
  return { ...united, impacts };
}
