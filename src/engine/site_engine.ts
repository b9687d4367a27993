import type { SiteSettings, Stamps } from '../corpus/corpus.ts';
import type { Answerer } from './answerer.ts';
import type { PageReader } from './page_reader.ts';
import type { SiteLists } from './site_lists.ts';

/** All that a build of a site can be asked. What stands behind it, an artefact in memory or a cluster, is not for the caller to know. */
export interface SiteEngine {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  readonly answerer: Answerer;
  readonly pages: PageReader;
  readonly lists: SiteLists;
}
