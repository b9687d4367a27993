import { byCodePoint } from '../../text/by_code_point.ts';
import { encodePath } from '../../text/encode_path.ts';
import { wordsOfText } from '../analysis/words_of_text.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { KeptItems, PackedItems, type Packing, packItems } from '../artefact/packed_items.ts';
import type { Sections } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { PageTable, SiteSettings } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';
import { lazily } from '../lazily.ts';
import { PageMemory } from '../page_memory.ts';

/** What packing the pages again can reuse. It belongs to one site with its settings. */
export class PageTableMemory {
  readonly pages = new PageMemory<PackedPage>();
  orders: Orders | null = null;
}

/** The packed data of a page. */
interface PackedPage {
  readonly slug: string;
  readonly row: Uint8Array;
  readonly reference: Uint8Array;
  /** The title as `wordsOfText` reads it. */
  readonly title: string;
}

/** Orders of pages, with what they were sorted by. */
interface Orders {
  readonly paths: readonly string[];
  readonly published: readonly (string | null)[];
  readonly updated: readonly (string | null)[];
  readonly titles: readonly string[];
  readonly bySlug: Uint32Array;
  readonly newestFirst: Uint32Array;
  readonly lastUpdatedFirst: Uint32Array;
  readonly byTitle: Uint32Array;
}

/**
 * @param pages sorted by path
 * @param titles of tags by slug
 * @param memory of pages that were packed before with the same settings; is updated
 */
export function packPages(
  pages: readonly CorpusPage[],
  titles: ReadonlyMap<string, string>,
  settings: SiteSettings,
  packing: Packing,
  memory = new PageTableMemory(),
): NamedSection[] {
  const numberOf = new Map(settings.collections.map(({ name }, i) => [name, 1 + i]));
  const collections = new (settings.collections.length > 255 ? Uint16Array : Uint8Array)(pages.length);
  pages.forEach(({ collection }, number) => {
    if (collection !== null) collections[number] = numberOf.get(collection)!;
  });
  const packed = pages.map((page) =>
    memory.pages.recall(
      page.body,
      page,
      titles,
      () => inputsOf(page, titles),
      () => packPage(page, titles, settings),
    ),
  );
  const slugs = packed.map(({ slug }) => slug);
  const wordsOfTitles = packed.map(({ title }) => title);
  const languages = [...new Set(pages.map(({ language }) => language))].sort(byCodePoint);
  memory.orders = orderPages(pages, slugs, wordsOfTitles, memory.orders);
  const { paths, bySlug, newestFirst, lastUpdatedFirst, byTitle } = memory.orders;
  const items = (name: 'row' | 'reference') => packed.map((page) => page[name]);
  const markdown = pages.map((page) => page.markdown);
  return [
    ...packStrings('pages.path', paths),
    ['pages.by-slug', bySlug],
    ['pages.newest-first', newestFirst],
    ['pages.last-updated-first', lastUpdatedFirst],
    ['pages.by-title', byTitle],
    ...packStrings('pages.title', wordsOfTitles),
    ['pages.published', Uint32Array.from(pages, ({ published }) => dayNumber(published))],
    ['pages.updated', Uint32Array.from(pages, ({ updated }) => dayNumber(updated))],
    ['pages.language', Uint16Array.from(pages, ({ language }) => languages.indexOf(language))],
    ...packStrings('languages', languages),
    ['pages.collection', collections],
    ['pages.foreign', Uint8Array.from(pages, ({ language }) => (isSameLanguage(language, settings.language) ? 0 : 1))],
    ...packItems('pages.row', 'kept', items('row'), packing),
    ...packItems('pages.reference', 'kept', items('reference'), packing),
    ...packItems('pages.markdown', 'passing', markdown, packing),
  ];
}

/** All that a packed page depends on: the page but for its texts and links, and the titles of its tags. */
function inputsOf(page: CorpusPage, titles: ReadonlyMap<string, string>): readonly unknown[] {
  const { text: _text, markdown: _markdown, body: _body, links: _links, tags, ...facts } = page;
  return [...Object.values(facts), tags.map((slug) => `${slug}\n${titles.get(slug)!}`).join('\n')];
}

function packPage(page: CorpusPage, titles: ReadonlyMap<string, string>, settings: SiteSettings): PackedPage {
  const { path, title, collection } = page;
  return {
    slug: slugOf(path),
    row: json(pageInfo(page, titles, settings)).subarray(0, -1),
    reference: json({ path, title, collection }),
    title: wordsOfText(title),
  };
}

