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

/** @param pages sorted by path; @param titles of tags by slug */
export function packPages(
  pages: readonly CorpusPage[],
  titles: ReadonlyMap<string, string>,
  settings: SiteSettings,
  packing: Packing,
): NamedSection[] {
  const numberOf = new Map(settings.collections.map(({ name }, i) => [name, 1 + i]));
  const ids = Uint32Array.from(pages, (_, page) => page);
  const collections = new (settings.collections.length > 255 ? Uint16Array : Uint8Array)(pages.length);
  const columns = { path: [], slug: [], title: [], row: [], reference: [], markdown: [] } as Columns;
  pages.forEach((page, number) => {
    const { path, title, collection } = page;
    if (collection !== null) collections[number] = numberOf.get(collection)!;
    columns.path.push(path);
    columns.slug.push(slugOf(path));
    columns.title.push(wordsOfText(title));
    columns.row.push(json(pageInfo(page, titles, settings)).subarray(0, -1));
    columns.reference.push(json({ path, title, collection }));
    columns.markdown.push(page.markdown);
  });
  const { slug, title } = columns;
  const languages = [...new Set(pages.map(({ language }) => language))].sort(byCodePoint);
  return [
    ...packStrings('pages.path', columns.path),
    ['pages.by-slug', ids.toSorted((a, b) => byCodePoint(slug[a]!, slug[b]!) || a - b)],
    ['pages.published', Uint32Array.from(pages, ({ published }) => dayNumber(published))],
    ['pages.updated', Uint32Array.from(pages, ({ updated }) => dayNumber(updated))],
    ['pages.newest-first', ids.toSorted((a, b) => newestFirst(pages[a]!.published, pages[b]!.published) || a - b)],
    ['pages.last-updated-first', ids.toSorted((a, b) => newestFirst(pages[a]!.updated, pages[b]!.updated) || a - b)],
    ['pages.by-title', ids.toSorted((a, b) => byCodePoint(title[a]!, title[b]!) || a - b)],
    ...packStrings('pages.title', columns.title),
    ['pages.language', Uint16Array.from(pages, ({ language }) => languages.indexOf(language))],
    ...packStrings('languages', languages),
    ['pages.collection', collections],
    ...packItems('pages.row', 'kept', columns.row, packing),
    ...packItems('pages.reference', 'kept', columns.reference, packing),
    ...packItems('pages.markdown', 'passing', columns.markdown, packing),
  ];
}

/** The packed data of the pages, by page. */
interface Columns {
  readonly path: string[];
  readonly slug: string[];
  readonly title: string[];
  readonly row: Uint8Array[];
  readonly reference: Uint8Array[];
  readonly markdown: Uint8Array[];
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The members of PageInfo that every answer contains, in order. */
function pageInfo(page: CorpusPage, titles: ReadonlyMap<string, string>, { origin, fields = [] }: SiteSettings) {
  const address = `${origin}/${encodePath(page.path)}`;
  return {
    path: page.path,
    canonical: page.canonical ?? (page.path === 'index' ? `${origin}/` : address),
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

function slugOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
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
    get collection() {
      return collections();
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
