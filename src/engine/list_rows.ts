import type { Corpus } from '../corpus/corpus.ts';
import type { SiteList } from './site_lists.ts';

/** The data that lists are counted from. */
type CountedSite = Pick<Corpus, 'settings' | 'pages' | 'tags'>;

/** A list that caches its rows as strings. @param render gives the rows in order; called once */
export function createRenderedList(render: () => readonly string[]): SiteList {
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

/** @returns the rows as JSON */
export function renderCollections(corpus: CountedSite): string[] {
  const counts = countByCollection(corpus.pages.collection, corpus);
  return corpus.settings.collections.map(({ name, title }, index) =>
    JSON.stringify({ collection: name, title, count: counts[index + 1] }),
  );
}

/** @returns the rows as JSON */
export function renderTags(corpus: CountedSite): string[] {
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
export const REST_OF_ROW = Buffer.from(',"indexing":');

/** The row of a page (`PageTable.row`) in the list of site pages. */
export function siteRowOf(row: Buffer): Buffer {
  return Buffer.concat([row.subarray(0, row.indexOf(REST_OF_ROW)), Buffer.of(CLOSING_BRACE)]);
}

const CLOSING_BRACE = 0x7d;
