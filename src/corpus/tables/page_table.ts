import { byCodePoint } from '../../text/by_code_point.ts';
import { encodePath } from '../../text/encode_path.ts';
import { wordsOfText } from '../analysis/words_of_text.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { firstWhere, numbersOf } from '../artefact/number_lists.ts';
import { KeptItems, PackedItems, type Packing, packItems } from '../artefact/packed_items.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { PageTable, SiteSettings } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';
import { lazily, withLazy } from '../lazily.ts';
import { compareLists, sortAgain } from '../list_change.ts';
import { RebakeCache } from '../rebake_cache.ts';

/** The packed data of a page. */
export interface PackedPage {
  readonly slug: string;
  readonly row: Uint8Array;
  readonly reference: Uint8Array;
  /** The title as `wordsOfText` reads it. */
  readonly title: string;
  /** `dayNumber` of its dates. */
  readonly published: number;
  readonly updated: number;
}

/** Takes the place of the row of a page that is not there yet. */
export const EMPTY_ROW =
  '{"path":"","canonical":"","title":"","description":"","indexing":"","collection":null,"slug":"","aliases":[],"tags":[],"published":null,"updated":null,"language":"","markdown":"","fields":{}';

/** What pages are sorted by. */
type SortKeys = Pick<PackedPage, 'slug' | 'title' | 'published' | 'updated'>;

/** Orders of pages, with their sort keys. */
export interface Orders {
  readonly packed: readonly SortKeys[];
  readonly bySlug: Uint32Array;
  readonly newestFirst: Uint32Array;
  readonly lastUpdatedFirst: Uint32Array;
  readonly byTitle: Uint32Array;
}

const NO_ORDERS: Orders = {
  packed: [],
  ...{ bySlug: new Uint32Array(0), newestFirst: new Uint32Array(0) },
  ...{ lastUpdatedFirst: new Uint32Array(0), byTitle: new Uint32Array(0) },
};

/**
 * @param pages sorted by path
 * @param titles of tags by slug
 * @param cache of pages that were packed before with the same settings; is updated
 */
export function packPages(
  pages: readonly CorpusPage[],
  titles: ReadonlyMap<string, string>,
  settings: SiteSettings,
  packing: Packing,
  cache = new RebakeCache(),
): NamedSection[] {
  const packed = pages.map((page) =>
    cache.recall('rows', page.body, [page, titles], () =>
      cache.recall('rows of facts', page.body, inputsOf(page, titles), () => packPage(page, titles, settings)),
    ),
  );
  const orders = cache.renew<Orders>('orders', (last) => orderPages(packed, last ?? undefined));
  const items = (name: 'row' | 'reference') => packed.map((page) => page[name]);
  const markdown = pages.flatMap(({ markdown, source = markdown }) => [markdown, sourceOf(source, markdown)]);
  return [
    ...packStrings(
      'pages.path',
      pages.map(({ path }) => path),
    ),
    ['pages.by-slug', orders.bySlug],
    ...packFacts(pages, orders, settings),
    ...packItems('pages.row', 'kept', items('row'), packing),
    ...packItems('pages.reference', 'kept', items('reference'), packing),
    ...packItems('pages.markdown', 'passing', markdown, { ...packing, keyHashes: ofPairs(packing.keyHashes) }),
  ];
}

/** What is stored of the Markdown as written: nothing where it is published as it is. An empty page publishes its title. */
export function sourceOf(source: Uint8Array, published: Uint8Array): Uint8Array {
  return Buffer.compare(source, published) === 0 ? NOTHING : source;
}

const NOTHING = new Uint8Array();

/** The key hashes of two items for each page, which are mostly alike: a block never ends between them. */
function ofPairs(keyHashes: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: 2 * keyHashes.length }, (_, at) =>
    at % 2 === 0 ? 0xffffffff : keyHashes[at >> 1]!,
  );
}

