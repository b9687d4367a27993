import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { translationsOf } from '../../query/show/translations.ts';
import { copiesOf } from '../../query/show/write_copies.ts';
import { namesOfVersions } from '../../text/version_place.ts';
import type { SiteEngine } from '../site_engine.ts';
import { createEmbeddedAnswerer, openParts } from './embedded_answerer.ts';
import { createEmbeddedPageReader } from './embedded_page_reader.ts';
import { createEmbeddedSearcher } from './embedded_searcher.ts';
import { createEmbeddedSiteLists } from './embedded_site_lists.ts';
import { createEmbeddedSiteMap } from './embedded_site_map.ts';

/** The in-process engine: answers everything from an open artefact. */
export function createEmbeddedEngine(corpus: Corpus, budget: CacheBudget): SiteEngine {
  const parts = openParts(corpus, budget);
  return {
    settings: corpus.settings,
    stamps: corpus.stamps,
    get languages() {
      return corpus.pages.languages;
    },
    get versions() {
      return namesOfVersions(corpus.copies.versions);
    },
    copies: (page, most) => copiesOf(corpus, page, most),
    translations: (page) => translationsOf(corpus, page),
    neighbours: (page) => corpus.neighbours(page),
    answerer: createEmbeddedAnswerer(corpus, budget, parts),
    searcher: createEmbeddedSearcher(parts),
    pages: createEmbeddedPageReader(corpus),
    lists: createEmbeddedSiteLists(corpus),
    map: createEmbeddedSiteMap(corpus),
  };
}
