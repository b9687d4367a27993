import type { BodyTexts } from '../corpus/body_texts.ts';
import { tokenEnd } from '../corpus/tokenise.ts';
import type { Engine } from './engine.ts';
import { addRange, type Excerpt, inOneLine, LONGEST_EXCERPT, shorten } from './excerpt_text.ts';
import type { Wanted } from './found.ts';
import { highlightText } from './highlight_text.ts';
import { FEW, firstOccurrences, standIn } from './occurrences.ts';

/** UTF-8 bytes read for one: enough for the longest, whatever the script's density. */
const BYTES_READ = 480;
/** Of these, how many may stand before the first hit: long words and rows of dashes must not push it out. */
const BYTES_BEFORE = 240;
/** Words within which hits count as one place. */
const PLACE_WIDTH = 28;
/** Words shown before the first hit, when its block has them. */
const WORDS_BEFORE = 6;
/** Units that an excerpt is chosen by, when more are asked for: those that tell most. */
const MOST_UNITS = 32;
/** Positions that an excerpt can reach over: no word and the blank behind it are shorter than two characters. */
const LONGEST_SPAN = LONGEST_EXCERPT / 2 + WORDS_BEFORE;

/** A hit is a position in the body and the unit found there, in one number, so that hits sort as numbers. */
const UNITS = 1 << 16;

/** Makes the excerpts of one query's rows. */
export function createExcerpter(engine: Engine, wanted: readonly Wanted[]): (page: number) => Excerpt {
  const { bodies } = engine.corpus.text;
  const {
    shown: inBody,
    stands,
    weights,
  } = mostTelling(
    engine,
    wanted.filter(({ field }) => field === 'all' || field === 'body'),
  );
  const hits = new Float64Array(stands.length * FEW);
  // The place of a single word is its first: further ones only matter as far as they are shown with it.
  const span = stands.length === 1 && stands[0]!.parts.length === 1 ? LONGEST_SPAN : Number.POSITIVE_INFINITY;

  return (page) => {
    let count = 0;
    for (let unit = 0; unit < stands.length; unit++) {
      const found = firstOccurrences(stands[unit]!, page, span);
      for (let i = 0; i < found.length; i++) hits[count++] = found[i]! * UNITS + unit;
    }
    if (count === 0) return highlightText(engine, page, wanted);
    const found = hits.subarray(0, count);
    if (stands.length > 1) found.sort();
    return cut(bodies, page, found, bestPlace(found, weights), inBody);
  };
}

/** What excerpts are chosen by, in the order asked: with each row's cost in mind, no more units than the limit. */
function mostTelling({ corpus }: Engine, wanted: readonly Wanted[]) {
  const units = wanted.map((each, place) => {
    const stand = standIn(corpus.text, 'body', each.unit);
    return { each, place, stand, weight: weightOf(stand) };
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
    stands: kept.map(({ stand }) => stand),
    weights: kept.map(({ weight }) => weight),
  };
}

/** The rarest part's rarity, for each part: what a hit of the unit tells. */
function weightOf({ parts }: ReturnType<typeof standIn>): number {
  let weight = 0;
  for (const { lists } of parts) for (const { rarity } of lists) weight = Math.max(weight, rarity);
  return weight * parts.length;
}

/** @returns the hit with which the stretch begins that holds the most telling units; the earliest of equals */
function bestPlace(hits: Float64Array, weights: readonly number[]): number {
  if (weights.length === 1) return 0;
  const inside = new Uint32Array(weights.length);
  let best = 0;
  let bestWeight = -1;
  let weight = 0;
  let end = 0;
  for (let first = 0; first < hits.length; first++) {
    const border = hits[first]! + PLACE_WIDTH * UNITS;
    for (; end < hits.length && hits[end]! < border; end++) {
      const unit = hits[end]! % UNITS;
      if (inside[unit]!++ === 0) weight += weights[unit]!;
    }
    if (weight > bestWeight) {
      bestWeight = weight;
      best = first;
    }
    const left = hits[first]! % UNITS;
    if (--inside[left]! === 0) weight -= weights[left]!;
  }
  return best;
}

function cut(bodies: BodyTexts, page: number, hits: Float64Array, first: number, wanted: readonly Wanted[]): Excerpt {
  const firstPosition = Math.floor(hits[first]! / UNITS);
  const firstOffset = bodies.offset(page, firstPosition);
  let startPosition = Math.max(0, firstPosition - WORDS_BEFORE);
  let start = bodies.offset(page, startPosition);
  while (firstOffset - start > BYTES_BEFORE) start += bodies.step(page, ++startPosition);
  let position = startPosition;
  let offset = start;
  const offsetAt = (wantedPosition: number): number => {
    if (wantedPosition < position) return bodies.offset(page, wantedPosition);
    while (position < wantedPosition) offset += bodies.step(page, ++position);
    return offset;
  };
  const window = bodies.window(page, start, BYTES_READ);
  const hitAt = Math.min(window.unitAt(offsetAt(firstPosition)), window.text.length);
  // The block that the hit stands in begins behind the last line end before it; far separators are left out too.
  let from = window.text.lastIndexOf('\n', hitAt - 1) + 1;
  if (hitAt === 0 || hitAt - from > LONGEST_EXCERPT / 2) from = hitAt;
  const text = shorten(window.text.slice(from));
  const ranges: number[] = [];
  // Hits of the words before the first one count too: they are shown.
  let i = first;
  while (i > 0 && hits[i - 1]! >= startPosition * UNITS) i--;
  for (; i < hits.length; i++) {
    const at = Math.floor(hits[i]! / UNITS);
    const begin = window.unitAt(offsetAt(at)) - from;
    if (begin >= text.length) break;
    if (begin < 0) continue;
    const last = wanted[hits[i]! % UNITS]!.unit.parts.at(-1)!;
    const lastBegin = last.offset === 0 ? begin : window.unitAt(bodies.offset(page, at + last.offset)) - from;
    const end = tokenEnd(text, lastBegin, last.shape);
    if (lastBegin < text.length) addRange(ranges, begin, end);
  }
  return { excerpt: inOneLine(text), ranges };
}
