/** The read model: what an opened artefact offers to the rooms above. Nothing in it changes after the build. */
import type { AnalyserFacts } from './analysis/analyser_facts.ts';
import type { TextIndex } from './index/text_index.ts';

/** Page numbers run from 0 to `pages.count - 1` in the order of their paths by Unicode code point. */
export type PageId = number;

export interface CollectionInfo {
  readonly name: string;
  readonly title: string;
}

export interface SiteSettings {
  /** Address of the site that canonical addresses name, without a trailing slash. */
  readonly origin: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly collections: readonly CollectionInfo[];
  readonly tools: readonly string[];
  /** Origin that answers name as their own, without a trailing slash; null: the request's `Host`. */
  readonly publicOrigin: string | null;
}

/** The two facts that validators derive from (specification 4.15, 9). */
export interface Stamps {
  readonly commit: string | null;
  readonly content: string | null;
}

export interface PageTable {
  readonly count: number;
  /** The page at a path in normal form C, without a leading slash, or -1. */
  find(path: string): PageId;
  path(page: PageId): string;
  /** Pages whose last path segment is `slug`, which is in normal form C, by path. */
  withSlug(slug: string): readonly PageId[];
  /** 0 for a site page, else 1 + the collection's place in `settings.collections`, by page. */
  readonly collection: Uint8Array | Uint16Array;
  /** All pages by `published` descending (null last), then path. */
  readonly newestFirst: Uint32Array;
  /** UTF-8 JSON of the page's PageInfo without `match`, `references`, `referencedBy` and `headings`, and without the closing brace. */
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
  /** The number of the tag with this slug in normal form C, or -1; numbers follow slugs by code point. */
  find(slug: string): number;
  slug(tag: number): string;
  title(tag: number): string;
  /** Pages that carry the tag, ascending. */
  pages(tag: number): Uint32Array;
  /** Tags of all pages in one array: those of page p are `ofPages.subarray(starts[p], starts[p + 1])`, ascending. */
  readonly ofPages: Uint32Array;
  readonly starts: Uint32Array;
}

export interface LinkGraph {
  /** Pages that the page links to, in order of first mention. */
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
