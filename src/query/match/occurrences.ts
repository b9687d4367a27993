import type { Unit } from '../../corpus/analysis/analyse_query.ts';
import type { FieldName } from '../../corpus/index/fields.ts';
import { type PositionedSet, readPositions, standTogether } from '../../corpus/index/posting_set.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { find, type Postings, termNumbers, termPostings } from './postings.ts';

/** Positions of one term on one page that are looked at; further ones are met only on pages that repeat a word more often. */
const MOST_POSITIONS = 1 << 16;

const scratch: Uint32Array[] = [];
/** Positions of all terms of a part. */
let gathered = new Uint32Array(0);

function buffer(i: number): Uint32Array {
  scratch[i] ??= new Uint32Array(MOST_POSITIONS);
  return scratch[i];
}

/** A unit's parts in one field, each as the posting lists of its terms. */
export interface Stand {
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
  let found = buffer(0).subarray(0, readPart(stand, 0, page, buffer(0)));
  for (let i = 1; i < stand.parts.length && found.length > 0; i++) {
    const others = buffer(1).subarray(0, readPart(stand, i, page, buffer(1)));
    found = keepAdjacent(found, others, stand.parts[i]!.offset);
  }
  return found;
}

/** Whether all of the unit's parts stand side by side somewhere in a page's field. */
export function isOn(stand: Stand, page: number): boolean {
  const { set, parts } = stand;
  if (parts.some(({ lists }) => lists.length !== 1)) return occurrences(stand, page).length > 0;
  const postings: number[] = [];
  for (const { lists } of parts) {
    const at = find(lists[0]!, page);
    if (at < 0) return false;
    postings.push(at);
  }
  return standTogether(
    set,
    postings,
    parts.map(({ offset }) => offset),
  );
}

/**
 * Reads the first occurrences of a unit into `into`, as many as it holds: a page that repeats a word thousands of times costs no
 * more than another.
 *
 * @param span those further than this behind the first are not needed
 * @returns how many were read
 */
export function firstOccurrences(stand: Stand, page: number, into: Uint32Array, span: number): number {
  if (stand.parts.length === 1) return readPart(stand, 0, page, into, span);
  const found = occurrences(stand, page);
  const count = Math.min(found.length, into.length);
  for (let i = 0; i < count; i++) into[i] = found[i]!;
  return count;
}

/**
 * Reads into `into` the occurrences of a unit from a position on, as far as `into` would hold one at each position.
 * @returns how many were read
 */
export function occurrencesWithin(stand: Stand, page: number, from: number, into: Uint32Array): number {
  let count = 0;
  for (const position of occurrences(stand, page)) {
    if (position >= from + into.length) break;
    if (position >= from) into[count++] = position;
  }
  return count;
}

/**
 * Reads a part's positions in a page's field into `into`, ascending.
 * @returns how many there are, at most as many as `into` holds
 */
function readPart(
  { set, parts }: Stand,
  part: number,
  page: number,
  into: Uint32Array,
  span = Number.POSITIVE_INFINITY,
): number {
  const { lists } = parts[part]!;
  if (lists.length === 1) {
    const at = find(lists[0]!, page);
    return at < 0 ? 0 : readPositions(set, at, into, span);
  }
  // Each list may begin before the others, so all are read as far as one is asked for.
  if (gathered.length < lists.length * into.length) gathered = new Uint32Array(lists.length * into.length);
  let count = 0;
  for (const list of lists) {
    const at = find(list, page);
    if (at >= 0) count += readPositions(set, at, gathered.subarray(count, count + into.length), span);
  }
  into.set(gathered.subarray(0, count).sort().subarray(0, into.length));
  return Math.min(count, into.length);
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
