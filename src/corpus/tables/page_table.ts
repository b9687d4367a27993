import { byCodePoint } from '../../text/by_code_point.ts';
import { wordsOfText } from '../analysis/words_of_text.ts';
import type { NamedSection, Sections } from '../artefact/artefact_format.ts';
import { ByteList, packBytes, packStrings, StringList } from '../artefact/string_list.ts';
import type { PageTable, SiteSettings } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';

/** @param pages sorted by path; @param titles of tags by slug */
export function packPages(
  pages: readonly CorpusPage[],
  titles: ReadonlyMap<string, string>,
  settings: SiteSettings,
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
    ...packBytes('pages.row', columns.row),
    ...packBytes('pages.reference', columns.reference),
    ...packBytes('pages.markdown', columns.markdown),
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

/** Percent-encodes each segment of a path, except characters that RFC 3986 allows in a segment. */
function encodePath(path: string): string {
  return path
    .toWellFormed()
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/%(?:2[4BC6]|3[ABD]|40)/g, decodeURIComponent))
    .join('/');
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

export function readPages(sections: Sections): PageTable {
  const paths = new StringList(sections, 'pages.path');
  const titles = new StringList(sections, 'pages.title');
  const languages = new StringList(sections, 'languages');
  const language = sections.bytes('pages.language');
  const bySlug = sections.numbers('pages.by-slug');
  const [row, reference, markdown] = (['row', 'reference', 'markdown'] as const).map(
    (name) => new ByteList(sections, `pages.${name}`),
  ) as [ByteList, ByteList, ByteList];
  return {
    count: paths.count,
    find: (path) => paths.search(path),
    path: (page) => paths.get(page),
    withSlug: (slug) => bySlug.subarray(countBefore(slug, 0), countBefore(slug, 1)),
    collection: readCollections(sections.bytes('pages.collection'), paths.count),
    newestFirst: sections.numbers('pages.newest-first'),
    lastUpdatedFirst: sections.numbers('pages.last-updated-first'),
    byTitle: sections.numbers('pages.by-title'),
    published: sections.numbers('pages.published'),
    updated: sections.numbers('pages.updated'),
    titleWords: (page) => titles.get(page),
    languages: Array.from({ length: languages.count }, (_, language) => languages.get(language)),
    language: new Uint16Array(language.buffer, language.byteOffset, paths.count),
    row: (page) => row.get(page),
    reference: (page) => reference.get(page),
    markdown: (page) => markdown.get(page),
  };

  /** How many pages of `bySlug` have a slug less than `slug` (`least` 0), or not greater than it (`least` 1). */
  function countBefore(slug: string, least: 0 | 1): number {
    let low = 0;
    let high = bySlug.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byCodePoint(slugOf(paths.get(bySlug[middle]!)), slug) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** One byte per page, or two on a site with more than 255 collections. */
function readCollections(bytes: Uint8Array, pages: number): Uint8Array | Uint16Array {
  return bytes.length === pages ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, pages);
}
