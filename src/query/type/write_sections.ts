import { tokenEndInUtf8 } from '../../corpus/analysis/tokenise.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { countUnits } from '../../text/utf8.ts';
import { cutExcerpt } from '../show/excerpt.ts';
import { addRange } from '../show/excerpt_text.ts';
import { bestSections, type FoundSection, lineOf, sectionsOf } from '../show/found_sections.ts';
import type { HitList } from '../show/hit_list.ts';
import type { PageHits } from './page_hits.ts';
import type { RowParts } from './row_parts.ts';
import type { RowNotes } from './row_texts.ts';
import { sectionParts } from './section_parts.ts';
import type { SearchScratch, TypingEngine } from './typing_engine.ts';

/** The sections of a row in order, of which the first is also that of the row's best place. */
export interface RowSections {
  readonly best: readonly FoundSection[];
  /** How many sections have hits. */
  readonly total: number;
}

/** Finds the sections of a page with the hits read last. @param most how many are written */
export function rowSections(
  { engine }: TypingEngine,
  { notes, excerpts: { hits } }: SearchScratch,
  pageHits: PageHits,
  page: number,
  most: number,
): RowSections {
  const { corpus } = engine;
  const words = pageHits.units.map(({ word }) => word);
  const found = sectionsOf(corpus, page, hits, words);
  const best = bestSections(corpus, page, hits, found, words, most + 1, (text) => {
    notes.hasReadHeading = true;
    return pageHits.rangesIn(page, JSON.parse(text) as string).length / 2;
  });
  return { best, total: found.filter(({ heading }) => heading >= 0).length };
}

/**
 * Writes the members `sections` and `moreSections` of a row.
 * @param titleRanges the hits in the title; @param most how many sections to write
 */
export function writeSections(
  typing: TypingEngine,
  { writer, notes, excerpts: { hits } }: SearchScratch,
  pageHits: PageHits,
  page: number,
  { address, title }: RowParts,
  titleRanges: readonly number[],
  { best, total }: RowSections,
  most: number,
): void {
  const { corpus } = typing.engine;
  const { headings, text } = corpus;
  const chosen = best.filter(({ heading }) => heading >= 0).slice(0, most);
  writer.text(',"sections":[');
  for (let i = 0; i < chosen.length; i++) {
    const section = chosen[i]!;
    const { heading, from, to } = section;
    const parts = sectionParts(corpus, typing.sectionParts, page, heading, address);
    const inHeading = rangesInHeading(corpus, page, pageHits, hits, title, titleRanges, section, notes);
    if (i > 0) writer.text(',');
    writer.text(parts.head).ranges(inHeading).text(parts.rest);
    const place = notes.bestPlace(hits, pageHits.weights, from, to);
    const bounds = [headings.positions[heading]!, endOf(corpus, page, heading)] as const;
    const marked = cutExcerpt(text.bodies, page, hits, place, pageHits.units, writer, bounds);
    writer.text(',"ranges":').ranges(marked).text('}');
  }
  writer.text('],"moreSections":').integer(total - chosen.length);
}

/** The position behind a heading's section. Headings without text between them share a position, and the last of them has it. */
function endOf({ headings, text }: Corpus, page: number, heading: number): number {
  const { starts, positions } = headings;
  return heading + 1 < starts[page + 1]! ? positions[heading + 1]! : text.bodies.positions(page);
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
  const line = lineOf(corpus, page, section.heading);
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
