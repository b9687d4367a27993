import { createHash } from 'node:crypto';
import { firstWhere } from '../corpus/artefact/number_lists.ts';
import { KeptItems } from '../corpus/artefact/packed_items.ts';
import type { Sections } from '../corpus/artefact/sections.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { CURATION_SECTION } from '../corpus/curation/curation_section.ts';
import { FIELDS } from '../corpus/index/fields.ts';
import { BLOCK, SINGLE } from '../corpus/index/posting_set.ts';
import {
  type Coding,
  cutsSection,
  encodeNumbers,
  type NumberedPart,
  ORDERS,
  PAGE_ITEMS,
  type PartHead,
  partName,
  TABLES,
  TITLE_FIELDS,
  TITLES,
} from './part_format.ts';
import { encodeStems, encodeStrings, type Strings } from './string_coding.ts';

/**
 * Bytes of a part before compression, about. Smaller parts make a search cheaper and the files more. A word may be part of many names in
 * code, so lists are read most.
 */
const LISTS_PART = 3000;
const WORDS_PART = 24_000;
const PAGES_PART = 24_000;
const VECTORS_PART = 8000;
const NAMES_PART = 400;
const PREFIXES_PART = 16_000;

/** Sections of bytes that every search reads. */
const TABLE_BYTES = [
  ...['text.stemmers', 'code.ends', 'copies.version'],
  ...['pages.language', 'pages.collection', 'pages.foreign'],
] as const;
/** The same of strings, with their starts. */
const TABLE_STRINGS = [
  ...['words', 'words.prefixes', 'code.parts', 'code.initials', 'pages.title'],
  ...['tags.slug', 'tags.title', 'languages', 'copies.paths', 'copies.versions'],
] as const;
/** The same of numbers. */
const TABLE_NUMBERS = [
  ...['text.all.starts', 'space.terms', 'words.terms', 'words.terms.starts', 'words.stemmers'],
  ...['tags.of-pages', 'tags.of-pages.starts', 'tags.pages', 'tags.pages.starts'],
  ...['code.words', 'code.ends.starts', 'code.parts.names', 'code.parts.names.starts'],
  ...['code.initials.names', 'code.initials.names.starts', 'pages.published', 'pages.updated'],
  ...['copies.groups', 'copies.groups.starts', 'copies.group', 'copies.place'],
  ...['text.title.weights', 'text.title.lengths', 'text.body.lengths'],
] as const;
/** Numbers of each of the owner's own fields, whose values are strings. */
const FIELD_NUMBERS = ['.of-pages', '.of-pages.starts', '.pages', '.pages.starts'] as const;

/** A part to write: its name and its content, not compressed. */
export interface PackedPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface PackedSearch {
  /** Identifies the parts and the program that reads them. */
  readonly build: string;
  /** One after the other, the tables last. */
  parts(): Generator<PackedPart>;
}

/**
 * Divides what a search reads of an artefact into parts.
 * @param sections of the same artefact
 * @param program the script that reads them
 */
export function packSearch(corpus: Corpus, sections: Sections, program: Uint8Array): PackedSearch {
  // The parts name the build, so they are made twice: once to be digested.
  const digest = createHash('sha256').update(program);
  for (const { name, bytes } of packAll(corpus, sections, '')) digest.update(`\n${name}\n`).update(bytes);
  const build = digest.digest('hex').slice(0, 16);
  return { build, parts: () => packAll(corpus, sections, build) };
}

function* packAll(corpus: Corpus, sections: Sections, build: string): Generator<PackedPart> {
  const tables = new PartWriter(build, TABLES);
  const cuts = (kind: NumberedPart, first: readonly number[]) =>
    tables.numbers(cutsSection(kind), Uint32Array.from(first));
  const lengths = lengthsOf(sections);
  cuts('lists', yield* packLists(corpus, build));
  cuts('words', yield* packWords(corpus, sections, build, lengths));
  yield packTitles(corpus, build);
  cuts('pages', yield* packPages(corpus, sections, build));
  cuts('names', yield* packNames(sections, build));
  cuts('prefixes', yield* packPrefixes(corpus, sections, build));
  const orders = new PartWriter(build, ORDERS);
  for (const name of ['pages.newest-first', 'pages.last-updated-first', 'pages.by-title'])
    orders.numbers(name, sections.numbers(name));
  yield orders.part();
  cuts('vectors', yield* packVectors(corpus, sections, build));
  writeTables(tables, corpus, sections);
  yield tables.part(lengths);
}

