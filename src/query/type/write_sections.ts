import { cutExcerpt } from '../show/excerpt.ts';
import type { HitList } from '../show/hit_list.ts';
import type { JsonWriter } from '../show/json_writer.ts';
import { renderRanges } from '../show/write_answer.ts';
import type { PageHits } from './page_hits.ts';
import type { TypingEngine } from './typing_engine.ts';

/** A section with hits: those from `from` to `to` of the page's hits. */
interface FoundSection {
  readonly heading: number;
  readonly from: number;
  readonly to: number;
  /** Distinct typed words in it. */
  readonly words: number;
}

/** Most sections that are compared by their headings. */
const MOST_COMPARED = 8;

/**
 * Writes the members `sections` and `moreSections` of a row.
 * @param hits of the page, sorted
 * @param address the page's canonical address as a JSON string without its closing mark
 * @param most how many sections to write
 */
export function writeSections(
  { engine }: TypingEngine,
  writer: JsonWriter,
  pageHits: PageHits,
  hits: HitList,
  page: number,
  address: Uint8Array,
  most: number,
): void {
  const { headings, text } = engine.corpus;
  const found = most === 0 ? [] : sectionsOf(engine, page, pageHits, hits);
  const chosen = choose(engine, page, pageHits, found, most);
  writer.text(',"sections":[');
  for (const [i, { heading, from, to }] of chosen.entries()) {
    const { heading: title, anchor } = readHeading(engine, heading);
    const trail = trailOf(engine, page, heading);
    const rest = `"headingRanges":${renderRanges(pageHits.rangesIn(page, title))},"depth":${headings.depths[heading]}`;
    writer.text(`${i > 0 ? ',' : ''}{"anchor":${JSON.stringify(anchor)},"address":`).bytes(address);
    writer.text(
      `#${encodeURIComponent(anchor)}","heading":${JSON.stringify(title)},${rest},"trail":${JSON.stringify(trail)},"excerpt":`,
    );
    const place = hits.bestPlace(pageHits.weights, from, to);
    const bounds = [headings.positions[heading]!, endOf(engine, page, heading)] as const;
    const ranges = cutExcerpt(text.bodies, page, hits, place, pageHits.units, writer, bounds);
    writer.text(`,"ranges":${renderRanges(ranges)}}`);
  }
  writer.text(`],"moreSections":${found.length - chosen.length}`);
}

type Engine = TypingEngine['engine'];

/** Groups the hits by section. Hits before the first heading belong to none. */
function sectionsOf({ corpus }: Engine, page: number, { units }: PageHits, hits: HitList): FoundSection[] {
  const { headings } = corpus;
  const found: FoundSection[] = [];
  for (let from = 0; from < hits.count; ) {
    const heading = headings.at(page, hits.position(from));
    const end = heading < 0 ? firstPosition(corpus, page) : endOf({ corpus } as Engine, page, heading);
    let words = 0;
    let to = from;
    for (; to < hits.count && hits.position(to) < end; to++) words |= 1 << units[hits.unit(to)]!.word;
    if (heading >= 0) found.push({ heading, from, to, words: countBits(words) });
    from = to;
  }
  return found;
}

function firstPosition({ headings }: Engine['corpus'], page: number): number {
  const first = headings.starts[page]!;
  return first < headings.starts[page + 1]! ? headings.positions[first]! : Number.POSITIVE_INFINITY;
}

/** The position behind a heading's section. Headings without text between them share a position, and the last of them has it. */
function endOf({ corpus }: Engine, page: number, heading: number): number {
  const { starts, positions } = corpus.headings;
  return heading + 1 < starts[page + 1]! ? positions[heading + 1]! : corpus.text.bodies.positions(page);
}

/** By distinct words, then a hit in the heading, then place. */
function choose(
  engine: Engine,
  page: number,
  pageHits: PageHits,
  found: readonly FoundSection[],
  most: number,
): readonly FoundSection[] {
  if (found.length <= 1) return found.slice(0, most);
  return found
    .toSorted((a, b) => b.words - a.words || a.from - b.from)
    .slice(0, MOST_COMPARED)
    .map((section) => {
      const isNamed = pageHits.rangesIn(page, readHeading(engine, section.heading).heading).length > 0;
      return { section, isNamed };
    })
    .sort(
      (a, b) =>
        b.section.words - a.section.words || Number(b.isNamed) - Number(a.isNamed) || a.section.from - b.section.from,
    )
    .slice(0, most)
    .map(({ section }) => section);
}

/** @returns a heading's text and anchor */
export function readHeading({ corpus }: Engine, heading: number): { heading: string; anchor: string } {
  const json = `{"heading":${Buffer.from(corpus.headings.text(heading)).toString()}`;
  return JSON.parse(json) as { heading: string; anchor: string };
}

/** The headings above a heading, highest first. */
function trailOf(engine: Engine, page: number, heading: number): string[] {
  const { starts, depths } = engine.corpus.headings;
  const trail: string[] = [];
  let depth = depths[heading]!;
  for (let above = heading - 1; above >= starts[page]! && depth > 1; above--) {
    if (depths[above]! >= depth) continue;
    depth = depths[above]!;
    trail.unshift(readHeading(engine, above).heading);
  }
  return trail;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
