import { byCodePoint } from '../../text/by_code_point.ts';
import type { NamedSection, Sections } from '../artefact/artefact_format.ts';
import { ByteList, packBytes, packStrings, StringList } from '../artefact/string_list.ts';
import type { PageId, PageTable, SiteSettings } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';

/** @param pages sorted by path; @param titles of tags by slug */
export function packPages(
  pages: readonly CorpusPage[],
  titles: ReadonlyMap<string, string>,
  settings: SiteSettings,
): NamedSection[] {
  const collections = settings.collections.map(({ name }) => name);
  const ids = Uint32Array.from(pages, (_, page) => page);
  const slugs = pages.map(({ path }) => slugOf(path));
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  return [
    ...packStrings(
      'pages.path',
      pages.map(({ path }) => path),
    ),
    ['pages.by-slug', ids.toSorted((a, b) => byCodePoint(slugs[a]!, slugs[b]!) || a - b)],
    ['pages.newest-first', ids.toSorted((a, b) => newestFirst(pages[a]!, pages[b]!) || a - b)],
    [
      'pages.collection',
      (collections.length > 255 ? Uint16Array : Uint8Array).from(
        pages.map(({ collection }) => (collection === null ? 0 : 1 + collections.indexOf(collection))),
      ),
    ],
    ...packBytes(
      'pages.row',
      pages.map((page) => json(pageInfo(page, titles, settings.origin)).subarray(0, -1)),
    ),
    ...packBytes(
      'pages.reference',
      pages.map(({ path, title, collection }) => json({ path, title, collection })),
    ),
    ...packBytes(
      'pages.headings',
      pages.map(({ headings }) => json(headings.map(({ depth, text, anchor }) => ({ depth, text, anchor })))),
    ),
    ...packBytes(
      'pages.markdown',
      pages.map(({ markdown }) => markdown),
    ),
  ];
}

/** The members of PageInfo that every answer shows, in their order. */
function pageInfo(page: CorpusPage, titles: ReadonlyMap<string, string>, origin: string) {
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
  };
}

function slugOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Percent-encodes a path by segment; the characters that RFC 3986 allows in a segment stay as they are. */
function encodePath(path: string): string {
  return path
    .toWellFormed()
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/%(?:2[4BC6]|3[ABD]|40)/g, decodeURIComponent))
    .join('/');
}

/** Dates are `YYYY-MM-DD`, so their order as strings is their order in time; pages without one come last. */
function newestFirst(a: CorpusPage, b: CorpusPage): number {
  if (a.published === b.published) return 0;
  if (a.published === null) return 1;
  if (b.published === null) return -1;
  return a.published > b.published ? -1 : 1;
}

export function readPages(sections: Sections): PageTable {
  const paths = new StringList(sections, 'pages.path');
  const bySlug = sections.numbers('pages.by-slug');
  const [row, reference, headings, markdown] = (['row', 'reference', 'headings', 'markdown'] as const).map(
    (name) => new ByteList(sections, `pages.${name}`),
  ) as [ByteList, ByteList, ByteList, ByteList];
  return {
    count: paths.count,
    find: (path) => paths.search(path),
    path: (page) => paths.get(page),
    withSlug(slug) {
      const pages: PageId[] = [];
      for (let i = firstWithSlug(slug); i < bySlug.length && slugOf(paths.get(bySlug[i]!)) === slug; i++)
        pages.push(bySlug[i]!);
      return pages;
    },
    collection: readCollections(sections.bytes('pages.collection'), paths.count),
    newestFirst: sections.numbers('pages.newest-first'),
    row: (page) => row.get(page),
    reference: (page) => reference.get(page),
    headings: (page) => headings.get(page),
    markdown: (page) => markdown.get(page),
  };

  /** The first place in `bySlug` whose slug does not come before `slug`. */
  function firstWithSlug(slug: string): number {
    let low = 0;
    let high = bySlug.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byCodePoint(slugOf(paths.get(bySlug[middle]!)), slug) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** One byte a page, or two on a site of more than 255 collections. */
function readCollections(bytes: Uint8Array, pages: number): Uint8Array | Uint16Array {
  return bytes.length === pages ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, pages);
}