function writeTables(tables: PartWriter, corpus: Corpus, sections: Sections): void {
  tables.bytes('manifest', Buffer.from(JSON.stringify(publicManifest(corpus))));
  for (const name of TABLE_BYTES) tables.bytes(name, sections.bytes(name));
  for (const name of TABLE_NUMBERS) tables.numbers(name, sections.numbers(name));
  for (const name of TABLE_STRINGS) tables.strings(name, stringsOf(sections, name));
  corpus.fields.forEach((_, field) => {
    tables.strings(`fields.${field}`, stringsOf(sections, `fields.${field}`));
    for (const ending of FIELD_NUMBERS)
      tables.numbers(`fields.${field}${ending}`, sections.numbers(`fields.${field}${ending}`));
  });
  if (sections.has(CURATION_SECTION)) tables.bytes(CURATION_SECTION, sections.bytes(CURATION_SECTION));
  const { text, links, pages } = corpus;
  const { starts } = text.fields.title;
  const terms = text.vocabulary.count;
  const ofWords = { terms: corpus.words.terms, starts: corpus.words.termStarts };
  const stems = encodeStems(stringsOf(sections, 'terms'), stringsOf(sections, 'words'), ofWords);
  tables.numbers('stems.cuts', stems.cuts);
  tables.strings('stems.ends', stems.ends);
  tables.numbers(
    'terms.in-titles',
    Uint32Array.from({ length: terms }, (_, term) => starts[term + 1]! - starts[term]!),
  );
  tables.numbers('terms.held-on', heldOn(corpus));
  tables.numbers(
    'site.links-in',
    Uint32Array.from({ length: pages.count }, (_, page) => links.countIncoming(page)),
  );
}

function stringsOf(sections: Sections, name: string): Strings {
  return { bytes: sections.bytes(name), starts: sections.numbers(`${name}.starts`) };
}

/** What a reader's browser may know of the settings: not what the owner's configuration says of a server. */
function publicManifest({ settings, stamps, analyser, pages }: Corpus) {
  const { origin, title, description, language, collections, fields = [] } = settings;
  const shown = { origin, title, description, language, collections, fields, tools: [], publicOrigin: null };
  return { settings: shown, stamps, analyser, pages: pages.count };
}

/** By term: bit i when a page of the site's stemmer i holds it. */
function heldOn({ text }: Corpus): Uint32Array {
  const { starts, pages } = text.all;
  return Uint32Array.from({ length: starts.length - 1 }, (_, term) => {
    let on = 0;
    for (let i = starts[term]!; i < starts[term + 1]!; i++) on |= 1 << text.stemmers[pages[i]!]!;
    return on >>> 0;
  });
}

/**
 * Writes the postings of terms, and their vectors.
 * @param lengths by section; receives those of the lists of positions
 * @returns the first term of each part
 */
function* packWords(
  corpus: Corpus,
  sections: Sections,
  build: string,
  lengths: Record<string, number>,
): Generator<PackedPart, number[]> {
  const { fields, vocabulary, space } = corpus.text;
  const ofSpace = sections.numbers('space.terms');
  const vectors = sections.bytes('space.term-vectors');
  const scales = sections.numbers('space.term-scales');
  const bytesOf = (term: number): number => {
    const ofFields = FIELDS.map((name) => {
      const { starts } = fields[name];
      const [from, to] = [starts[term]!, starts[term + 1]!];
      return 3 * (to - from) + listBytes(fields[name], from, to);
    });
    return ofFields.reduce((sum, bytes) => sum + bytes, 8);
  };
  const cuts = cutBy(vocabulary.count, WORDS_PART, bytesOf);
  for (const [number, first] of cuts.entries()) {
    const end = cuts[number + 1] ?? vocabulary.count;
    const part = new PartWriter(build, partName('words', number));
    for (const name of FIELDS) {
      const set = fields[name];
      part.numbers(`text.${name}.starts`, set.starts, first, end + 1);
      const [from, to] = addPostings(part, `text.${name}`, set, first, end);
      const at = lengths[`text.${name}.positions`]!;
      const { places, lists, end: next } = layOutLists(set, from, to, at);
      part.places(`text.${name}.places`, places, from);
      part.bytesAt(`text.${name}.positions`, lists, at);
      lengths[`text.${name}.positions`] = next;
    }
    const [from, to] = [first, end].map((term) => firstWhere(0, ofSpace.length, (at) => ofSpace[at]! >= term)) as [
      number,
      number,
    ];
    part.bytes('space.term-vectors', vectors, from * space.dimensions, to * space.dimensions);
    part.numbers('space.term-scales', scales, from, to);
    yield part.part();
  }
  return cuts;
}