/** The sections of what pages are sorted and narrowed by. */
export function packFacts(
  pages: readonly Pick<CorpusPage, 'language' | 'collection'>[],
  { packed, newestFirst, lastUpdatedFirst, byTitle }: Orders,
  settings: Pick<SiteSettings, 'language' | 'collections'>,
): NamedSection[] {
  const numberOf = new Map(settings.collections.map(({ name }, i) => [name, 1 + i]));
  const collections = new (settings.collections.length > 255 ? Uint16Array : Uint8Array)(pages.length);
  pages.forEach(({ collection }, number) => {
    if (collection !== null) collections[number] = numberOf.get(collection)!;
  });
  const languages = [...new Set(pages.map(({ language }) => language))].sort(byCodePoint);
  const foreign = languages.map((language) => (isSameLanguage(language, settings.language) ? 0 : 1));
  const languageOf = numbersOf(Uint16Array, pages, ({ language }) => languages.indexOf(language));
  return [
    ['pages.newest-first', newestFirst],
    ['pages.last-updated-first', lastUpdatedFirst],
    ['pages.by-title', byTitle],
    ...packStrings(
      'pages.title',
      packed.map(({ title }) => title),
    ),
    ['pages.published', numbersOf(Uint32Array, packed, ({ published }) => published)],
    ['pages.updated', numbersOf(Uint32Array, packed, ({ updated }) => updated)],
    ['pages.language', languageOf],
    ...packStrings('languages', languages),
    ['pages.collection', collections],
    ['pages.foreign', numbersOf(Uint8Array, languageOf, (language) => foreign[language]!)],
  ];
}

/** The inputs of a packed page: the page without its texts and links, and the titles of its tags. */
function inputsOf(page: CorpusPage, titles: ReadonlyMap<string, string>): readonly unknown[] {
  const { text: _text, markdown: _markdown, source: _source, body: _body, links: _links, tags, ...facts } = page;
  return [...Object.values(facts), tags.map((slug) => `${slug}\n${titles.get(slug)!}`).join('\n')];
}

export function packPage(page: CorpusPage, titles: ReadonlyMap<string, string>, settings: SiteSettings): PackedPage {
  const { path, title, collection } = page;
  return {
    slug: slugOf(path),
    row: json(pageInfo(page, titles, settings)).subarray(0, -1),
    reference: json({ path, title, collection }),
    title: wordsOfText(title),
    published: dayNumber(page.published),
    updated: dayNumber(page.updated),
  };
}

/** Sorts the pages by each fact. Only pages that were packed anew are put among those of the orders before. */
export function orderPages(packed: readonly SortKeys[], earlier: Orders = NO_ORDERS): Orders {
  const change = compareLists(earlier.packed, packed);
  const sort = (name: Exclude<keyof Orders, 'packed'>, compare: (a: SortKeys, b: SortKeys) => number) =>
    sortAgain(earlier[name], change, (a, b) => compare(packed[a]!, packed[b]!) || a - b);
  return {
    packed,
    bySlug: sort('bySlug', (a, b) => byCodePoint(a.slug, b.slug)),
    // A page without a date has the number 0, and comes last.
    newestFirst: sort('newestFirst', (a, b) => b.published - a.published),
    lastUpdatedFirst: sort('lastUpdatedFirst', (a, b) => b.updated - a.updated),
    byTitle: sort('byTitle', (a, b) => byCodePoint(a.title, b.title)),
  };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The members of PageInfo that every answer contains, in order. */
function pageInfo(page: CorpusPage, titles: ReadonlyMap<string, string>, { origin, fields = [] }: SiteSettings) {
  const address = `${origin}/${encodePath(page.path)}`;
  return {
    path: page.path,
    canonical: page.canonical ?? (page.path === 'index' ? `${origin}/` : address + (page.ending ?? '')),
    title: page.title,
    description: page.description,
    indexing: page.indexing,
    collection: page.collection,
    slug: slugOf(page.path),
    aliases: page.aliases,
    tags: page.tags.map((slug) => ({ slug, title: titles.get(slug)! })),
    published: page.published,
    updated: page.updated,
    language: page.language,
    markdown: `${address}.md`,
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map(({ name }) => [name, page.fields?.[name] ?? null])),
    }),
  };
}

