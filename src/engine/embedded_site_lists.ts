import type { Corpus, PageId } from '../corpus/corpus.ts';
import type { SiteList, SiteLists } from './site_lists.ts';

/** The lists of an open corpus, each built on first use. */
export function createEmbeddedSiteLists(corpus: Corpus): SiteLists {
  return {
    collections: createRenderedList(() => renderCollections(corpus)),
    tags: createRenderedList(() => renderTags(corpus)),
    sitePages: createSitePageList(corpus),
  };
}

/** A list that caches its rows as strings. @param render gives the rows in order; called once */
function createRenderedList(render: () => readonly string[]): SiteList {
  let kept: readonly string[] | null = null;
  const rows = (): readonly string[] => {
    kept ??= render();
    return kept;
  };
  return {
    get total() {
      return rows().length;
    },
    rows: (count) => Buffer.from((count < rows().length ? rows().slice(0, count) : rows()).join(',')),
  };
}

/** What lists are counted from. */
interface CountedSite {
  readonly settings: Corpus['settings'];
  readonly pages: Pick<Corpus['pages'], 'collection'>;
}

/** @returns the rows as JSON */
export function renderCollections(corpus: CountedSite): string[] {
  const counts = countByCollection(corpus.pages.collection, corpus);
  return corpus.settings.collections.map(({ name, title }, index) =>
    JSON.stringify({ collection: name, title, count: counts[index + 1] }),
  );
}

/** @returns the rows as JSON */
export function renderTags(
  corpus: CountedSite & { readonly tags: Pick<Corpus['tags'], 'count' | 'slug' | 'title' | 'pages'> },
): string[] {
  const { settings, pages, tags } = corpus;
  return Array.from({ length: tags.count }, (_, tag) => {
    const carriers = tags.pages(tag);
    const byNumber = countByCollection(
      carriers.map((page) => pages.collection[page]!),
      corpus,
    );
    // fromEntries creates own properties for any name, even `__proto__`.
    const counts = Object.fromEntries(settings.collections.map(({ name }, index) => [name, byNumber[index + 1]]));
    return JSON.stringify({ slug: tags.slug(tag), title: tags.title(tag), counts, total: carriers.length });
  });
}

/** Counts pages by collection number; 0 means none. */
function countByCollection(collections: Uint8Array | Uint16Array | Uint32Array, { settings }: CountedSite): number[] {
  const counts = new Array<number>(settings.collections.length + 1).fill(0);
  for (let i = 0; i < collections.length; i++) counts[collections[i]!]!++;
  return counts;
}

/** The member of PageInfo after those of a site page's row. It cannot occur in a JSON string, where quotation marks are escaped. */
const REST_OF_ROW = Buffer.from(',"indexing":');

/**
 * Every page may be a site page, so rows are not cached. They are copied from the page table, where PageInfo begins with the same
 * four members.
 */
/** The row of a page (`PageTable.row`) in the list of site pages. */
export function siteRowOf(row: Buffer): Buffer {
  return Buffer.concat([row.subarray(0, row.indexOf(REST_OF_ROW)), Buffer.of(CLOSING_BRACE)]);
}

function createSitePageList({ pages }: Corpus): SiteList {
  let kept: { readonly ids: Uint32Array; readonly lengths: Uint32Array } | null = null;
  const prepare = () => {
    const ids = Uint32Array.from({ length: pages.count }, (_, page) => page).filter(
      (page) => pages.collection[page] === 0,
    );
    const lengths = ids.map((page) => rowOf(page).indexOf(REST_OF_ROW));
    kept = { ids, lengths };
    return kept;
  };
  const rowOf = (page: PageId): Buffer => {
    const { buffer, byteOffset, length } = pages.row(page);
    return Buffer.from(buffer, byteOffset, length);
  };
  return {
    get total() {
      return (kept ?? prepare()).ids.length;
    },
    rows(count) {
      const { ids, lengths } = kept ?? prepare();
      // A closing brace per row and a comma between rows.
      let size = Math.max(0, 2 * count - 1);
      for (let i = 0; i < count; i++) size += lengths[i]!;
      const bytes = Buffer.allocUnsafe(size);
      let at = 0;
      for (let i = 0; i < count; i++) {
        if (i > 0) bytes[at++] = COMMA;
        at += rowOf(ids[i]!).copy(bytes, at, 0, lengths[i]!);
        bytes[at++] = CLOSING_BRACE;
      }
      return bytes;
    },
  };
}

const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
