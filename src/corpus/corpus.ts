/** The read model: an open artefact, immutable. */
import type { AnalyserFacts } from './analysis/analyser_facts.ts';
import type { CurationTable } from './curation/curation_table.ts';
import type { TextIndex } from './index/text_index.ts';
import type { MapLayout } from './map/lay_out_map.ts';
import type { CodeNames } from './words/code_names.ts';
import type { WordList } from './words/word_list.ts';

/** A page number, 0 to `pages.count - 1`. Pages are numbered by path, by Unicode code point. */
export type PageId = number;

export interface CollectionInfo {
  readonly name: string;
  readonly title: string;
}

/** A front matter key that the site declares. */
export interface FieldInfo {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'list';
}

export interface SiteSettings {
  /**
   * What addresses of pages begin with, without a trailing slash: the address of the site. Where none is known they are root-relative,
   * and this is the site's path on its host, as `/docs`, or `''`.
   */
  readonly origin: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly collections: readonly CollectionInfo[];
  readonly tools: readonly string[];
  /** The front matter keys that the site declares; absent: none. */
  readonly fields?: readonly FieldInfo[];
  /** Origin of URLs in responses, without a trailing slash; null: use the request's `Host`. */
  readonly publicOrigin: string | null;
  /** True when the site's own space was left out: a build with it may order the first rows differently. */
  readonly withoutSpace?: true;
  /**
   * What the owner's configuration says, by its keys: those that a build takes, and those that shape how the site is served. Absent: none,
   * as in an older artefact. Not checked here: `readStoredSettings` checks it.
   */
  readonly declared?: Readonly<Record<string, unknown>>;
  /** Names of settings in the configuration file that are not stored, because they describe a machine; absent: none. */
  readonly notStored?: readonly string[];
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
  /** The same by `updated`. */
  readonly lastUpdatedFirst: Uint32Array;
  /** All pages by the words of their titles (`titleWords`), then by path. */
  readonly byTitle: Uint32Array;
  /** By page: the date as a number, 20260102 for 2026-01-02; 0 for none. */
  readonly published: Uint32Array;
  readonly updated: Uint32Array;
  /** The page's title as it is written. */
  title(page: PageId): string;
  /** The page's title as `wordsOfText` reads it. */
  titleWords(page: PageId): string;
  /** `beginningShare` of these words and others, in UTF-8: how much of the title they are, when one begins with the other. */
  titleShare(page: PageId, words: Uint8Array, inside: boolean): number;
  /** Languages of the pages (BCP 47), by code point. */
  readonly languages: readonly string[];
  /** By page: its language, as an index into `languages`. */
  readonly language: Uint16Array;
  /** UTF-8 JSON of the page's PageInfo without `match`, `references`, `referencedBy`, `headings` and the closing brace. */
  row(page: PageId): Uint8Array;
  /** UTF-8 JSON of the page as PageReference: `{"path":...,"title":...,"collection":...}`. */
  reference(page: PageId): Uint8Array;
  /** UTF-8 of the Markdown that the page publishes. */
  markdown(page: PageId): Uint8Array;
  /** @returns UTF-8 of the page's Markdown as written; a view, like `markdown` */
  source(page: PageId): Uint8Array;
}

/** The pages that are copies of each other: versions and translations of a page, and equal texts under one title. */
export interface PageCopies {
  /** Names of versions or their places (`version_place.ts`), the current one first, then the highest. */
  readonly versions: readonly string[];
  /** By page: 1 + the index of its version; 0: none. Empty when there are no versions. */
  readonly version: Uint16Array;
  /** Number of groups. */
  readonly count: number;
  /** By page: 1 + its group; 0: it has no copy. Empty when no page has one. */
  readonly group: Uint32Array;
  /** By page: its place among the pages of all groups; of two copies the one with the lower place speaks for both. */
  readonly place: Uint32Array;
  /** The pages of a group in the order in which one speaks for all. @param group from 0 */
  members(group: number): Uint32Array;
  /** The path of the page at a place. */
  path(place: number): string;
}

/** Another version of a page, a translation, or the same text elsewhere. */
interface PageCopy {
  /** What tells it from the page: its version, else its language, else its folder. */
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  readonly path: string;
}

/** One of the pages that say the same in several languages. */
export interface Translation {
  readonly page: PageId;
  /** BCP 47. */
  readonly language: string;
  readonly path: string;
}

/** The version of a page, and the pages that are copies of it. */
export interface CopiesOfPage {
  /** Null: it is in the folder of no version. */
  readonly version: string | null;
  /** Whether it speaks for all of its copies; true for a page without any. */
  readonly isFirst: boolean;
  readonly total: number;
  /** The first ones, in the order in which one speaks for all. */
  readonly items: readonly PageCopy[];
}

/** A page beside another one in the site's own order. */
export interface Neighbour {
  readonly page: PageId;
  /** The text of the link to it; null: its title. */
  readonly label: string | null;
}

/** The pages before and after a page in the site's own order; null: none, or it is not known. */
export interface PageNeighbours {
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
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

/** The values of one of the site's own fields, numbered by their text, by code point. */
export interface OwnField extends FieldInfo {
  readonly count: number;
  /** The value as text. */
  value(number: number): string;
  /** @returns the number of a value, or -1 */
  find(text: string): number;
  /** Pages with the value, ascending. */
  pages(number: number): Uint32Array;
  /** Values of a page: several of a list. */
  ofPage(page: PageId): Uint32Array;
}

export interface LinkGraph {
  /** Pages that the page links to, in order of first link. */
  outgoing(page: PageId): Uint32Array;
  /** Pages that link to the page, ascending. */
  incoming(page: PageId): Uint32Array;
  /** How many these are. */
  countIncoming(page: PageId): number;
}

/** The headings of all pages in one list. Those of page p are numbered from `starts[p]` to `starts[p + 1]`, exclusive. */
export interface HeadingTable {
  readonly starts: Uint32Array;
  /** By heading: its level, 1 to 6. */
  readonly depths: Uint8Array;
  /** By heading: the first body position of its section, which ends where the next one begins. Ascending in a page. */
  readonly positions: Uint32Array;
  /** UTF-8 of a heading's text and anchor, the end of a JSON object: `"Text","anchor":"text"}`. */
  text(heading: number): Uint8Array;
  /**
   * Compares a heading's text with UTF-8 from `start` on, which costs less than reading it.
   * @returns the bytes of the text; -1: the bytes at `start` differ, or the text has characters that JSON escapes
   */
  lengthAt(heading: number, bytes: Uint8Array, start: number): number;
  read(heading: number): { readonly text: string; readonly anchor: string };
  /** The same as JSON strings, not parsed. */
  written(heading: number): { readonly text: string; readonly anchor: string };
  /** @returns the heading whose section holds a body position, or -1 before the first one */
  at(page: PageId, position: number): number;
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
  readonly copies: PageCopies;
  neighbours(page: PageId): PageNeighbours;
  /** The places of pages on the map of the site. */
  map(): MapLayout;
  /** The owner's search rules; null: none. */
  curation(): CurationTable | null;
  readonly text: TextIndex;
  readonly headings: HeadingTable;
  readonly words: WordList;
  readonly codeNames: CodeNames;
  /** In the order of `settings.fields`. */
  readonly fields: readonly OwnField[];
}
