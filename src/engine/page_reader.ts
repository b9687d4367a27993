import type { PageId } from '../corpus/corpus.ts';

/** Reads single pages of one build of a site, in this process or over a network. */
export interface PageReader {
  /** @returns the number of the page at a path (without a leading slash), or -1 */
  find(path: string): PageId | Promise<PageId>;

  /**
   * The numbers of the first pages at or after a path, in the order of paths.
   * @param from need not be the path of a page; empty: from the first page on
   */
  listFrom(from: string, count: number): readonly PageId[] | Promise<readonly PageId[]>;

  path(page: PageId): string | Promise<string>;

  /** @returns UTF-8 JSON of the page's PageInfo as in search rows, without `match` and without the closing brace */
  row(page: PageId): Uint8Array | Promise<Uint8Array>;

  /** @returns UTF-8 of the Markdown that the page publishes */
  markdown(page: PageId): Uint8Array | Promise<Uint8Array>;

  /** @returns UTF-8 of the page's Markdown as its author wrote it */
  source(page: PageId): Uint8Array | Promise<Uint8Array>;

  /** @returns the whole response body of a single page: `{"page": PageInfo}` with references, referencedBy and headings */
  wholePage(page: PageId): Uint8Array | Promise<Uint8Array>;

  /**
   * The path of the page that a name stands for (`publicName`): a path takes precedence over a canonical address, that over an alias;
   * then the first page by path wins.
   * @returns null: no page has the name
   */
  pathNamed(name: string): string | null | Promise<string | null>;
}