/** Adds what postings of the terms `[first, end)` have in common. @returns the postings, as `[from, to)` */
function addPostings(
  part: PartWriter,
  name: string,
  { starts, pages, impacts, maxima }: Corpus['text']['all'],
  first: number,
  end: number,
): readonly [from: number, to: number] {
  const [from, to] = [starts[first]!, starts[end]!];
  part.numbers(`${name}.pages`, pages, from, to);
  part.bytes(`${name}.impacts`, impacts, from, to);
  part.bytes(`${name}.maxima`, maxima, Math.floor(from / BLOCK), Math.ceil(to / BLOCK));
  return [from, to];
}

/** Writes the pages of terms. @returns the first term of each part */
function* packLists({ text }: Corpus, build: string): Generator<PackedPart, number[]> {
  const { all, vocabulary } = text;
  const cuts = cutBy(vocabulary.count, LISTS_PART, (term) => 2 * (all.starts[term + 1]! - all.starts[term]!));
  for (const [number, first] of cuts.entries()) {
    const part = new PartWriter(build, partName('lists', number));
    addPostings(part, 'text.all', all, first, cuts[number + 1] ?? vocabulary.count);
    yield part.part();
  }
  return cuts;
}

/** Writes the vectors of pages. @returns the first page of each part */
function* packVectors({ pages, text }: Corpus, sections: Sections, build: string): Generator<PackedPart, number[]> {
  const { dimensions } = text.space;
  if (dimensions === 0) return [];
  const vectors = sections.bytes('space.page-vectors');
  const lengths = sections.numbers('space.page-lengths');
  const cuts = cutBy(pages.count, VECTORS_PART, () => dimensions + 2);
  for (const [number, first] of cuts.entries()) {
    const end = cuts[number + 1] ?? pages.count;
    const part = new PartWriter(build, partName('vectors', number));
    part.bytes('space.page-vectors', vectors, first * dimensions, end * dimensions);
    part.numbers('space.page-lengths', lengths, first, end);
    yield part.part();
  }
  return cuts;
}

function packTitles({ text }: Corpus, build: string): PackedPart {
  const part = new PartWriter(build, TITLES);
  for (const name of TITLE_FIELDS) {
    const set = text.fields[name];
    const { places, lists } = layOutLists(set, 0, set.pages.length, 0);
    part.numbers(`text.${name}.starts`, set.starts);
    part.numbers(`text.${name}.pages`, set.pages);
    part.bytes(`text.${name}.impacts`, set.impacts);
    part.bytes(`text.${name}.maxima`, set.maxima);
    part.places(`text.${name}.places`, places, 0);
    part.bytesAt(`text.${name}.positions`, lists, 0);
  }
  return part.part();
}

type Positioned = Corpus['text']['fields'][(typeof FIELDS)[number]];

/**
 * The positions of some postings. Postings may share a list; in parts each has its own, in their order.
 * @param at where the first list begins
 */
function layOutLists({ places, positions }: Positioned, from: number, to: number, at: number) {
  const lists: Uint8Array[] = [];
  let end = at;
  const moved = places.slice(from, to).map((place) => {
    if (place >= SINGLE) return place;
    const list = positions.subarray(place, endOfList(positions, place));
    lists.push(list);
    end += list.length;
    return end - list.length;
  });
  return { places: moved, lists: Buffer.concat(lists), end };
}

/** A list is its length, then as many steps, as varints. */
function endOfList(positions: Uint8Array, place: number): number {
  let at = place;
  let count = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = positions[at++]!;
    count |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  for (; count > 0; count--) while (positions[at++]! > 0x7f);
  return at;
}

/** Bytes of the lists of positions of some postings. */
function listBytes({ places, positions }: Positioned, from: number, to: number): number {
  let bytes = 0;
  for (let i = from; i < to; i++) if (places[i]! < SINGLE) bytes += endOfList(positions, places[i]!) - places[i]!;
  return bytes;
}

/** Writes what rows show of pages. @returns the first page of each part */
function* packPages(corpus: Corpus, sections: Sections, build: string): Generator<PackedPart, number[]> {
  const { pages, headings } = corpus;
  const items = PAGE_ITEMS.map((name) => ({ name, kept: new KeptItems(sections, name) }));
  const numbers = (name: string) => sections.numbers(name);
  const headingStarts = numbers('headings.text.starts');
  const sampleStarts = numbers('text.body.samples.starts');
  const pathStarts = numbers('pages.path.starts');
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
    yield part.part();
  }
  return cuts;
}

