import { createHash } from 'node:crypto';
import { Sections } from '../corpus/artefact/sections.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { FIELDS } from '../corpus/index/fields.ts';
import type { LoadedCorpus } from '../corpus/load_artefact.ts';
import { packCodeParts, packInitials } from './pack_code_names.ts';
import { EntryWriter, firstsOf, packDictionary, packTails, tailsOf } from './pack_dictionary.ts';
import { packCaptions, packColumns, packNames, packPages, packRanks } from './pack_pages.ts';
import { writeTables } from './pack_tables.ts';
import { packLists, packTitles, packWords } from './pack_words.ts';
import {
  CODE_CUTS,
  cutsSection,
  firstsSection,
  type NumberedPart,
  PAGE_ITEMS,
  partName,
  RANK_NUMBERS,
  SPACE_CUTS,
  TABLES,
  TERM_CUTS,
} from './part_format.ts';
import { cutBy, type PackedPart, PartWriter } from './part_writer.ts';
import { type Strings, stringsOf } from './string_coding.ts';

/** Bytes of a part before compression, about. */
const PREFIXES_PART = 16_000;
/** Most bytes of all parts of a kind that are in the tables, before compression. */
const MOST_INCLUDED = 48_000;

export interface PackedSearch {
  /** Identifies the parts and the program that reads them. */
  readonly build: string;
  /** Bytes that a reader's browser reserves for all parts. */
  readonly reserved: number;
  /** One after the other, the tables last. */
  parts(): Generator<PackedPart>;
}

/** Divides what a search reads of an artefact into parts. @param program the script that reads them */
export function packSearch(corpus: LoadedCorpus, program: Uint8Array): PackedSearch {
  const sections = new Sections(corpus.shared);
  const made = { tails: tailsOf(corpus), entries: new EntryWriter(corpus, sections) };
  // The parts name the build, so they are made twice: once to be digested.
  const digest = createHash('sha256').update(program);
  const all = packAll(corpus, sections, made, '');
  let next = all.next();
  for (; !next.done; next = all.next()) digest.update(`\n${next.value.name}\n`).update(next.value.bytes);
  const build = digest.digest('hex').slice(0, 16);
  const reserved = Object.values(next.value).reduce((sum, length) => sum + length, 0);
  return { build, reserved, parts: () => packAll(corpus, sections, made, build) };
}

/** @returns the length of each section that parts have slices of */
function* packAll(
  corpus: Corpus,
  sections: Sections,
  { tails, entries }: { readonly tails: Strings; readonly entries: EntryWriter },
  build: string,
): Generator<PackedPart, Readonly<Record<string, number>>> {
  const tables = new PartWriter(build, TABLES);
  const cuts = (kind: NumberedPart, first: readonly number[]) =>
    tables.numbers(cutsSection(kind), Uint32Array.from(first));
  const lengths = {
    ...lengthsOf(corpus, sections),
    tails: tails.bytes.length,
    'tails.starts': tails.starts.byteLength,
  };
  const firsts = (kind: Parameters<typeof firstsSection>[0], strings: Strings, first: readonly number[]) =>
    tables.strings(firstsSection(kind), firstsOf(strings, first));
  const { words, terms, space, code } = yield* includeSmall(tables, packDictionary(corpus, sections, entries, build));
  cuts('dictionary', words);
  firsts('dictionary', stringsOf(sections, 'words'), words);
  tables.numbers(TERM_CUTS, Uint32Array.from(terms));
  firsts('terms', stringsOf(sections, 'terms'), terms);
  tables.numbers(SPACE_CUTS, Uint32Array.from(space));
  tables.numbers(CODE_CUTS, Uint32Array.from(code));
  const ofTails = yield* packTails(tails, build);
  cuts('tails', ofTails);
  firsts('tails', tails, ofTails);
  cuts('lists', yield* packLists(corpus, build));
  cuts('words', yield* packWords(corpus, sections, build, lengths));
  yield packTitles(corpus, build);
  cuts('pages', yield* packPages(corpus, sections, build));
  cuts('names', yield* packNames(sections, build));
  cuts('prefixes', yield* packPrefixes(corpus, sections, build));
  const ofCode = yield* packCodeParts(corpus, sections, entries, build);
  cuts('code', ofCode);
  firsts('code', stringsOf(sections, 'code.parts'), ofCode);
  yield packInitials(sections, build);
  yield packColumns(corpus, sections, build);
  cuts('ranks', yield* includeSmall(tables, packRanks(corpus, sections, build)));
  if (!tables.includes(partName('ranks', 0))) cuts('captions', yield* packCaptions(corpus, sections, build));
  writeTables(tables, corpus, sections);
  yield tables.part(lengths);
  return lengths;
}

/** Puts parts into the tables that are small together: on small sites, a round of requests takes longer than their bytes. */
function* includeSmall<Cuts>(tables: PartWriter, parts: Generator<PartWriter, Cuts>): Generator<PackedPart, Cuts> {
  const all: PartWriter[] = [];
  let next = parts.next();
  for (; !next.done; next = parts.next()) all.push(next.value);
  if (all.reduce((sum, { length }) => sum + length, 0) <= MOST_INCLUDED) for (const part of all) tables.include(part);
  else for (const part of all) yield part.part();
  return next.value;
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

/** Sections of which parts have slices. */
function lengthsOf({ text }: Corpus, sections: Sections): Record<string, number> {
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
    ...['words', 'words.starts', 'words.terms', 'words.stemmers', 'terms', 'terms.starts', 'text.all.starts'],
    ...['space.terms', 'code.words', 'code.ends', 'code.ends.starts'],
    ...['code.parts', 'code.parts.starts', 'code.parts.names', 'code.parts.names.starts'],
    ...['pages.title', 'pages.title.starts', 'copies.paths', 'copies.paths.starts', ...RANK_NUMBERS],
  ];
  const items = PAGE_ITEMS.map((name) => [name, sections.place(name).totals!.kept]);
  const lists = FIELDS.map((name) => [`text.${name}.positions`, 0]);
  const whole = names.map((name) => [name, sections.place(name).length]);
  const ofTerms = ['terms.rarity', 'terms.in-titles', 'terms.held-on'].map((name) => [name, 4 * text.vocabulary.count]);
  return Object.fromEntries([...whole, ...items, ...lists, ...ofTerms]) as Record<string, number>;
}
