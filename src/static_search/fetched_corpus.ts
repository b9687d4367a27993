import type { Manifest } from '../corpus/artefact/manifest.ts';
import { StringList } from '../corpus/artefact/string_list.ts';
import type { Corpus, LinkGraph, PageTable } from '../corpus/corpus.ts';
import { CURATION_SECTION } from '../corpus/curation/curation_section.ts';
import type { CurationTable } from '../corpus/curation/curation_table.ts';
import { NameIndex } from '../corpus/index/name_index.ts';
import type { PostingList } from '../corpus/index/posting_set.ts';
import { rarity } from '../corpus/index/ranking.ts';
import { readTextIndex, type TextIndex } from '../corpus/index/text_index.ts';
import { hashTerms } from '../corpus/index/vocabulary.ts';
import { lazily } from '../corpus/lazily.ts';
import { readHeadings } from '../corpus/tables/heading_table.ts';
import { readCopies } from '../corpus/tables/page_copies.ts';
import { readFields, readTags } from '../corpus/tables/page_lists.ts';
import { EMPTY_ROW, readPages } from '../corpus/tables/page_table.ts';
import { type CodeNames, placesOf, readCodeNames } from '../corpus/words/code_names.ts';
import { readWords, type WordList } from '../corpus/words/word_list.ts';
import type { FetchedParts } from './fetched_parts.ts';
import { type COLUMN_SECTIONS, COLUMNS, INITIALS, TITLE_FIELDS, TITLES } from './part_format.ts';
import { decodeStems, stringsOf } from './string_coding.ts';

/** Takes the place of a list that was not fetched yet. */
const NO_LIST: PostingList = {
  ...{ pages: new Uint32Array(), impacts: new Uint8Array(), set: null, from: 0, to: 0, rarity: 1 },
};

const NO_ROW = Buffer.from(EMPTY_ROW);

/**
 * Opens what was fetched of an artefact as a read model for searches. What a search needs and is not there is recorded, and a run that
 * cannot go on without it throws `Missed`.
 * @param parts with their tables
 */
export function openFetchedCorpus(parts: FetchedParts): Corpus {
  const { settings, stamps, analyser, pages: count } = parts.json('manifest') as Manifest;
  addTerms(parts, count);
  const pages = openPages(parts, count);
  const listed = new Set<number>();
  const text = openText(parts, listed);
  const curation = parts.has(CURATION_SECTION) ? (parts.json(CURATION_SECTION) as CurationTable) : null;
  const words = openWords(parts, count);
  const links = {
    countIncoming(page) {
      parts.require(COLUMNS);
      return parts.numbers('site.links-in')[page]!;
    },
  } as Partial<LinkGraph> as LinkGraph;
  // Searches ask for no other members.
  return {
    ...{ settings, stamps, analyser, pages, text, links },
    tags: readTags(parts),
    copies: readCopies(parts),
    fields: readFields(parts, settings.fields ?? []),
    words,
    codeNames: openCodeNames(parts, words, listed),
    curation: () => curation,
    headings: readHeadings(parts),
  } as Partial<Corpus> as Corpus;
}

/** Makes what follows from the tables: the terms from the words, their hash table and their rarity. */
function addTerms(parts: FetchedParts, pages: number): void {
  const postings = parts.numbers('text.all.starts');
  const stems = { cuts: parts.numbers('stems.cuts'), ends: stringsOf(parts, 'stems.ends') };
  const ofWords = { terms: parts.numbers('words.terms'), starts: parts.numbers('words.terms.starts') };
  const { bytes, starts } = decodeStems(stems, stringsOf(parts, 'words'), ofWords, postings.length - 1);
  parts.setBytes('terms', bytes);
  parts.set('terms.starts', starts);
  const terms = new StringList(parts, 'terms');
  parts.set(
    'terms.slots',
    hashTerms(terms.count, (term) => terms.get(term)),
  );
  parts.set(
    'terms.rarity',
    Uint32Array.from({ length: terms.count }, (_, term) => rarity(pages, postings[term + 1]! - postings[term]!)),
  );
}

