import { tokenEndInUtf8 } from '../../corpus/analysis/tokenise.ts';
import type { BodyTexts } from '../../corpus/index/body_texts.ts';
import { continues, countUnits } from '../../text/utf8.ts';
import type { Engine } from '../match/engine.ts';
import type { ExcerptTerm } from '../match/match_set.ts';
import { UnitPositions } from '../match/unit_positions.ts';
import { addRange, type Excerpt, LONGEST_EXCERPT } from './excerpt_text.ts';
import { highlightText } from './highlight_text.ts';
import { HitList, MOST_UNITS } from './hit_list.ts';
import type { JsonWriter } from './json_writer.ts';

/** UTF-8 bytes that may stand before the first hit: long words and rows of dashes must not push it out. */
const BYTES_BEFORE = 240;
/** Words shown before the first hit, when its block has them. */
const WORDS_BEFORE = 6;
/** Positions that an excerpt can reach over: in unspaced scripts each character is one. */
const LONGEST_SPAN = LONGEST_EXCERPT + WORDS_BEFORE;
/** Occurrences of a unit that an excerpt is chosen among, when it is not the only one. */
const FEW = 64;

const LINE_END = 0x0a;

/** Memory that the excerpts of one question use row by row. */
export class ExcerptMemory {
  /** Positions of the unit at hand, and of one that is alone. */
  readonly few = new Uint32Array(FEW);
  readonly near = new Uint32Array(LONGEST_SPAN + 1);
  readonly hits = new HitList();
}

/** Writes a page's excerpt as a JSON string. @returns the ranges of what was found */
export type WriteExcerpt = (page: number, writer: JsonWriter) => Excerpt['ranges'];

/** Prepares the excerpts of one query's rows. */
export function createExcerpter(
  engine: Engine,
  { few, near, hits }: ExcerptMemory,
  terms: readonly ExcerptTerm[],
): WriteExcerpt {
  const { bodies } = engine.corpus.text;
  const { shown, positions, weights } = mostTelling(
    engine,
    terms.filter(({ field }) => field === 'all' || field === 'body'),
  );
  // The place of a single word is its first: further ones only matter as far as they are shown with it.
  const alone = positions.length === 1 && positions[0]!.single;
  const [into, span] = alone ? [near, LONGEST_SPAN] : [few, Number.POSITIVE_INFINITY];

  return (page, writer) => {
    hits.count = 0;
    let areAll = true;
    for (let unit = 0; unit < positions.length; unit++) {
      const found = positions[unit]!.first(page, into, span);
      hits.add(unit, into, found);
      if (!alone && found === FEW) areAll = false;
    }
    if (hits.count === 0) {
      const { excerpt, ranges } = highlightText(engine, page, terms);
      writer.text(JSON.stringify(excerpt));
      return ranges;
    }
    if (positions.length > 1) hits.sort();
    const place = hits.bestPlace(weights);
    if (!areAll) {
      // The place was chosen among the first hits of each unit; all that are shown are marked.
      hits.count = 0;
      const start = Math.max(0, place - WORDS_BEFORE);
      for (let unit = 0; unit < positions.length; unit++) {
        hits.add(unit, near, positions[unit]!.within(page, start, near));
      }
      hits.sort();
    }
    return cut(bodies, page, hits, place, shown, writer);
  };
}

/** What excerpts are chosen by, in the order asked: with each row's cost in mind, no more units than the limit. */
function mostTelling({ corpus }: Engine, terms: readonly ExcerptTerm[]) {
  const units = terms.map((each, place) => {
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

function cut(
  bodies: BodyTexts,
  page: number,
  hits: HitList,
  firstPosition: number,
  terms: readonly ExcerptTerm[],
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
  while (hits.position(i) < startPosition) i++;
  let position = startPosition;
  let offset = start;
  let counted = from;
  let units = 0;
  for (; i < hits.count; i++) {
    const at = hits.position(i);
    while (position < at) offset += bodies.step(page, ++position);
    if (offset >= end) break;
    if (offset < from) continue;
    units += countUnits(bytes, counted, offset);
    counted = offset;
    const { parts } = terms[hits.unit(i)]!.unit;
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
