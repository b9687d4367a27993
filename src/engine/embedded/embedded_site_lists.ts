import type { Corpus, PageId } from '../../corpus/corpus.ts';
import { createRenderedList, REST_OF_ROW, renderCollections, renderTags } from '../list_rows.ts';
import type { SiteList, SiteLists } from '../site_lists.ts';

/** The lists of an open corpus, each built on first use. */
export function createEmbeddedSiteLists(corpus: Corpus): SiteLists {
  return {
    collections: createRenderedList(() => renderCollections(corpus)),
    tags: createRenderedList(() => renderTags(corpus)),
    sitePages: createSitePageList(corpus),
  };
}

/**
 * Every page may be a site page, so rows are not cached. They are copied from the page table, where PageInfo begins with the same
 * four members.
 */
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
