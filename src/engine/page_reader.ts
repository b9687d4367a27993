import type { PageId } from '../corpus/corpus.ts';

/** Reads single pages of one build of a site: from the artefact in memory, or over a network. */
export interface PageReader {
  /** @returns the number of the page at a path as addresses have it (no leading slash), or -1 */
  find(path: string): PageId | Promise<PageId>;

  /** @returns UTF-8 JSON of the page's PageInfo as search rows begin with it: without `match` and without the closing brace */
  row(page: PageId): Uint8Array | Promise<Uint8Array>;

  /** @returns UTF-8 of the Markdown that the page publishes */
  markdown(page: PageId): Uint8Array | Promise<Uint8Array>;

  /** @returns the whole body of the single-page answer: `{"page": PageInfo}` with references, referencedBy and headings */
  wholePage(page: PageId): Uint8Array | Promise<Uint8Array>;
}
