import type { CopiesOfPage, PageId, PageNeighbours, SiteSettings, Stamps, Translation } from '../corpus/corpus.ts';
import type { Answerer } from './answerer.ts';
import type { PageReader } from './page_reader.ts';
import type { Searcher } from './searcher.ts';
import type { SiteLists } from './site_lists.ts';
import type { SiteMap } from './site_map.ts';

/** All read operations of one build of a site. Callers do not depend on the implementation, in process or over a network. */
export interface SiteEngine {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  /** Languages of the pages (BCP 47), by code point. */
  readonly languages: readonly string[];
  /** Names of the site's versions, the current one first; empty: it has none. */
  readonly versions: readonly string[];
  /** @param most copies to list */
  copies(page: PageId, most: number): CopiesOfPage;
  /** The page and its translations, one in each language; empty: it has none. */
  translations(page: PageId): readonly Translation[];
  neighbours(page: PageId): PageNeighbours;
  readonly answerer: Answerer;
  readonly searcher: Searcher;
  readonly pages: PageReader;
  readonly lists: SiteLists;
  readonly map: SiteMap;
}
