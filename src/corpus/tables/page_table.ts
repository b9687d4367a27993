import { byCodePoint } from '../../text/by_code_point.ts';
import { encodePath } from '../../text/encode_path.ts';
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
  readonly headings: Uint8Array;
}

/** Orders of pages, with what they were sorted by. */
interface Orders {
  readonly paths: readonly string[];
  readonly published: readonly (string | null)[];
  readonly bySlug: Uint32Array;
  readonly newestFirst: Uint32Array;
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
      () => packPage(page, titles, settings.origin),
    ),
  );
  const slugs = packed.map(({ slug }) => slug);
  memory.orders = orderPages(pages, slugs, memory.orders);
  const { paths, bySlug, newestFirst } = memory.orders;
  const items = (name: 'row' | 'reference' | 'headings') => packed.map((page) => page[name]);
  const markdown = pages.map((page) => page.markdown);
  return [
    ...packStrings('pages.path', paths),
    ['pages.by-slug', bySlug],
    ['pages.newest-first', newestFirst],
    ['pages.collection', collections],
    ['pages.foreign', Uint8Array.from(pages, ({ language }) => (isSameLanguage(language, settings.language) ? 0 : 1))],
    ...packItems('pages.row', 'kept', items('row'), packing),
    ...packItems('pages.reference', 'kept', items('reference'), packing),
    ...packItems('pages.headings', 'passing', items('headings'), packing),
    ...packItems('pages.markdown', 'passing', markdown, packing),
  ];
}

/** All that a packed page depends on: the page but for its texts and links, and the titles of its tags. */
function inputsOf(page: CorpusPage, titles: ReadonlyMap<string, string>): readonly unknown[] {
  const { text: _text, markdown: _markdown, body: _body, links: _links, tags, ...facts } = page;
  return [...Object.values(facts), tags.map((slug) => `${slug}\n${titles.get(slug)!}`).join('\n')];
}

function packPage(page: CorpusPage, titles: ReadonlyMap<string, string>, origin: string): PackedPage {
  const { path, title, collection } = page;
  return {
    slug: slugOf(path),
    row: json(pageInfo(page, titles, origin)).subarray(0, -1),
    reference: json({ path, title, collection }),
    headings: json(page.headings.map(({ depth, text, anchor }) => ({ depth, text, anchor }))),
  };
}

function orderPages(pages: readonly CorpusPage[], slugs: readonly string[], earlier: Orders | null): Orders {
  const isSame =
    pages.length === earlier?.paths.length &&
    pages.every(({ path, published }, i) => path === earlier.paths[i] && published === earlier.published[i]);
  if (isSame) return earlier;
  const ids = Uint32Array.from(pages, (_, page) => page);
  return {
    paths: pages.map(({ path }) => path),
    published: pages.map(({ published }) => published),
    bySlug: ids.toSorted((a, b) => byCodePoint(slugs[a]!, slugs[b]!) || a - b),
    newestFirst: ids.toSorted((a, b) => newestFirst(pages[a]!, pages[b]!) || a - b),
  };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The members of PageInfo that every answer contains, in order. */
function pageInfo(page: CorpusPage, titles: ReadonlyMap<string, string>, origin: string) {
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
function newestFirst(a: CorpusPage, b: CorpusPage): number {
  if (a.published === b.published) return 0;
  if (a.published === null) return 1;
  if (b.published === null) return -1;
  return a.published > b.published ? -1 : 1;
}

/**
 * Each part is read when it is first used.
 * @param count of pages
 */
export function readPages(sections: Sections, count: number): PageTable {
  const paths = lazily(() => new StringList(sections, 'pages.path'));
  const bySlug = lazily(() => sections.numbers('pages.by-slug'));
  const foreign = lazily(() => {
    const bytes = sections.bytes('pages.foreign');
    return bytes.includes(1) ? bytes : null;
  });
  const newest = lazily(() => sections.numbers('pages.newest-first'));
  const collections = lazily(() => readCollections(sections.bytes('pages.collection'), count));
  const rows = lazily(() => new KeptItems(sections, 'pages.row'));
  const references = lazily(() => new KeptItems(sections, 'pages.reference'));
  const headings = lazily(() => new PackedItems(sections, 'pages.headings'));
  const markdown = lazily(() => new PackedItems(sections, 'pages.markdown'));
  return {
    count,
    find: (path) => paths().search(path),
    path: (page) => paths().get(page),
    withSlug: (slug) => bySlug().subarray(countBefore(slug, 0), countBefore(slug, 1)),
    get collection() {
      return collections();
    },
    get foreign() {
      return foreign();
    },
    get newestFirst() {
      return newest();
    },
    row: (page) => rows().get(page),
    reference: (page) => references().get(page),
    headings: (page) => headings().get(page),
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
