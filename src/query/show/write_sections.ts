import { tokenEndInUtf8 } from '../../corpus/analysis/tokenise.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { countUnits } from '../../text/utf8.ts';
import { cutExcerpt } from './excerpt.ts';
import { addRange } from './excerpt_text.ts';
import { type FoundSection, lineOf } from './found_sections.ts';
import type { HitList } from './hit_list.ts';
import type { JsonWriter } from './json_writer.ts';
import type { PageHits } from './page_hits.ts';
import type { RowSections } from './write_match.ts';

/**
 * Writes the members `sections` and `moreSections` of a row.
 * @param address the page's canonical address as a JSON string without its closing mark; @param title its title as a JSON string
 * @param titleRanges the hits in the title; @param most how many sections to write
 */
export function writeSections(
  corpus: Corpus,
  writer: JsonWriter,
  shown: PageHits,
  page: number,
  { address, title }: { readonly address: string; readonly title: string },
  titleRanges: readonly number[],
  { best, total, hits }: RowSections,
  most: number,
): void {
  const { headings, text } = corpus;
  const chosen = best.filter(({ heading }) => heading >= 0).slice(0, most);
  writer.text(',"sections":[');
  for (const [i, section] of chosen.entries()) {
    const { heading, from, to } = section;
    const { anchor, text: written } = headings.written(heading);
    if (i > 0) writer.text(',');
    writer.text(`{"anchor":${anchor},"address":${address}${fragmentOf(anchor)}","heading":${written},"headingRanges":`);
    writer.ranges(rangesInHeading(corpus, page, shown, hits, title, titleRanges, section));
    writer.text(`,"depth":${headings.depths[heading]!},"trail":[${trailOf(corpus, page, heading)}],"excerpt":`);
    const place = hits.bestPlace(shown.weights, from, to);
    const bounds = [headings.positions[heading]!, endOf(corpus, page, heading)] as const;
    const marked = cutExcerpt(text.bodies, page, hits, place, shown.units, writer, bounds);
    writer.text(',"ranges":').ranges(marked).text('}');
  }
  writer.text('],"moreSections":').integer(total - chosen.length);
}

/** An anchor that needs no escape in JSON or in an address. Nearly all are such. */
const PLAIN_ANCHOR = /^"[\w.~-]*"$/;

/** @param anchor a JSON string; an empty one is that of a heading without an id: links lead to the page */
function fragmentOf(anchor: string): string {
  if (anchor === '""') return '';
  return `#${PLAIN_ANCHOR.test(anchor) ? anchor.slice(1, -1) : encodeURIComponent(JSON.parse(anchor) as string)}`;
}

/** The headings above a heading, highest first, as JSON strings separated by commas. */
function trailOf({ headings }: Corpus, page: number, heading: number): string {
  const { starts, depths } = headings;
  let trail = '';
  let depth = depths[heading]!;
  for (let above = heading - 1; above >= starts[page]! && depth > 1; above--) {
    if (depths[above]! >= depth) continue;
    depth = depths[above]!;
    const { text } = headings.written(above);
    trail = trail === '' ? text : `${text},${trail}`;
  }
  return trail;
}

/**
 * The position behind a heading's section; behind the sections below it while there is no text but headings. Headings without text between
 * them share a position, and the last of them has it.
 */
function endOf(corpus: Corpus, page: number, heading: number): number {
  const { headings, text } = corpus;
  const { starts, positions, depths } = headings;
  const last = starts[page + 1]!;
  let next = heading + 1;
  while (next < last && depths[next]! > depths[heading]! && isBare(corpus, page, next - 1)) next++;
  return next < last ? positions[next]! : text.bodies.positions(page);
}

/** Most bytes between a heading's line and the first word of the next one: blanks and signs. */
const LONGEST_GAP = 4;

/** Whether a section that another follows has no text. */
function isBare(corpus: Corpus, page: number, heading: number): boolean {
  const line = lineOf(corpus, page, heading);
  if (line === null) return false;
  const { bodies } = corpus.text;
  return bodies.start(page) + bodies.offset(page, corpus.headings.positions[heading + 1]!) - line.end <= LONGEST_GAP;
}

/** The hits in a section's heading. */
function rangesInHeading(
  corpus: Corpus,
  page: number,
  shown: PageHits,
  hits: HitList,
  title: string,
  titleRanges: readonly number[],
  { heading, from, to }: FoundSection,
): readonly number[] {
  const line = lineOf(corpus, page, heading);
  if (line === null) {
    const { text } = corpus.headings.written(heading);
    return text === title ? titleRanges : shown.rangesIn(page, JSON.parse(text) as string);
  }
  const { start, end } = line;
  const { bodies } = corpus.text;
  const base = bodies.start(page);
  const ranges: number[] = [];
  for (let hit = from; hit < to; hit++) {
    const position = hits.position(hit);
    const at = base + bodies.offset(page, position);
    if (at >= end) break;
    const last = shown.units[hits.unit(hit)]!.parts.at(-1)!;
    const lastAt = last.offset === 0 ? at : base + bodies.offset(page, position + last.offset);
    const until = lastAt < end ? tokenEndInUtf8(bodies.bytes, lastAt, end, last.shape) : at;
    if (until > at) addRange(ranges, countUnits(bodies.bytes, start, at), countUnits(bodies.bytes, start, until));
  }
  return ranges;
}