function orderPages(
  pages: readonly CorpusPage[],
  slugs: readonly string[],
  titles: readonly string[],
  earlier: Orders | null,
): Orders {
  const isSame =
    pages.length === earlier?.paths.length &&
    pages.every(
      ({ path, published, updated }, i) =>
        path === earlier.paths[i] &&
        published === earlier.published[i] &&
        updated === earlier.updated[i] &&
        titles[i] === earlier.titles[i],
    );
  if (isSame) return earlier;
  const ids = Uint32Array.from(pages, (_, page) => page);
  return {
    paths: pages.map(({ path }) => path),
    published: pages.map(({ published }) => published),
    updated: pages.map(({ updated }) => updated),
    titles,
    bySlug: ids.toSorted((a, b) => byCodePoint(slugs[a]!, slugs[b]!) || a - b),
    newestFirst: ids.toSorted((a, b) => newestFirst(pages[a]!.published, pages[b]!.published) || a - b),
    lastUpdatedFirst: ids.toSorted((a, b) => newestFirst(pages[a]!.updated, pages[b]!.updated) || a - b),
    byTitle: ids.toSorted((a, b) => byCodePoint(titles[a]!, titles[b]!) || a - b),
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

/** Dates are `YYYY-MM-DD`, so string order is time order. Pages without a date come last. */
function newestFirst(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a > b ? -1 : 1;
}

/** @returns a date as a number that sorts like it: 20260102 for `2026-01-02`; 0 for none */
function dayNumber(date: string | null): number {
  return date === null ? 0 : Number(date.replaceAll('-', ''));
}

/**
 * Each part is read when it is first used.
 * @param count of pages
 */
export function readPages(sections: Sections, count: number): PageTable {
  const numbers = (name: string) => lazily(() => sections.numbers(`pages.${name}`));
  const paths = lazily(() => new StringList(sections, 'pages.path'));
  const titles = lazily(() => new StringList(sections, 'pages.title'));
  const bySlug = numbers('by-slug');
  const foreign = lazily(() => {
    const bytes = sections.bytes('pages.foreign');
    return bytes.includes(1) ? bytes : null;
  });
  const newest = numbers('newest-first');
  const lastUpdated = numbers('last-updated-first');
  const byTitle = numbers('by-title');
  const published = numbers('published');
  const updated = numbers('updated');
  const languages = lazily(() => {
    const names = new StringList(sections, 'languages');
    return Array.from({ length: names.count }, (_, language) => names.get(language));
  });
  const language = lazily(() => {
    const bytes = sections.bytes('pages.language');
    return new Uint16Array(bytes.buffer, bytes.byteOffset, count);
  });
  const collections = lazily(() => readCollections(sections.bytes('pages.collection'), count));
  const rows = lazily(() => new KeptItems(sections, 'pages.row'));
  const references = lazily(() => new KeptItems(sections, 'pages.reference'));
  const markdown = lazily(() => new PackedItems(sections, 'pages.markdown'));
  return {
    count,
    find: (path) => paths().search(path),
    path: (page) => paths().get(page),
    withSlug: (slug) => bySlug().subarray(countBefore(slug, 0), countBefore(slug, 1)),
    titleWords: (page) => titles().get(page),
    titleBegins: (page, beginning, open) => titles().beginsWith(page, beginning, open),
    get collection() {
      return collections();
    },
    get foreign() {
      return foreign();
    },
    get newestFirst() {
      return newest();
    },
    get lastUpdatedFirst() {
      return lastUpdated();
    },
    get byTitle() {
      return byTitle();
    },
    get published() {
      return published();
    },
    get updated() {
      return updated();
    },
    get languages() {
      return languages();
    },
    get language() {
      return language();
    },
    row: (page) => rows().get(page),
    reference: (page) => references().get(page),
    markdown: (page) => markdown().get(page),
  };

  /** How many pages of `bySlug` have a slug less than `slug` (`least` 0), or not greater than it (`least` 1). */
  function countBefore(slug: string, least: 0 | 1): number {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byCodePoint(slugOf(paths().get(bySlug()[middle]!)), slug) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** One byte per page, or two on a site with more than 255 collections. */
function readCollections(bytes: Uint8Array, pages: number): Uint8Array | Uint16Array {
  return bytes.length === pages ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, pages);
}
