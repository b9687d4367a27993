import type { BoundedCache } from '../../cache/bounded_cache.ts';
import type { CacheBudget } from '../../cache/cache_budget.ts';
import { createQueryAnalyser, type QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { lazily } from '../../corpus/lazily.ts';
import type { WordRange } from '../../corpus/words/walk_words.ts';
import { type Curated, openCurated } from './curation/curated.ts';
import { PageFilter } from './page_filter.ts';
import { knownTerms } from './postings.ts';
import type { HeldPages } from './spellings/page_union.ts';

/** A corpus and what all requests share. Only its caches change, so any number of requests can run on it concurrently. */
export interface Engine {
  readonly corpus: Corpus;
  readonly analyser: QueryAnalyser;
  /** The owner's search rules; null: none. */
  curated(): Curated | null;
  /** @returns the pages that pass a query's collection and tag filters, or null when it has neither */
  filter(narrowing: { readonly collection: string | null; readonly tag: string | null }): PageFilter | null;
  /** @returns one page of each group of copies, and all without copies; null: no page has a copy */
  currentPages(): PageFilter | null;
  /** Near words by typed word. A search after each letter asks again for the words before it. */
  readonly nearWords: BoundedCache<readonly WordRange[]>;
  /** The pages of words that many others begin with, by what is typed of them: most people type the same first letters. */
  readonly openWords: BoundedCache<HeldPages>;
}

export function createEngine(corpus: Corpus, budget: CacheBudget): Engine {
  const { pages, copies, settings, tags, analyser } = corpus;
  const filters = budget.createCache<PageFilter>('filters');

  function pagesOfCollection(name: string): Uint32Array {
    const number = 1 + settings.collections.findIndex((collection) => collection.name === name);
    const listed: number[] = [];
    for (let page = 0; page < pages.count; page++) if (pages.collection[page] === number) listed.push(page);
    return Uint32Array.from(listed);
  }

  function pagesOfTag(slug: string): Uint32Array {
    const tag = tags.find(slug);
    return tag < 0 ? new Uint32Array(0) : tags.pages(tag);
  }

  function firstCopies(): Uint32Array {
    const { group, members } = copies;
    const all = Uint32Array.from({ length: pages.count }, (_, page) => page);
    return all.filter((page) => group[page] === 0 || members(group[page]! - 1)[0] === page);
  }

  function kept(key: string, make: () => PageFilter): PageFilter {
    let filter = filters.get(key);
    if (filter === undefined) {
      filter = make();
      filters.set(key, filter, filter.bytes);
    }
    return filter;
  }

  return {
    corpus,
    curated: lazily(() => {
      const table = corpus.curation();
      return table === null ? null : openCurated(table, corpus);
    }),
    analyser: createQueryAnalyser(analyser.algorithms, settings.language, {
      cacheBytes: budget.boundOf('words'),
      lookUp: (terms) => knownTerms(corpus.text, terms),
    }),
    nearWords: budget.createCache('nearWords'),
    openWords: budget.createCache('openWords'),
    currentPages() {
      return copies.count === 0 ? null : kept('copies', () => new PageFilter(pages.count, firstCopies()));
    },
    filter({ collection, tag }) {
      const ofCollection =
        collection === null
          ? null
          : kept(`c${collection}`, () => new PageFilter(pages.count, pagesOfCollection(collection)));
      const ofTag = tag === null ? null : kept(`t${tag}`, () => new PageFilter(pages.count, pagesOfTag(tag)));
      if (ofCollection === null || ofTag === null) return ofCollection ?? ofTag;
      return new PageFilter(pages.count, ofCollection.bits.among(ofTag.pages));
    },
  };
}

/**
 * An engine for a corpus of which only parts are there. It keeps nothing that was made of lists: while some are missing, the pages of a
 * word are not whole.
 */
export function createPartialEngine(corpus: Corpus, budget: CacheBudget): Engine {
  const { analyser, settings } = corpus;
  return {
    ...createEngine(corpus, budget),
    analyser: createQueryAnalyser(analyser.algorithms, settings.language, { cacheBytes: budget.boundOf('words') }),
    openWords: { get: () => undefined, set() {} },
  };
}
