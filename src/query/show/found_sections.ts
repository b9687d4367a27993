import { firstWhere } from '../../corpus/artefact/number_lists.ts';
import type { Corpus, HeadingTable } from '../../corpus/corpus.ts';
import type { HitList } from './hit_list.ts';

/** A section with hits: those from `from` to `to` of the page's hits. */
export interface FoundSection {
  /** -1: the text before the first heading. */
  readonly heading: number;
  readonly from: number;
  readonly to: number;
  /** Bit i: the section has word i of the query. */
  readonly words: number;
}

/** A line of a body, as `[start, end)` in the bytes of all bodies. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/** Sections that are compared by their headings: those with the most words. */
const MOST_COMPARED = 32;
/** Words behind the beginning of a section, in positions, that may still be in its heading. */
const LONGEST_HEADING = 40;

/** Most bytes of signs and blanks by which a heading may differ from the text that asks for it. */
const MOST_SIGNS = 8;

/** How headings, as JSON strings, answer what was asked. */
export interface AskedHeading {
  /** @returns how many words are in a heading that its page's body does not hold as a line */
  countIn(text: string): number;
  /** Bytes of what was asked, in UTF-8. */
  readonly length: number;
  /** Whether a heading has the words that were asked, and no others, in their order. */
  isNamed(text: string): boolean;
}

/** Groups the hits by section. @param words by unit of the hits: the number of the word that it belongs to, below 32 */
export function sectionsOf(
  { headings: { starts, positions } }: Pick<Corpus, 'headings'>,
  page: number,
  hits: HitList,
  words: readonly number[],
): FoundSection[] {
  const found: FoundSection[] = [];
  const last = starts[page + 1]!;
  let next = starts[page]!;
  for (let from = 0; from < hits.count; ) {
    while (next < last && positions[next]! <= hits.position(from)) next++;
    const end = next < last ? positions[next]! : Number.POSITIVE_INFINITY;
    let held = 0;
    let to = from;
    for (; to < hits.count && hits.position(to) < end; to++) held |= 1 << words[hits.unit(to)]!;
    found.push({ heading: next > starts[page]! ? next - 1 : -1, from, to, words: held });
    from = to;
  }
  return found;
}

/**
 * Orders sections by the distinct words of the query in them, each word in the heading counted again; of equal ones first that whose heading
 * is what was asked, then that with the shorter heading, if a word is in it, then by place.
 *
 * @param words by unit, as for `sectionsOf`
 * @returns the first sections, at most `most`
 */
export function bestSections(
  corpus: Pick<Corpus, 'headings' | 'text'>,
  page: number,
  hits: HitList,
  found: readonly FoundSection[],
  words: readonly number[],
  most: number,
  asked: AskedHeading,
): readonly FoundSection[] {
  if (found.length <= 1) return found.slice(0, most);
  const lines = linesOf(corpus.headings);
  const compared =
    found.length <= MOST_COMPARED
      ? found
      : found.toSorted((a, b) => countBits(b.words) - countBits(a.words) || a.from - b.from).slice(0, MOST_COMPARED);
  const best: Standing[] = [];
  for (const section of compared) {
    const held = countBits(section.words);
    // A section gains at most as much again by its heading, which is looked up only when it matters.
    const last = best[most - 1];
    if (last !== undefined && 2 * held < last.standing + (last.length === 0 ? 1 : 0)) continue;
    const standing = standingOf(section, held);
    let at = best.length;
    while (at > 0 && isBefore(standing, best[at - 1]!)) at--;
    if (at === most) continue;
    best.splice(at, 0, standing);
    if (best.length > most) best.pop();
  }
  return best.map(({ section }) => section);

  function isBefore(a: Standing, b: Standing): boolean {
    if (a.standing !== b.standing) return a.standing > b.standing;
    const isAsked = isNamed(a);
    if (isAsked !== isNamed(b)) return isAsked;
    return a.length === b.length ? a.section.from < b.section.from : a.length < b.length;
  }

  function isNamed({ length, section: { heading } }: Standing): boolean {
    if (length === 0 || Math.abs(length - asked.length) > MOST_SIGNS) return false;
    return asked.isNamed(corpus.headings.written(heading).text);
  }

  function standingOf(section: FoundSection, held: number): Standing {
    const { heading, from, to } = section;
    if (heading < 0 || hits.position(from) - corpus.headings.positions[heading]! > LONGEST_HEADING) {
      return { section, standing: held, length: 0 };
    }
    if (lines[2 * heading] === 0) measureLine(corpus, page, heading, lines);
    const length = lines[2 * heading]!;
    if (length < 0) {
      const { text } = corpus.headings.written(heading);
      const named = Math.min(held, asked.countIn(text));
      return { section, standing: held + named, length: named === 0 ? 0 : text.length };
    }
    const end = corpus.headings.positions[heading]! + lines[2 * heading + 1]!;
    let named = 0;
    for (let hit = from; hit < to && hits.position(hit) < end; hit++) named |= 1 << words[hits.unit(hit)]!;
    return { section, standing: held + countBits(named), length: named === 0 ? 0 : length };
  }
}

/** What sections are ordered by. */
interface Standing {
  readonly section: FoundSection;
  readonly standing: number;
  /** Bytes of the heading; 0 when no word is in it. */
  readonly length: number;
}

/**
 * Where the body holds a heading as a line.
 * @returns null when it does not: the heading is the page's title, or has characters that JSON escapes
 */
export function lineOf(
  { headings, text: { bodies } }: Pick<Corpus, 'headings' | 'text'>,
  page: number,
  heading: number,
): Line | null {
  const { bytes } = bodies;
  const base = bodies.start(page);
  let start = base + bodies.offset(page, headings.positions[heading]!);
  // A heading may begin with signs, which are no position.
  while (start > base && bytes[start - 1] !== LINE_END) start--;
  const length = headings.lengthAt(heading, bytes, start);
  return length < 0 ? null : { start, end: start + length };
}

/**
 * By heading, two numbers: the bytes of its line, 0 until they are measured, and -1 if the body does not hold it; and the positions of
 * the line. A search compares many headings, and most of them again and again.
 */
const LINES = new WeakMap<HeadingTable, Int32Array>();

function linesOf(headings: HeadingTable): Int32Array {
  let lines = LINES.get(headings);
  if (lines === undefined) {
    lines = new Int32Array(2 * headings.depths.length);
    LINES.set(headings, lines);
  }
  return lines;
}

/** Fills in the two numbers of a heading in `LINES`. */
function measureLine(
  corpus: Pick<Corpus, 'headings' | 'text'>,
  page: number,
  heading: number,
  lines: Int32Array,
): void {
  const line = lineOf(corpus, page, heading);
  if (line === null) {
    lines[2 * heading] = -1;
    return;
  }
  const { bodies } = corpus.text;
  const base = bodies.start(page);
  const first = corpus.headings.positions[heading]!;
  const next = firstWhere(first, bodies.positions(page), (at) => base + bodies.offset(page, at) >= line.end);
  lines[2 * heading] = line.end - line.start;
  lines[2 * heading + 1] = next - first;
}

const LINE_END = 0x0a;

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
