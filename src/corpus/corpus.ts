/** The read model: an open artefact, immutable. */
import type { AnalyserFacts } from './analysis/analyser_facts.ts';
import type { TextIndex } from './index/text_index.ts';

/** A page number, 0 to `pages.count - 1`. Pages are numbered by path, by Unicode code point. */
export type PageId = number;

export interface CollectionInfo {
  readonly name: string;
  readonly title: string;
}

export interface SiteSettings {
  /** Site URL that canonical URLs start with, without a trailing slash. */
  readonly origin: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly collections: readonly CollectionInfo[];
  readonly tools: readonly string[];
  /** Origin of URLs in responses, without a trailing slash; null: use the request's `Host`. */
  readonly publicOrigin: string | null;
}

/** The two facts that validators (`ETag`) derive from (specification 4.15, 9). */
export interface Stamps {
  readonly commit: string | null;
  readonly content: string | null;
}

export interface PageTable {
  readonly count: number;
  /** The page at a path (NFC, without a leading slash), or -1. */
  find(path: string): PageId;
  path(page: PageId): string;
  /** Pages whose last path segment is `slug` (NFC), by path. */
  withSlug(slug: string): Uint32Array;
  /** By page: 0 for a site page, else 1 + the collection's index in `settings.collections`. */
  readonly collection: Uint8Array | Uint16Array;
  /** By page: 1 when it is in another language than the site, else 0; null when no page is. */
  readonly foreign: Uint8Array | null;
  /** All pages by `published`, descending (null last), then by path. */
  readonly newestFirst: Uint32Array;
  /** UTF-8 JSON of the page's PageInfo without `match`, `references`, `referencedBy`, `headings` and the closing brace. */
  row(page: PageId): Uint8Array;
  /** UTF-8 JSON of the page as PageReference: `{"path":...,"title":...,"collection":...}`. */
  reference(page: PageId): Uint8Array;
  /** UTF-8 JSON array of the page's headings. */
  headings(page: PageId): Uint8Array;
  /** UTF-8 of the Markdown that the page publishes. */
  markdown(page: PageId): Uint8Array;
}

export interface TagTable {
  readonly count: number;
  /** The number of the tag with this slug (NFC), or -1. Tags are numbered by slug, by code point. */
  find(slug: string): number;
  slug(tag: number): string;
  title(tag: number): string;
  /** Pages that carry the tag, ascending. */
  pages(tag: number): Uint32Array;
  /** Tags of all pages in one array: those of page p, ascending, are `ofPages.subarray(starts[p], starts[p + 1])`. */
  readonly ofPages: Uint32Array;
  readonly starts: Uint32Array;
}

export interface LinkGraph {
  /** Pages that the page links to, in order of first link. */
  outgoing(page: PageId): Uint32Array;
  /** Pages that link to the page, ascending. */
  incoming(page: PageId): Uint32Array;
}

export interface Corpus {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  readonly analyser: AnalyserFacts;
  /** SHA-256 of the artefact, in hexadecimal. */
  readonly digest: string;
  readonly pages: PageTable;
  readonly tags: TagTable;
  readonly links: LinkGraph;
  readonly text: TextIndex;
}
