import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { createEmbeddedAnswerer } from './embedded_answerer.ts';
import { createEmbeddedPageReader } from './embedded_page_reader.ts';
import { createEmbeddedSiteLists } from './embedded_site_lists.ts';
import type { SiteEngine } from './site_engine.ts';

/** The in-process engine: answers everything from an open artefact. */
export function createEmbeddedEngine(corpus: Corpus, budget: CacheBudget): SiteEngine {
  return {
    settings: corpus.settings,
    stamps: corpus.stamps,
    answerer: createEmbeddedAnswerer(corpus, budget),
    pages: createEmbeddedPageReader(corpus),
    lists: createEmbeddedSiteLists(corpus),
  };
}
