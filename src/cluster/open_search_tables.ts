import type { BoundedCache } from '../cache/bounded_cache.ts';
import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { PostingList } from '../corpus/index/posting_set.ts';
import { readFields, readTags } from '../corpus/tables/page_lists.ts';
import { readPages } from '../corpus/tables/page_table.ts';
import { readWords, type WordList } from '../corpus/words/word_list.ts';
import type { ClusterSite } from './index/site_parts.ts';

/** Shared by all searches of a build: tables of its pages, and recently fetched postings. */
export interface SearchTables {
  readonly base: Corpus;
  readonly words: WordList;
  readonly starts: Uint32Array;
  readonly stemmers: Uint8Array;
  readonly linksIn: Uint32Array;
  /** By page, of the pages fetched so far. */
  readonly columns: Readonly<Record<'titleWeights' | 'title' | 'body', Uint32Array>>;
  readonly lists: BoundedCache<PostingList>;
}

/** Decodes the tables of a build, once for all its searches. */
export function openSearchTables(site: ClusterSite, budget: CacheBudget): SearchTables {
  const { sections, pages, settings } = site;
  const base = {
    settings,
    stamps: site.stamps,
    analyser: site.analyser,
    pages: readPages(sections, pages),
    tags: readTags(sections),
    fields: readFields(sections, settings.fields ?? []),
  };
  const column = () => new Uint32Array(pages);
  return {
    // The other parts are those of each search.
    base: base as unknown as Corpus,
    words: readWords(sections, pages),
    starts: sections.numbers('text.all.starts'),
    stemmers: sections.bytes('text.stemmers'),
    linksIn: sections.numbers('site.links-in'),
    columns: { titleWeights: column(), title: column(), body: column() },
    lists: budget.createCache('postings'),
  };
}