/** @returns the last segment of a path */
export function slugOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Compares primary subtags: `en-GB` is English. */
function isSameLanguage(a: string, b: string): boolean {
  const primary = (tag: string): string => tag.toLowerCase().split('-')[0]!;
  return primary(a) === primary(b);
}

/** @returns a date as a number that sorts like it: 20260102 for `2026-01-02`; 0 for none */
export function dayNumber(date: string | null): number {
  return date === null ? 0 : Number(date.replaceAll('-', ''));
}

/** Around the title in a reference. */
const TITLE = Buffer.from(',"title":');
const COLLECTION = Buffer.from(',"collection":');

/**
 * Each part is read when it is first used.
 * @param count of pages
 */
export function readPages(sections: SectionReader, count: number): PageTable {
  const numbers = (name: string) => () => sections.numbers(`pages.${name}`);
  const paths = lazily(() => new StringList(sections, 'pages.path'));
  const titles = lazily(() => new StringList(sections, 'pages.title'));
  const bySlug = lazily(numbers('by-slug'));
  const rows = lazily(() => new KeptItems(sections, 'pages.row'));
  const references = lazily(() => new KeptItems(sections, 'pages.reference'));
  const markdown = lazily(() => new PackedItems(sections, 'pages.markdown'));
  return withLazy(
    {
      count,
      find: (path: string) => paths().search(path),
      path: (page: number) => paths().get(page),
      withSlug: (slug: string) => bySlug().subarray(countBefore(slug, 0), countBefore(slug, 1)),
      title(page: number) {
        const items = references();
        items.open(page);
        // Quotation marks are escaped in JSON strings, so the names of members cannot occur in one.
        const from = items.bytes.indexOf(TITLE, items.starts[page]!) + TITLE.length;
        return JSON.parse(items.bytes.utf8Slice(from, items.bytes.indexOf(COLLECTION, from))) as string;
      },
      titleWords: (page: number) => titles().get(page),
      titleShare: (page: number, words: Uint8Array, inside: boolean) => titles().beginningShare(page, words, inside),
      row: (page: number) => rows().get(page),
      reference: (page: number) => references().get(page),
      markdown: (page: number) => markdown().get(2 * page),
      source(page: number) {
        const source = markdown().get(2 * page + 1);
        return source.length === 0 ? markdown().get(2 * page) : source;
      },
    },
    {
      collection() {
        // Two bytes per page on a site with more than 255 collections.
        const bytes = sections.bytes('pages.collection');
        return bytes.length === count ? bytes : shorts(bytes);
      },
      foreign() {
        const bytes = sections.bytes('pages.foreign');
        return bytes.includes(1) ? bytes : null;
      },
      newestFirst: numbers('newest-first'),
      lastUpdatedFirst: numbers('last-updated-first'),
      byTitle: numbers('by-title'),
      published: numbers('published'),
      updated: numbers('updated'),
      languages() {
        const names = new StringList(sections, 'languages');
        return Array.from({ length: names.count }, (_, language) => names.get(language));
      },
      language: () => shorts(sections.bytes('pages.language')),
    },
  );

  /** How many pages of `bySlug` have a slug less than `slug` (`least` 0), or not greater than it (`least` 1). */
  function countBefore(slug: string, least: 0 | 1): number {
    return firstWhere(0, count, (place) => byCodePoint(slugOf(paths().get(bySlug()[place]!)), slug) >= least);
  }
}

function shorts({ buffer, byteOffset, length }: Uint8Array): Uint16Array {
  return new Uint16Array(buffer, byteOffset, length / 2);
}
