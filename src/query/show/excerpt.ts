import { tokenEndInUtf8 } from '../../corpus/analysis/tokenise.ts';
import type { BodyTexts } from '../../corpus/index/body_texts.ts';
import { continues, countUnits } from '../../text/utf8.ts';
import type { Engine } from '../match/engine.ts';
import type { Wanted } from '../match/found.ts';
import { UnitPositions } from '../match/unit_positions.ts';
import { addRange, type Excerpt, LONGEST_EXCERPT } from './excerpt_text.ts';
import { highlightText } from './highlight_text.ts';
import type { JsonWriter } from './json_writer.ts';

/** UTF-8 bytes that may stand before the first hit: long words and rows of dashes must not push it out. */
const BYTES_BEFORE = 240;
/** Words within which hits count as one place. */
const PLACE_WIDTH = 28;
/** Words shown before the first hit, when its block has them. */
const WORDS_BEFORE = 6;
/** Units that an excerpt is chosen by, when more are asked for: those that tell most. */
const MOST_UNITS = 32;
/** Positions that an excerpt can reach over: in unspaced scripts each character is one. */
const LONGEST_SPAN = LONGEST_EXCERPT + WORDS_BEFORE;
/** Occurrences of a unit that an excerpt is chosen among, when it is not the only one. */
const FEW = 64;

/** A hit is a position in the body and the unit found there, in one number, so that hits sort as numbers. */
const UNIT_BITS = 5;
const UNIT_MASK = (1 << UNIT_BITS) - 1;

const LINE_END = 0x0a;

/** Occurrences of the unit at hand, and of one that is alone. */
const few = new Uint32Array(FEW);
const near = new Uint32Array(LONGEST_SPAN + 1);
/** Hits of the row at hand: the next row uses them again. */
let hits = new Uint32Array(near.length);
/** Units in the stretch at hand, each as often as it is there. */
const inside = new Uint32Array(MOST_UNITS);

/**
 * Makes the excerpts of one query's rows.
 * @returns the function that writes a row's excerpt as a JSON string, and returns its ranges
 */
export function createExcerpter(
  engine: Engine,
  wanted: readonly Wanted[],
): (page: number, writer: JsonWriter) => Excerpt['ranges'] {
  const { bodies } = engine.corpus.text;
  const { shown, positions, weights } = mostTelling(
    engine,
    wanted.filter(({ field }) => field === 'all' || field === 'body'),
  );
  // The place of a single word is its first: further ones only matter as far as they are shown with it.
  const alone = positions.length === 1 && positions[0]!.single;
  const [into, span] = alone ? [near, LONGEST_SPAN] : [few, Number.POSITIVE_INFINITY];

  return (page, writer) => {
    let count = 0;
    let areAll = true;
    for (let unit = 0; unit < positions.length; unit++) {
      const found = positions[unit]!.first(page, into, span);
      count = addHits(count, unit, into, found);
      if (!alone && found === FEW) areAll = false;
    }
    if (count === 0) {
      const { excerpt, ranges } = highlightText(engine, page, wanted);
      writer.text(JSON.stringify(excerpt));
      return ranges;
    }
    if (positions.length > 1) sort(count);
    const place = bestPlace(count, weights);
    if (!areAll) {
      // The place was chosen among the first hits of each unit; all that are shown are marked.
      count = 0;
      const start = Math.max(0, place - WORDS_BEFORE);
      for (let unit = 0; unit < positions.length; unit++) {
        count = addHits(count, unit, near, positions[unit]!.within(page, start, near));
      }
      sort(count);
    }
    return cut(bodies, page, count, place, shown, writer);
  };
}

/** Adds the first positions found of a unit to the hits, of which there are `count`. @returns how many there are then */
function addHits(count: number, unit: number, positions: Uint32Array, found: number): number {
  if (count + found > hits.length) {
    const larger = new Uint32Array(2 * hits.length);
    larger.set(hits);
    hits = larger;
  }
  for (let i = 0; i < found; i++) hits[count + i] = ((positions[i]! << UNIT_BITS) | unit) >>> 0;
  return count + found;
}

/** Up to so many hits are sorted faster here than by a call of the runtime. */
const FEW_TO_SORT = 48;

