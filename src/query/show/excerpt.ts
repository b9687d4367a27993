import { tokenEndInUtf8 } from '../../corpus/analysis/tokenise.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { continues, countUnits } from '../../text/utf8.ts';
import type { Engine } from '../match/engine.ts';
import type { ExcerptTerm } from '../match/match_set.ts';
import { UnitPositions } from '../match/unit_positions.ts';
import { addRange, type Excerpt, LONGEST_EXCERPT } from './excerpt_text.ts';
import { bestSections, sectionsOf } from './found_sections.ts';
import { highlightText, rangesOf } from './highlight_text.ts';
import { HitList, MOST_UNITS } from './hit_list.ts';
import type { JsonWriter } from './json_writer.ts';

/** Most UTF-8 bytes shown before the first hit, so that long words or rows of dashes do not push it out. */
const BYTES_BEFORE = 240;
/** Most words shown before the first hit, within its block. */
const WORDS_BEFORE = 6;
/** Most positions that an excerpt can span: in unspaced scripts each character is a position. */
const LONGEST_SPAN = LONGEST_EXCERPT + WORDS_BEFORE;
/** Most occurrences of each unit that are considered. */
const MOST_OCCURRENCES = 64;

const LINE_END = 0x0a;

/** Working memory for the excerpts of one request, reused for each row. */
export class ExcerptScratch {
  /** Buffer for the first positions of a unit. */
  readonly few = new Uint32Array(MOST_OCCURRENCES);
  /** Buffer for its positions around a place. */
  readonly near = new Uint32Array(LONGEST_SPAN + 1);
  readonly hits = new HitList();
}

/** The ranges of the hits in an excerpt, and the body position that it shows; null when it is not from the body. */
export interface WrittenExcerpt {
  readonly ranges: Excerpt['ranges'];
  readonly position: number | null;
}

/** Writes a page's excerpt as a JSON string. */
export type WriteExcerpt = (page: number, writer: JsonWriter) => WrittenExcerpt;

/** Prepares the excerpts of one query's rows. */
export function createExcerpter(
  engine: Engine,
  { few, near, hits }: ExcerptScratch,
  terms: readonly ExcerptTerm[],
): WriteExcerpt {
  const { bodies } = engine.corpus.text;
  const { shown, positions, weights } = mostDistinctive(
    engine,
    terms.filter(({ field }) => field === 'all' || field === 'body'),
  );
  const words = shown.map((_, unit) => unit);
  const isShown = (term: string): boolean =>
    shown.some(({ unit }) => unit.parts.some((part) => part.terms.includes(term)));

  return (page, writer) => {
    hits.count = 0;
    let areAll = true;
    for (let unit = 0; unit < positions.length; unit++) {
      const found = positions[unit]!.first(page, few, Number.POSITIVE_INFINITY);
      hits.add(unit, few, found);
      if (found === MOST_OCCURRENCES) areAll = false;
    }
    if (hits.count === 0) {
      const { excerpt, ranges } = highlightText(engine, page, terms);
      writer.text(JSON.stringify(excerpt));
      return { ranges, position: null };
    }
    if (positions.length > 1) hits.sort();
    const found = sectionsOf(engine.corpus, page, hits, words);
    const [section] = bestSections(engine.corpus, page, hits, found, words, 1, (text) => {
      return rangesOf(engine, page, JSON.parse(text) as string, (_, term) => isShown(term)).length / 2;
    });
    const place = hits.bestPlace(weights, section!.from, section!.to);
    if (!areAll) {
      // Only the first hits of each unit were read. Read again around the chosen place, to mark every hit shown.
      hits.count = 0;
      const start = Math.max(0, place - WORDS_BEFORE);
      for (let unit = 0; unit < positions.length; unit++) {
        hits.add(unit, near, positions[unit]!.within(page, start, near));
      }
      hits.sort();
    }
    return { ranges: cutExcerpt(bodies, page, hits, place, shown, writer), position: place };
  };
}

/** The most distinctive units, at most `MOST_UNITS` to bound the cost of each row, in query order. */
function mostDistinctive({ corpus }: Engine, terms: readonly ExcerptTerm[]) {
  let shown = terms;
  let positions = terms.map(({ unit }) => new UnitPositions(corpus.text, 'body', unit));
  if (terms.length > MOST_UNITS) {
    const kept = positions
      .map(({ weight }, place) => ({ weight, place }))
      .sort((a, b) => b.weight - a.weight || a.place - b.place)
      .slice(0, MOST_UNITS)
      .map(({ place }) => place)
      .sort((a, b) => a - b);
    shown = kept.map((place) => terms[place]!);
    positions = kept.map((place) => positions[place]!);
  }
  return { shown, positions, weights: positions.map(({ weight }) => weight) };
}

/**
 * Writes the excerpt around a place of a page's body as a JSON string.
 * @param hits sorted; @param terms indexed by the units of the hits
 * @param section the positions to stay within, `[from, to)`; by default the whole body
 * @returns the ranges of the hits
 */
export function cutExcerpt(
  bodies: TextIndex['bodies'],
  page: number,
  hits: HitList,
  firstPosition: number,
  terms: readonly Pick<ExcerptTerm, 'unit'>[],
  writer: JsonWriter,
  section: readonly [from: number, to: number] = [0, bodies.positions(page)],
): number[] {
  const { bytes } = bodies;
  const base = bodies.start(page);
  let startPosition = Math.max(section[0], firstPosition - WORDS_BEFORE);
  let start = base + bodies.offset(page, startPosition);
  let firstOffset = start;
  for (let at = startPosition; at < firstPosition; ) firstOffset += bodies.step(page, ++at);
  while (firstOffset - start > BYTES_BEFORE) start += bodies.step(page, ++startPosition);
  // Start at the hit's block, after the last line end, or at the hit itself when the text between is long.
  let from = firstOffset;
  while (from > start && bytes[from - 1] !== LINE_END) from--;
  const isFar = firstOffset - from > LONGEST_EXCERPT / 2 && countUnits(bytes, from, firstOffset) > LONGEST_EXCERPT / 2;
  if (isFar) from = firstOffset;
  // In a long stretch without words, a position may point into a character.
  while (continues(bytes[from]!)) from++;
  const end = writer.line(bytes, from, base + bodies.offset(page, section[1]), LONGEST_EXCERPT);
  const isAscii = writer.wroteAscii;
  const ranges: number[] = [];
  // Also mark hits in the words before the chosen place.
  let i = 0;
  while (hits.position(i) < startPosition) i++;
  let position = startPosition;
  let offset = start;
  let counted = from;
  let units = 0;
  for (; i < hits.count; i++) {
    const at = hits.position(i);
    // The next hit may be far behind the excerpt.
    while (position < at && offset < end) offset += bodies.step(page, ++position);
    if (offset >= end) break;
    if (offset < from) continue;
    units += isAscii ? offset - counted : countUnits(bytes, counted, offset);
    counted = offset;
    const { parts } = terms[hits.unit(i)]!.unit;
    const last = parts.at(-1)!;
    let to = offset;
    for (const part of parts) {
      // A signed name (`C++`) extends beyond its word parts.
      if (part !== last && part.shape !== 'signed') continue;
      const begin = part.offset === 0 ? offset : base + bodies.offset(page, at + part.offset);
      if (begin < end) to = Math.max(to, tokenEndInUtf8(bytes, begin, end, part.shape));
      else if (part === last) to = offset;
    }
    if (to > offset) addRange(ranges, units, units + (isAscii ? to - offset : countUnits(bytes, offset, to)));
  }
  return ranges;
}
