import { tokenEndInUtf8 } from '../../corpus/analysis/tokenise.ts';
import type { Unit } from '../../corpus/analysis/unit.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { continues, countUnits } from '../../text/utf8.ts';
import { addRange, LONGEST_EXCERPT } from './excerpt_text.ts';
import type { HitList } from './hit_list.ts';
import type { JsonWriter } from './json_writer.ts';

/** Most UTF-8 bytes shown before the first hit, so that long words or rows of dashes do not push it out. */
const BYTES_BEFORE = 240;
/** Most words shown before the first hit, within its block. */
export const WORDS_BEFORE = 6;
/** Most positions that an excerpt can span: in unspaced scripts each character is a position. */
export const LONGEST_SPAN = LONGEST_EXCERPT + WORDS_BEFORE;
const LINE_END = 0x0a;
const BLANK = 0x20;

/** Most UTF-8 bytes that an excerpt goes back to the beginning of what is written together. */
const LONGEST_WORD = 48;
/** Bytes of the punctuation of scripts without spaces: U+3001 and U+3002, then those of U+FF01, U+FF0C and U+FF1F. */
const STOPS = ['\u3001', '\u3002', '\uff01', '\uff0c', '\uff1f'].map((stop) => Buffer.from(stop));

/**
 * The place behind the last blank, so that an excerpt shows names, numbers and the marks before them whole; in a script without spaces that
 * behind the last stop.
 * @param base where the page's body begins; @returns `start` when there is none near
 */
function wordStart(bytes: Buffer, start: number, base: number): number {
  const lowest = Math.max(base, start - LONGEST_WORD);
  for (let at = start; at >= lowest; at--) {
    if (at === base || bytes[at - 1] === BLANK || bytes[at - 1] === LINE_END) return at;
    if (at - base >= 3 && bytes[at - 1]! >= 0x80 && STOPS.some((stop) => bytes.compare(stop, 0, 3, at - 3, at) === 0))
      return at;
  }
  return start;
}

/**
 * Writes the excerpt around a place of a page's body as a JSON string.
 * @param hits sorted; @param units those of the hits
 * @param section the positions to stay within, `[from, to)`; by default the whole body
 * @returns the ranges of the hits
 */
export function cutExcerpt(
  bodies: TextIndex['bodies'],
  page: number,
  hits: HitList,
  firstPosition: number,
  units: readonly Unit[],
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
  /** Where the first position is; the excerpt may begin with signs before it. */
  let offset = start;
  start = wordStart(bytes, start, base);
  while (start < offset && startPosition > section[0]) {
    const before = base + bodies.offset(page, startPosition - 1);
    if (before < start) break;
    offset = before;
    startPosition--;
  }
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
  let counted = from;
  let before = 0;
  for (; i < hits.count; i++) {
    const at = hits.position(i);
    // The next hit may be far behind the excerpt.
    while (position < at && offset < end) offset += bodies.step(page, ++position);
    if (offset >= end) break;
    if (offset < from) continue;
    before += isAscii ? offset - counted : countUnits(bytes, counted, offset);
    counted = offset;
    const { parts } = units[hits.unit(i)]!;
    const last = parts.at(-1)!;
    let to = offset;
    for (const part of parts) {
      // A signed name (`C++`) extends beyond its word parts.
      if (part !== last && part.shape !== 'signed') continue;
      const begin = part.offset === 0 ? offset : base + bodies.offset(page, at + part.offset);
      if (begin < end) to = Math.max(to, tokenEndInUtf8(bytes, begin, end, part.shape));
      else if (part === last) to = offset;
    }
    if (to > offset) addRange(ranges, before, before + (isAscii ? to - offset : countUnits(bytes, offset, to)));
  }
  return ranges;
}
