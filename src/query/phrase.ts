import type { Unit } from '../corpus/analyse_query.ts';
import { FIELDS, type FieldName } from '../corpus/fields.ts';
import { type PositionedSet, readPositions } from '../corpus/posting_set.ts';
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

/** Pages that hold the unit in the field named (`all`: in any one field), with the sum of what its parts add. */
export function unitPostings(index: TextIndex, field: FieldOrAll, unit: Unit): Postings {
  if (unit.parts.length === 1) return partPostings(index, field, unit.parts[0]!);
  if (field !== 'all') return phrasePostings(index, field, field, unit);
  const lists = FIELDS.map((name) => phrasePostings(index, name, 'all', unit)).filter((list) => sizeOf(list) > 0);
  if (lists.length === 0) return NO_POSTINGS;
  return lists.length === 1 ? lists[0]! : highest(lists);
}

/** @param weigh the set whose impacts count: the field's own, or those over all fields */
function phrasePostings(index: TextIndex, field: FieldName, weigh: FieldOrAll, unit: Unit): Postings {
  const lists = unit.parts.map((part) => partPostings(index, field, part));
  const order = lists.map((_, i) => i).sort((a, b) => sizeOf(lists[a]!) - sizeOf(lists[b]!));
  const rarest = lists[order[0]!]!;
  if (sizeOf(rarest) === 0) return NO_POSTINGS;
  const weights = weigh === field ? lists : unit.parts.map((part) => partPostings(index, weigh, part));
  const stand = standIn(index, field, unit);
  const at = lists.map(({ from }) => from);
  const pages: number[] = [];
  const sums: number[] = [];
  next: for (let i = rarest.from; i < rarest.to; i++) {
    const page = rarest.pages[i]!;
    for (const other of order) {
      at[other] = gallop(lists[other]!, at[other]!, page);
      if (at[other] === lists[other]!.to) break next;
      if (lists[other]!.pages[at[other]!] !== page) continue next;
    }
    if (occurrences(stand, page).length === 0) continue;
    pages.push(page);
    sums.push(weights.reduce((sum, list) => sum + addedBy(list, page), 0));
  }
  return {
    pages: Uint32Array.from(pages),
    impacts: Float64Array.from(sums),
    set: null,
    from: 0,
    to: pages.length,
    rarity: 1,
  };
}

function addedBy(list: Postings, page: number): number {
  const at = find(list, page);
  return at < 0 ? 0 : list.impacts[at]! * list.rarity;
}

/** Unites lists whose sums over all fields are the same wherever a page is in several: it counts once. */
function highest(lists: readonly Postings[]): Postings {
  const sums = new Map<number, number>();
  for (const { pages, impacts, to } of lists) for (let i = 0; i < to; i++) sums.set(pages[i]!, impacts[i]!);
  const united = unite(lists);
  const impacts = Float64Array.from(united.pages.subarray(0, united.to), (page) => sums.get(page)!);
  return { ...united, impacts };
}
