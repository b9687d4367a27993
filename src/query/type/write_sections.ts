import { tokenEndInUtf8 } from '../../corpus/analysis/tokenise.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { countUnits } from '../../text/utf8.ts';
import { cutExcerpt } from '../show/excerpt.ts';
import { addRange } from '../show/excerpt_text.ts';
import type { HitList } from '../show/hit_list.ts';
import type { PageHits } from './page_hits.ts';
import type { RowParts } from './row_parts.ts';
import type { RowNotes } from './row_texts.ts';
import { sectionParts } from './section_parts.ts';
import type { SearchMemory, TypingEngine } from './typing_engine.ts';

/** A section with hits: those from `from` to `to` of the page's hits. */
interface FoundSection {
  readonly heading: number;
  readonly from: number;
  readonly to: number;
  /** Distinct typed words in it. */
  readonly words: number;
  /** Where the body holds the heading as a line (`lineOf`); undefined until it is looked up. */
  line: Line | null | undefined;
  /** The hits in the heading, as in `Excerpt`; null until they are looked up. */
  ranges: readonly number[] | null;
}

/** A line of a body, as `[start, end)` in the bytes of all bodies. */
interface Line {
  readonly start: number;
  readonly end: number;
}

/** Most sections that are compared by their headings. */
const MOST_COMPARED = 8;

/**
 * Writes the members `sections` and `moreSections` of a row from the hits read last.
 * @param titleRanges the hits in the title; @param most how many sections to write
 */
export function writeSections(
  typing: TypingEngine,
  { writer, notes, excerpts: { hits } }: SearchMemory,
  pageHits: PageHits,
  page: number,
  { address, title }: RowParts,
  titleRanges: readonly number[],
  most: number,
): void {
  const { corpus } = typing.engine;
  const { headings, text } = corpus;
  const found = most === 0 ? [] : sectionsOf(corpus, page, pageHits, hits);
  const inHeading = (section: FoundSection): readonly number[] => {
    section.ranges ??= rangesInHeading(corpus, page, pageHits, hits, title, titleRanges, section, notes);
    return section.ranges;
  };
  const chosen = choose(corpus, page, hits, found, most, inHeading);
  writer.text(',"sections":[');
  for (let i = 0; i < chosen.length; i++) {
    const section = chosen[i]!;
    const { heading, from, to } = section;
    const parts = sectionParts(corpus, typing.sectionParts, page, heading, address);
    if (i > 0) writer.text(',');
    writer.text(parts.head).ranges(inHeading(section)).text(parts.rest);
    const place = notes.bestPlace(hits, pageHits.weights, from, to);
    const bounds = [headings.positions[heading]!, endOf(corpus, page, heading)] as const;
    const marked = cutExcerpt(text.bodies, page, hits, place, pageHits.units, writer, bounds);
    writer.text(',"ranges":').ranges(marked).text('}');
  }
  writer.text('],"moreSections":').integer(found.length - chosen.length);
}

/** Groups the hits by section. Hits before the first heading belong to none. */
function sectionsOf(corpus: Corpus, page: number, { units }: PageHits, hits: HitList): FoundSection[] {
  const { starts, positions } = corpus.headings;
  const found: FoundSection[] = [];
  const last = starts[page + 1]!;
  let next = starts[page]!;
  for (let from = 0; from < hits.count; ) {
    while (next < last && positions[next]! <= hits.position(from)) next++;
    const end = next < last ? positions[next]! : Number.POSITIVE_INFINITY;
    let words = 0;
    let to = from;
    for (; to < hits.count && hits.position(to) < end; to++) words |= 1 << units[hits.unit(to)]!.word;
    if (next > starts[page]!)
      found.push({ heading: next - 1, from, to, words: countBits(words), line: undefined, ranges: null });
    from = to;
  }
  return found;
}

/** The position behind a heading's section. Headings without text between them share a position, and the last of them has it. */
function endOf({ headings, text }: Corpus, page: number, heading: number): number {
  const { starts, positions } = headings;
  return heading + 1 < starts[page + 1]! ? positions[heading + 1]! : text.bodies.positions(page);
}

