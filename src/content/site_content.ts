/** The types that `content/` passes to `bake/`. */

import type { DeclaredSite } from './declared_site.ts';
import type { AddressStyle } from './generators/generator_rules.ts';

/** A problem in the content. Lines and columns count from 1; 0 means the whole file. */
export interface ContentWarning {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly rule: string;
}

export interface ContentTag {
  readonly slug: string;
  readonly title: string;
}

export interface ContentHeading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

export interface ContentCollection {
  readonly name: string;
  readonly title: string;
  /** Folder of the content root with the pages of the collection. */
  readonly folder: string;
}

export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'list';

/** A front matter key that the site declares. Pages carry its values under `fields`. */
export interface FieldSetting {
  readonly name: string;
  readonly type: FieldType;
}

/** A date is `YYYY-MM-DD`. */
export type FieldValue = string | number | boolean | readonly string[];
/** Values by the name of the field; null: the page has none. */
export type OwnFields = Readonly<Record<string, FieldValue | null>>;

/** The reader's settings. It detects everything else from the folder. */
export interface ContentSettings {
  /** The site's address without a trailing slash: links that begin with it are internal. Null: unknown. */
  readonly origin: string | null;
  /** BCP 47 tag of pages that name no language; null: from the generator's settings, else English. */
  readonly language: string | null;
  /** How canonical addresses end; null or omitted: as the generator's settings say. */
  readonly addressStyle?: AddressStyle | null;
  /** Declared collections; null: the top folders with two or more pages are the collections. */
  readonly collections: readonly { readonly name: string; readonly title?: string; readonly folder?: string }[] | null;
  /** The front matter keys that the site declares; default: none. */
  readonly fields?: readonly FieldSetting[];
  /** Whether the published Markdown begins with the front matter. Default: `drop`. */
  readonly frontMatter?: 'drop' | 'keep';
  /** The site as its generator declares it; absent: its settings and files tell. */
  readonly site?: DeclaredSite;
}

/** One page in its final form. */
export interface ContentPage {
  /** Path of the source file relative to the content root, `/`-separated. */
  readonly file: string;
  /** In normal form C, without leading or trailing slash; the site root is `index`. Unique in a site. */
  readonly path: string;
  /** The canonical address in the front matter, or null. */
  readonly canonical: string | null;
  /** The ending after the path in the page's address on the live site. */
  readonly ending: '' | '/' | '.html';
  readonly title: string;
  readonly description: string;
  readonly indexing: string;
  readonly collection: string | null;
  readonly aliases: readonly string[];
  /** Slugs, sorted by code point, without repeats. */
  readonly tags: readonly string[];
  readonly published: string | null;
  readonly updated: string | null;
  readonly language: string;
  readonly headings: readonly ContentHeading[];
  readonly fields: OwnFields;
  /** Ids of the pages that this one links to (`SiteContent.numberOf`), in order of first mention, without repeats or itself. */
  readonly links: readonly number[];
  /** For each link of the page's outline the id of its page; negative when it leads to no page (`link_resolver.ts`). */
  readonly targets: Int32Array;
}

/** The pages beside each page in the site's own order. */
export interface SiteOrder {
  /** By page: 1 + the index of the page that follows it, or 0. */
  readonly next: Uint32Array<ArrayBuffer>;
  /** The same of the page before it, which need not be the reverse: a page may name its neighbours itself. */
  readonly previous: Uint32Array<ArrayBuffer>;
  /** The texts of links that are not titles, by 2 * page for the page before it, and one more for the page after it. */
  readonly labels: ReadonlyMap<number, string>;
}

export interface SiteContent {
  /** Sorted by path, by Unicode code point. */
  readonly pages: readonly ContentPage[];
  /**
   * By id: the index in `pages`; -1 for an id that no page has. A page keeps its id while its path stays the same, so that a page
   * whose links did not change stays the same object. When a site is assembled for the first time, ids are indices.
   */
  readonly numberOf: Int32Array;
  readonly collections: readonly ContentCollection[];
  /** Null: the order of the site is not known. */
  readonly order: SiteOrder | null;
  /** Sorted by slug, by Unicode code point; only tags that a page carries. */
  readonly tags: readonly ContentTag[];
  /** Number of pages whose title comes from the file name. */
  readonly titlesFromFiles: number;
  readonly linksResolved: number;
  readonly linksUnresolved: number;
  /** Sorted by file, line and column. */
  readonly warnings: readonly ContentWarning[];
}

/**
 * The texts of one source file, which do not depend on other files. Plain data: it can be cached under the hash of the
 * file's bytes and sent between threads. `content/` adds members for its own use.
 */
export interface PageText {
  /**
   * The page's text in normal form C: blocks in order, separated by `\n`. A prose block (paragraph, heading, list item's line, table
   * cell) contains no `\n` and its white space is collapsed; a code block keeps its lines. An H1 that repeats the title is omitted.
   */
  readonly text: string;
  /** `[start, end)` UTF-16 offsets of the code blocks in `text`, flattened: start, end, start, end... */
  readonly code: readonly number[];
  /**
   * UTF-16 offsets in `text` at which the sections of the page's headings begin, ascending, one for each heading: that of the
   * heading itself, or of what follows a heading that `text` leaves out.
   */
  readonly sections: readonly number[];
  /**
   * The published Markdown, without the syntax of generators and with its links as written: without BOM, with LF line ends; without front matter, unless the settings
   * keep it, and then with the title as H1 when the page has none.
   */
  readonly markdown: string;
  /** The Markdown as its author wrote it: without BOM, with LF line ends; without front matter, unless the settings keep it. */
  readonly source: string;
  /** BCP 47 tag of the page. */
  readonly language: string;
}
