import type { Manifest } from '../corpus/artefact/manifest.ts';
import type { Corpus, LinkGraph, PageCopies, PageTable } from '../corpus/corpus.ts';
import { CURATION_SECTION } from '../corpus/curation/curation_section.ts';
import type { CurationTable } from '../corpus/curation/curation_table.ts';
import { NameIndex } from '../corpus/index/name_index.ts';
import type { PostingList } from '../corpus/index/posting_set.ts';
import { rarity } from '../corpus/index/ranking.ts';
import { readTextIndex, type TextIndex } from '../corpus/index/text_index.ts';
import { readHeadings } from '../corpus/tables/heading_table.ts';
import { readCopies } from '../corpus/tables/page_copies.ts';
import { readFields, readTags } from '../corpus/tables/page_lists.ts';
import { EMPTY_ROW, readPages } from '../corpus/tables/page_table.ts';
import { type FetchedDictionary, openFetchedDictionary } from './fetched_dictionary.ts';
import type { FetchedParts } from './fetched_parts.ts';
import { type COLUMN_SECTIONS, COLUMNS, TITLE_FIELDS, TITLES } from './part_format.ts';
import { ShownTexts } from './shown_texts.ts';

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
  const pages = openPages(parts, count);
  const dictionary = openFetchedDictionary(parts, count);
  const text = openText(parts, pages, dictionary);
  const curation = parts.has(CURATION_SECTION) ? (parts.json(CURATION_SECTION) as CurationTable) : null;
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
    copies: openCopies(parts),
    fields: readFields(parts, settings.fields ?? []),
    words: dictionary.words,
    codeNames: dictionary.codeNames,
    curation: () => curation,
    headings: readHeadings(parts),
  } as Partial<Corpus> as Corpus;
}

function openPages(parts: FetchedParts, count: number): PageTable {
  const pages = readPages(parts, count);
  const isThere = (page: number): boolean => parts.needs(parts.partOf('pages', page));
  const isRanked = (page: number): boolean => hasCaption(parts, page);
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
    titleWords: { value: (page: number) => (isRanked(page) ? pages.titleWords(page) : '') },
    titleShare: {
      value: (page: number, words: Uint8Array, inside: boolean) =>
        isRanked(page) ? pages.titleShare(page, words, inside) : 0,
    },
    row: { value: (page: number) => (isThere(page) ? pages.row(page) : NO_ROW) },
  }) as PageTable;
}

/** Whether the title and the lengths of a page are there, with its vector or without. */
function hasCaption(parts: FetchedParts, page: number): boolean {
  return parts.isThere(parts.partOf('ranks', page)) || parts.needs(parts.partOf('captions', page));
}

/** The paths of the copies that a row lists are with what it shows. */
function openCopies(parts: FetchedParts): PageCopies {
  const copies = readCopies(parts);
  const pages = parts.numbers('copies.groups');
  const isThere = new Uint8Array(pages.length);
  parts.whenPlaced('copies.paths', (from, to) => isThere.fill(1, from, to));
  return Object.create(copies, {
    path: {
      value(place: number) {
        if (isThere[place] === 0) parts.needs(parts.partOf('pages', pages[place]!));
        return isThere[place] === 0 ? '' : copies.path(place);
      },
    },
  }) as PageCopies;
}

function openText(parts: FetchedParts, pages: PageTable, dictionary: FetchedDictionary): TextIndex {
  const text = readTextIndex(parts);
  const inTitles = parts.numbers('terms.in-titles');
  const held = parts.numbers('terms.held-on');
  const { vocabulary, listed } = dictionary;
  const shownTexts = new ShownTexts(pages, text.bodies);
  let isShowing = false;
  const own: Partial<{ -readonly [Name in keyof TextIndex]: TextIndex[Name] }> = {
    vocabulary,
    postings(field, term, whole) {
      if (field === 'all' && listed.has(term)) return text.postings(field, term, whole);
      // Rows read no whole lists of fields: something searches again.
      if (whole && field !== 'all') isShowing = false;
      // A short prefix reads the titles with each of its words.
      const isOfTitles = whole && TITLE_FIELDS.some((name) => name === field);
      const part = isOfTitles ? TITLES : parts.partOf(field === 'all' ? 'lists' : 'words', term);
      if ((field === 'body' || field === 'title') && isShowing && !whole && !parts.isThere(part)) {
        const list = shownTexts.list(field, vocabulary.term(term), text.rarity[term]!);
        if (list !== null) return list;
      }
      return parts.needs(part) ? text.postings(field, term, whole) : NO_LIST;
    },
    names: { find: (key) => findNames(parts, key) },
    space: openSpace(parts, text, dictionary),
    rarityInTitles: (term) => rarity(text.stemmers.length, inTitles[term]!),
    isHeld: (term, on) => (held[term]! & on) !== 0,
    costOfHeld: () => 1,
    prefetch(pages, { words, space = false, marks = false, shown }) {
      isShowing = false;
      // Rows that are shown read no captions: their titles are in their pages.
      if (words && !shown)
        for (const page of pages) space ? parts.needs(parts.partOf('ranks', page)) : hasCaption(parts, page);
      const isShown = marks || shown;
      if (isShown) for (const page of pages) parts.needs(parts.partOf('pages', page));
      if (words || isShown) parts.requireAll();
      isShowing = isShown;
      if (isShown) shownTexts.show(pages);
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

function openSpace(parts: FetchedParts, text: TextIndex, { needsTerm }: FetchedDictionary): TextIndex['space'] {
  const { space } = text;
  return {
    dimensions: space.dimensions,
    addTerm(term, weight, into) {
      if (needsTerm(term) && parts.needs(parts.partOf('words', term))) space.addTerm(term, weight, into);
    },
    cosines(vector, pages, into) {
      for (const page of pages) parts.needs(parts.partOf('ranks', page));
      return space.cosines(vector, pages, into);
    },
    page(page) {
      parts.needs(parts.partOf('ranks', page));
      return space.page(page);
    },
    withPages: (pages) => space.withPages(pages),
  };
}