/** Writes the names of pages by their hash. @returns the first hash of each part */
function* packNames(sections: Sections, build: string): Generator<PackedPart, number[]> {
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

/** Writes the pages of prefixes. @returns the first prefix of each part */
function* packPrefixes({ pages }: Corpus, sections: Sections, build: string): Generator<PackedPart, number[]> {
  const held = sections.bytes('words.prefixes.pages');
  const width = 4 * Math.ceil(pages.count / 32);
  const cuts = cutBy(width === 0 ? 0 : held.length / width, PREFIXES_PART, () => width);
  for (const [number, first] of cuts.entries()) {
    const part = new PartWriter(build, partName('prefixes', number));
    part.bytes(
      'words.prefixes.pages',
      held,
      first * width,
      cuts[number + 1] === undefined ? held.length : cuts[number + 1]! * width,
    );
    yield part.part();
  }
  return cuts;
}

/** The first of the items of each part: a part ends where it has as many bytes. */
function cutBy(count: number, most: number, bytesOf: (item: number) => number): number[] {
  const cuts: number[] = [];
  let bytes = most;
  for (let item = 0; item < count; item++) {
    const own = bytesOf(item);
    if (bytes + own > most) {
      cuts.push(item);
      bytes = 0;
    }
    bytes += own;
  }
  return cuts;
}

/** Sections of which parts have slices. */
function lengthsOf(sections: Sections): Record<string, number> {
  const posted = (name: string) => ['pages', 'impacts', 'maxima'].map((member) => `${name}.${member}`);
  const ofFields = FIELDS.flatMap((name) => [
    ...[`text.${name}.starts`, `text.${name}.places`],
    ...posted(`text.${name}`),
  ]);
  const names = [
    ...posted('text.all'),
    ...ofFields,
    ...['space.term-vectors', 'space.term-scales', 'space.page-vectors', 'space.page-lengths'],
    ...PAGE_ITEMS.map((name) => `${name}.starts`),
    ...['text.body.samples', 'text.body.samples.starts', 'pages.path', 'pages.path.starts', 'words.prefixes.pages'],
    ...['headings.of-pages', 'headings.depth', 'headings.position', 'headings.text', 'headings.text.starts'],
    ...['pages.newest-first', 'pages.last-updated-first', 'pages.by-title'],
  ];
  const items = PAGE_ITEMS.map((name) => [name, sections.place(name).totals!.kept]);
  const lists = FIELDS.map((name) => [`text.${name}.positions`, 0]);
  const whole = names.map((name) => [name, sections.place(name).length]);
  return Object.fromEntries([...whole, ...items, ...lists]) as Record<string, number>;
}

class PartWriter {
  readonly #build: string;
  readonly #name: string;
  readonly #slices: [string, Coding, number, number][] = [];
  readonly #data: Uint8Array[] = [];

  constructor(build: string, name: string) {
    this.#build = build;
    this.#name = name;
  }

  bytes(section: string, bytes: Uint8Array, from = 0, to = bytes.length): void {
    this.#add(section, 'bytes', from, to - from, bytes.subarray(from, to));
  }

  /** Bytes that have their place at `from`. */
  bytesAt(section: string, bytes: Uint8Array, from: number): void {
    this.#add(section, 'bytes', from, bytes.length, bytes);
  }

  numbers(section: string, numbers: Uint32Array, from = 0, to = numbers.length): void {
    this.#add(section, 'steps', from, to - from, encodeNumbers(numbers.subarray(from, to), 'steps'));
  }

  /** The places of postings from `from` on. */
  places(section: string, places: Uint32Array, from: number): void {
    this.#add(section, 'places', from, places.length, encodeNumbers(places, 'places'));
  }

  /** A whole list of strings. */
  strings(section: string, strings: Strings): void {
    this.#add(section, 'strings', 0, strings.starts.length - 1, encodeStrings(strings));
  }

  /** Numbers without order, such as hashes: as their bytes. */
  raw(section: string, { buffer, byteOffset, byteLength }: Uint32Array): void {
    this.#add(section, 'bytes', 0, byteLength, new Uint8Array(buffer, byteOffset, byteLength));
  }

  part(lengths?: Record<string, number>): PackedPart {
    const facts: PartHead = { build: this.#build, part: this.#name, slices: this.#slices, ...(lengths && { lengths }) };
    const head = Buffer.from(JSON.stringify(facts));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    return { name: this.#name, bytes: Buffer.concat([length, head, ...this.#data]) };
  }

  #add(section: string, coding: Coding, from: number, count: number, data: Uint8Array): void {
    if (count === 0 && coding !== 'strings') return;
    this.#slices.push([section, coding, from, count]);
    this.#data.push(data);
  }
}