function openPages(parts: FetchedParts, count: number): PageTable {
  const pages = readPages(parts, count);
  const isThere = (page: number): boolean => parts.needs(parts.partOf('pages', page));
  const column = (name: (typeof COLUMN_SECTIONS)[number]) => ({
    get() {
      parts.require(COLUMNS);
      return parts.numbers(name);
    },
  });
  return Object.create(pages, {
    newestFirst: column('pages.newest-first'),
    lastUpdatedFirst: column('pages.last-updated-first'),
    byTitle: column('pages.by-title'),
    published: column('pages.published'),
    updated: column('pages.updated'),
    // Some of the pages may be there and others not: a search that reads them asks for all of them at once.
    path: { value: (page: number) => (isThere(page) ? pages.path(page) : '') },
    title: { value: (page: number) => (isThere(page) ? pages.title(page) : '') },
    row: { value: (page: number) => (isThere(page) ? pages.row(page) : NO_ROW) },
  }) as PageTable;
}

function openWords(parts: FetchedParts, pages: number): WordList {
  const words = readWords(parts, pages);
  const prefixes = lazily(() => new StringList(parts, 'words.prefixes'));
  return Object.create(words, {
    pagesOfPrefix: {
      value(prefix: string) {
        const number = prefixes().search(prefix);
        if (number < 0) return null;
        parts.require(parts.partOf('prefixes', number));
        return words.pagesOfPrefix(prefix);
      },
    },
  }) as WordList;
}

/** @param listed receives the terms of the names that were found, whose lists came with them */
function openCodeNames(parts: FetchedParts, { terms, termStarts }: WordList, listed: Set<number>): CodeNames {
  const names = readCodeNames(parts);
  const keys = new StringList(parts, 'code.parts');
  return {
    endsOf: names.endsOf,
    withPart(term, open) {
      for (const place of placesOf(keys, term, open)) parts.needs(parts.partOf('code', place));
      parts.requireAll();
      const found = names.withPart(term, open);
      for (const word of found) for (let i = termStarts[word]!; i < termStarts[word + 1]!; i++) listed.add(terms[i]!);
      return found;
    },
    withInitials(initials, open) {
      parts.requireAll();
      parts.require(INITIALS);
      return names.withInitials(initials, open);
    },
  };
}

/** @param listed terms whose lists are there with another part */
function openText(parts: FetchedParts, listed: ReadonlySet<number>): TextIndex {
  const text = readTextIndex(parts);
  const inTitles = parts.numbers('terms.in-titles');
  const held = parts.numbers('terms.held-on');
  const own: Partial<{ -readonly [Name in keyof TextIndex]: TextIndex[Name] }> = {
    postings(field, term, whole) {
      if (field === 'all' && listed.has(term)) return text.postings(field, term, whole);
      // A short prefix reads the titles with each of its words.
      const isOfTitles = whole && TITLE_FIELDS.some((name) => name === field);
      const part = isOfTitles ? TITLES : parts.partOf(field === 'all' ? 'lists' : 'words', term);
      return parts.needs(part) ? text.postings(field, term, whole) : NO_LIST;
    },
    names: { find: (key) => findNames(parts, key) },
    space: openSpace(parts, text),
    rarityInTitles: (term) => rarity(text.stemmers.length, inTitles[term]!),
    isHeld: (term, on) => (held[term]! & on) !== 0,
    costOfHeld: () => 1,
    prefetch(pages, { shown }) {
      if (shown) for (const page of pages) parts.needs(parts.partOf('pages', page));
      parts.requireAll();
    },
  };
  const members = Object.entries(own).map(([name, value]) => [name, { value }]);
  return Object.create(text, Object.fromEntries(members) as PropertyDescriptorMap) as TextIndex;
}

function findNames(parts: FetchedParts, key: string): ReturnType<NameIndex['find']> {
  if (key === '' || parts.numbers('parts.names').length === 0) return [];
  const number = parts.placeOf('names', NameIndex.highHash(key));
  if (!parts.needs(`names-${number}`)) return [];
  const sections = parts.names.get(number)!;
  return new NameIndex({
    numbers: (name) => new Uint32Array(sections.get(name)!.buffer),
  }).find(key);
}

function openSpace(parts: FetchedParts, text: TextIndex): TextIndex['space'] {
  const { space } = text;
  return {
    dimensions: space.dimensions,
    addTerm(term, weight, into) {
      if (parts.needs(parts.partOf('words', term))) space.addTerm(term, weight, into);
    },
    cosines(vector, pages, into) {
      for (const page of pages) parts.needs(parts.partOf('vectors', page));
      return space.cosines(vector, pages, into);
    },
    page(page) {
      parts.needs(parts.partOf('vectors', page));
      return space.page(page);
    },
    withPages: (pages) => space.withPages(pages),
  };
}