/**
 * By distinct words, then a hit in the heading, then place.
 * @param inHeading gives the hits in the heading of a section
 */
function choose(
  corpus: Corpus,
  page: number,
  hits: HitList,
  found: readonly FoundSection[],
  most: number,
  inHeading: (section: FoundSection) => readonly number[],
): readonly FoundSection[] {
  if (found.length <= 1) return found;
  const compared =
    found.length <= MOST_COMPARED
      ? found
      : found.toSorted((a, b) => b.words - a.words || a.from - b.from).slice(0, MOST_COMPARED);
  const chosen: FoundSection[] = [];
  const standings: number[] = [];
  for (const section of compared) {
    const { words } = section;
    const least = chosen.length < most ? -1 : standings[most - 1]!;
    // Whether the heading has a hit is looked up only when it matters.
    if (2 * words + 1 <= least) continue;
    const standing = 2 * words + (isNamed(corpus, page, hits, section, inHeading) ? 1 : 0);
    if (standing <= least) continue;
    let at = Math.min(chosen.length, most - 1);
    for (; at > 0 && standings[at - 1]! < standing; at--) {
      chosen[at] = chosen[at - 1]!;
      standings[at] = standings[at - 1]!;
    }
    chosen[at] = section;
    standings[at] = standing;
  }
  return chosen;
}

/** Whether a section's heading has a hit. */
function isNamed(
  corpus: Corpus,
  page: number,
  hits: HitList,
  section: FoundSection,
  inHeading: (section: FoundSection) => readonly number[],
): boolean {
  const line = knownLine(corpus, page, section);
  if (line === null) return inHeading(section).length > 0;
  const { bodies } = corpus.text;
  return bodies.start(page) + bodies.offset(page, hits.position(section.from)) < line.end;
}

function knownLine(corpus: Corpus, page: number, section: FoundSection): Line | null {
  if (section.line === undefined) section.line = lineOf(corpus, page, section.heading);
  return section.line;
}

/**
 * Where the body holds a heading as a line.
 * @returns null when it does not: the heading is the page's title, or has characters that JSON escapes
 */
function lineOf({ headings, text: { bodies } }: Corpus, page: number, heading: number): Line | null {
  const { bytes } = bodies;
  const base = bodies.start(page);
  let start = base + bodies.offset(page, headings.positions[heading]!);
  // A heading may begin with signs, which are no position.
  while (start > base && bytes[start - 1] !== LINE_END) start--;
  const length = headings.lengthAt(heading, bytes, start);
  return length < 0 ? null : { start, end: start + length };
}

/** The hits in a section's heading. */
function rangesInHeading(
  corpus: Corpus,
  page: number,
  pageHits: PageHits,
  hits: HitList,
  title: string,
  titleRanges: readonly number[],
  section: FoundSection,
  notes: RowNotes,
): readonly number[] {
  const { from, to } = section;
  const line = knownLine(corpus, page, section);
  if (line === null) {
    const { text } = corpus.headings.written(section.heading);
    if (text === title) return titleRanges;
    notes.hasReadHeading = true;
    return pageHits.rangesIn(page, JSON.parse(text) as string);
  }
  const { start, end } = line;
  const { bodies } = corpus.text;
  const { bytes } = bodies;
  const base = bodies.start(page);
  const ranges: number[] = [];
  for (let hit = from; hit < to; hit++) {
    const position = hits.position(hit);
    const at = base + bodies.offset(page, position);
    if (at >= end) break;
    const { parts } = pageHits.units[hits.unit(hit)]!.unit;
    const last = parts.at(-1)!;
    const lastAt = last.offset === 0 ? at : base + bodies.offset(page, position + last.offset);
    const until = lastAt < end ? tokenEndInUtf8(bytes, lastAt, end, last.shape) : at;
    if (until > at) addRange(ranges, countUnits(bytes, start, at), countUnits(bytes, start, until));
  }
  return ranges;
}

const LINE_END = 0x0a;

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
