import { KeptItems } from '../corpus/artefact/packed_items.ts';
import type { Sections } from '../corpus/artefact/sections.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { MOST_LISTED } from '../query/show/write_copies.ts';
import { COLUMN_SECTIONS, COLUMNS, PAGE_ITEMS, partName, RANK_NUMBERS, type Ranges, rangesOf } from './part_format.ts';
import { cutBy, type PackedPart, PartWriter } from './part_writer.ts';
import { type Strings, stringsOf } from './string_coding.ts';

/** Bytes of a part before compression, about. */
const PAGES_PART = 24_000;
const RANKS_PART = 2000;
const CAPTIONS_PART = 4500;
/** Bytes of a page besides its vector, about. */
const BYTES_OF_TITLE = 30;
/** Names in a part. */
const NAMES_PART = 400;

/** Writes what rows show of pages. @returns the first page of each part */
export function* packPages(corpus: Corpus, sections: Sections, build: string): Generator<PackedPart, number[]> {
  const { pages, headings, copies } = corpus;
  const items = PAGE_ITEMS.map((name) => ({ name, kept: new KeptItems(sections, name) }));
  const numbers = (name: string) => sections.numbers(name);
  const headingStarts = numbers('headings.text.starts');
  const sampleStarts = numbers('text.body.samples.starts');
  const pathStarts = numbers('pages.path.starts');
  const paths = stringsOf(sections, 'copies.paths');
  const headingBytes = (page: number) =>
    headingStarts[headings.starts[page + 1]!]! - headingStarts[headings.starts[page]!]!;
  const bytesOf = (page: number): number =>
    items.reduce((sum, { kept }) => sum + kept.starts[page + 1]! - kept.starts[page]!, headingBytes(page));
  const cuts = cutBy(pages.count, PAGES_PART, bytesOf);
  for (const [number, first] of cuts.entries()) {
    const end = cuts[number + 1] ?? pages.count;
    const part = new PartWriter(build, partName('pages', number));
    for (const { name, kept } of items) {
      for (let page = first; page < end; page++) kept.open(page);
      part.numbers(`${name}.starts`, kept.starts, first, end + 1);
      part.bytes(name, kept.bytes, kept.starts[first]!, kept.starts[end]!);
    }
    part.numbers('text.body.samples.starts', sampleStarts, first, end + 1);
    part.numbers('text.body.samples', numbers('text.body.samples'), sampleStarts[first]!, sampleStarts[end]!);
    part.numbers('pages.path.starts', pathStarts, first, end + 1);
    part.bytes('pages.path', sections.bytes('pages.path'), pathStarts[first]!, pathStarts[end]!);
    part.numbers('headings.of-pages', headings.starts, first, end + 1);
    const [from, to] = [headings.starts[first]!, headings.starts[end]!];
    part.bytes('headings.depth', headings.depths, from, to);
    part.numbers('headings.position', headings.positions, from, to);
    part.numbers('headings.text.starts', headingStarts, from, to + 1);
    part.bytes('headings.text', sections.bytes('headings.text'), headingStarts[from]!, headingStarts[to]!);
    if (copies.count > 0) part.stringSpans('copies.paths', paths, listedCopies(copies, first, end));
    yield part.part();
  }
  return cuts;
}

/** The places of pages `[first, end)` and of the copies that their rows list. */
function listedCopies({ group, place, members }: Corpus['copies'], first: number, end: number): Ranges {
  const places: number[] = [];
  for (let page = first; page < end; page++) {
    if (group[page] === 0) continue;
    places.push(place[page]!);
    for (const copy of members(group[page]! - 1).subarray(0, MOST_LISTED + 1)) places.push(place[copy]!);
  }
  return rangesOf(places);
}

/** Writes the columns by page that few searches read. */
export function packColumns({ pages, links }: Corpus, sections: Sections, build: string): PackedPart {
  const part = new PartWriter(build, COLUMNS);
  for (const name of COLUMN_SECTIONS) part.numbers(name, sections.numbers(name));
  part.numbers(
    'site.links-in',
    Uint32Array.from({ length: pages.count }, (_, page) => links.countIncoming(page)),
  );
  return part.part();
}

/** Writes what ranking reads of pages: vectors, titles, lengths. @returns the first page of each part */
export function* packRanks(
  { pages, text }: Corpus,
  sections: Sections,
  build: string,
): Generator<PartWriter, number[]> {
  const { dimensions } = text.space;
  const vectors = sections.bytes('space.page-vectors');
  const lengths = sections.numbers('space.page-lengths');
  const titles = stringsOf(sections, 'pages.title');
  const cuts = cutBy(pages.count, RANKS_PART, () => dimensions + BYTES_OF_TITLE);
  for (const [number, first] of cuts.entries()) {
    const end = cuts[number + 1] ?? pages.count;
    const part = new PartWriter(build, partName('ranks', number));
    part.bytes('space.page-vectors', vectors, first * dimensions, end * dimensions);
    part.numbers('space.page-lengths', lengths, first, end);
    addCaptions(part, titles, sections, first, end);
    yield part;
  }
  return cuts;
}

/** Writes titles and lengths of pages, for questions that have no place in the space. @returns the first page of each part */
export function* packCaptions({ pages }: Corpus, sections: Sections, build: string): Generator<PackedPart, number[]> {
  const titles = stringsOf(sections, 'pages.title');
  const cuts = cutBy(pages.count, CAPTIONS_PART, () => BYTES_OF_TITLE);
  for (const [number, first] of cuts.entries()) {
    const part = new PartWriter(build, partName('captions', number));
    addCaptions(part, titles, sections, first, cuts[number + 1] ?? pages.count);
    yield part.part();
  }
  return cuts;
}

function addCaptions(part: PartWriter, titles: Strings, sections: Sections, first: number, end: number): void {
  part.stringSpans('pages.title', titles, [[first, end]]);
  for (const name of RANK_NUMBERS) part.numbers(name, sections.numbers(name), first, end);
}

/** Writes the names of pages by their hash. @returns the first hash of each part */
export function* packNames(sections: Sections, build: string): Generator<PackedPart, number[]> {
  const hashes = sections.numbers('names.hashes');
  const pages = sections.numbers('names.pages');
  const high = (at: number): number => hashes[2 * at]!;
  const cuts: number[] = [];
  for (let from = 0; from < pages.length; ) {
    let to = Math.min(from + NAMES_PART, pages.length);
    // The same hash is in one part.
    while (to < pages.length && high(to) === high(to - 1)) to++;
    const part = new PartWriter(build, partName('names', cuts.length));
    part.raw('names.hashes', hashes.subarray(2 * from, 2 * to));
    part.raw('names.pages', pages.subarray(from, to));
    yield part.part();
    cuts.push(high(from));
    from = to;
  }
  return cuts;
}
