import type { BoundedCache } from '../../cache/bounded_cache.ts';
import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import type { PostingList } from '../../corpus/index/posting_set.ts';
import { readFields } from '../../corpus/tables/field_table.ts';
import { readPages } from '../../corpus/tables/page_table.ts';
import { readTags } from '../../corpus/tables/tag_table.ts';
import { readWords, type WordList } from '../../corpus/words/word_list.ts';
import type { ClusterSite } from '../index/site_parts.ts';

/** Shared by all questions about a build: tables of its pages, and recently fetched postings. */
export interface PageTables {
  readonly base: Corpus;
  readonly words: WordList;
  readonly starts: Uint32Array;
  readonly stemmers: Uint8Array;
  readonly linksIn: Uint32Array;
  /** By page, of the pages fetched so far. */
  readonly columns: Readonly<Record<'titleWeights' | 'title' | 'body', Uint32Array>>;
  readonly lists: BoundedCache<PostingList>;
}

/** Decodes the tables of a build, once for all questions. */
export function openPageTables(site: ClusterSite, budget: CacheBudget): PageTables {
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
    // The other parts are those of each question.
    base: base as unknown as Corpus,
    words: readWords(sections, pages),
    starts: sections.numbers('text.all.starts'),
    stemmers: sections.bytes('text.stemmers'),
    linksIn: sections.numbers('site.links-in'),
    columns: { titleWeights: column(), title: column(), body: column() },
    lists: budget.createCache('pairs'),
  };
}