/** Sorts the hits, of which each unit's ascend already. */
function sort(count: number): void {
  if (count > FEW_TO_SORT) {
    hits.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const hit = hits[i]!;
    let at = i;
    for (; at > 0 && hits[at - 1]! > hit; at--) hits[at] = hits[at - 1]!;
    hits[at] = hit;
  }
}

/** What excerpts are chosen by, in the order asked: with each row's cost in mind, no more units than the limit. */
function mostTelling({ corpus }: Engine, wanted: readonly Wanted[]) {
  const units = wanted.map((each, place) => {
    const positions = new UnitPositions(corpus.text, 'body', each.unit);
    return { each, place, positions, weight: positions.weight };
  });
  const kept =
    units.length <= MOST_UNITS
      ? units
      : units
          .sort((a, b) => b.weight - a.weight || a.place - b.place)
          .slice(0, MOST_UNITS)
          .sort((a, b) => a.place - b.place);
  return {
    shown: kept.map(({ each }) => each),
    positions: kept.map(({ positions }) => positions),
    weights: kept.map(({ weight }) => weight),
  };
}

/** @returns the position of the hit with which the stretch begins that holds the most telling units; the earliest of equals */
function bestPlace(count: number, weights: readonly number[]): number {
  if (weights.length === 1) return hits[0]! >>> UNIT_BITS;
  inside.fill(0, 0, weights.length);
  let best = 0;
  let bestWeight = -1;
  let weight = 0;
  let end = 0;
  for (let first = 0; first < count; first++) {
    const border = hits[first]! + (PLACE_WIDTH << UNIT_BITS);
    for (; end < count && hits[end]! < border; end++) {
      const unit = hits[end]! & UNIT_MASK;
      if (inside[unit]!++ === 0) weight += weights[unit]!;
    }
    if (weight > bestWeight) {
      bestWeight = weight;
      best = first;
    }
    const left = hits[first]! & UNIT_MASK;
    if (--inside[left]! === 0) weight -= weights[left]!;
  }
  return hits[best]! >>> UNIT_BITS;
}

function cut(
  bodies: BodyTexts,
  page: number,
  count: number,
  firstPosition: number,
  wanted: readonly Wanted[],
  writer: JsonWriter,
): number[] {
  const { bytes } = bodies;
  const base = bodies.start(page);
  let startPosition = Math.max(0, firstPosition - WORDS_BEFORE);
  let start = base + bodies.offset(page, startPosition);
  let firstOffset = start;
  for (let at = startPosition; at < firstPosition; ) firstOffset += bodies.step(page, ++at);
  while (firstOffset - start > BYTES_BEFORE) start += bodies.step(page, ++startPosition);
  // The block that the hit stands in begins behind the last line end before it; far separators are left out too.
  let from = firstOffset;
  while (from > start && bytes[from - 1] !== LINE_END) from--;
  if (from < firstOffset && countUnits(bytes, from, firstOffset) > LONGEST_EXCERPT / 2) from = firstOffset;
  // On a long way without a word a position may lie within a character.
  while (continues(bytes[from]!)) from++;
  const end = writer.line(bytes, from, base + bodies.length(page), LONGEST_EXCERPT);
  const ranges: number[] = [];
  // Hits of the words before the first one count too: they are shown.
  let i = 0;
  while (hits[i]! >>> UNIT_BITS < startPosition) i++;
  let position = startPosition;
  let offset = start;
  let counted = from;
  let units = 0;
  for (; i < count; i++) {
    const at = hits[i]! >>> UNIT_BITS;
    while (position < at) offset += bodies.step(page, ++position);
    if (offset >= end) break;
    if (offset < from) continue;
    units += countUnits(bytes, counted, offset);
    counted = offset;
    const { parts } = wanted[hits[i]! & UNIT_MASK]!.unit;
    const last = parts.at(-1)!;
    let to = offset;
    for (const part of parts) {
      // The sign of a name stands behind the words that are parts, too.
      if (part !== last && part.shape !== 'signed') continue;
      const begin = part.offset === 0 ? offset : base + bodies.offset(page, at + part.offset);
      if (begin < end) to = Math.max(to, tokenEndInUtf8(bytes, begin, end, part.shape));
      else if (part === last) to = offset;
    }
    if (to > offset) addRange(ranges, units, units + countUnits(bytes, offset, to));
  }
  return ranges;
}
