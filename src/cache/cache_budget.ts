import { AskedKeys } from './asked_keys.ts';
import { type BoundedCache, type CacheUse, createBoundedCache } from './bounded_cache.ts';

/**
 * Every cache of a service that grows with requests, and its share of the budget in thousandths. Any other cache must be bounded
 * by the site or the program, not by its callers.
 */
export const cacheShares = {
  /** Response bodies of plans requested at least twice, by plan. */
  answers: 110,
  /** Answers to searches that were requested at least twice, by plan. */
  found: 70,
  /** GET responses of `/api/pages` built from those bodies, by query string. */
  searches: 145,
  /** Responses of `/api/search`, likewise. */
  typed: 50,
  /** QUERY responses built from those bodies, by plan. */
  queries: 70,
  /** Results of tools that were called at least twice with the same arguments, by both. */
  tools: 18,
  /** Hashes of those calls, so that a second call is known. */
  toolsOnce: 2,
  /** Hashes of the keys of plans that were requested, so that a second request is known. */
  askedOnce: 20,
  /** Responses of `/api/pages/{path}`. */
  pages: 100,
  /** Pages of the explorer, by path. */
  explored: 20,
  /** Markdown twins. */
  markdown: 45,
  /** Files for crawlers, feed readers and language models, by origin. */
  siteFiles: 20,
  /** Lists truncated by `limit`, of all list resources. */
  lists: 45,
  /** Compressed variants of all responses. */
  compressed: 70,
  /** The OpenAPI description, by origin. */
  descriptions: 20,
  /** The API catalogue, by origin. */
  catalogues: 10,
  /** Routing results, by path. */
  places: 20,
  /** Negotiation results, by `Accept-Encoding` field. */
  encodings: 5,
  /** Analysed words of queries. */
  words: 60,
  /** Over a cluster: the pages that the subjects of feedback name, by name. */
  subjects: 5,
  /** Words near to typed ones, by typed word. */
  nearWords: 10,
  /** Over a cluster: postings that searches fetched, by field and term. */
  postings: 50,
  /** Pages that pass the filters, by collection and tag. */
  filters: 15,
  /** JSON of tags in facets, without counts. */
  facets: 20,
} as const;

export type CacheName = keyof typeof cacheShares;

/** The use of a cache, with its bound in bytes. */
export interface NamedCacheUse extends Readonly<CacheUse> {
  readonly name: CacheName;
  readonly limit: number;
}

/** The memory budget of one service's caches. */
export interface CacheBudget {
  /** A cache's bound in bytes, for a cache whose use is not counted. */
  boundOf(name: CacheName): number;
  /** Creates a cache whose use is counted. @param share its part of the bound, where several caches have one name */
  createCache<Value>(name: CacheName, share?: number): BoundedCache<Value>;
  /** Creates a memory of the keys that were asked for, whose use is counted. */
  createAskedKeys(name: CacheName): AskedKeys;
  /** The use of the caches created so far, by name. */
  uses(): readonly NamedCacheUse[];
}

/** @param bytes total for all caches; 0 disables caching */
export function openBudget(bytes: number): CacheBudget {
  const uses = new Map<CacheName, CacheUse>();

  function useOf(name: CacheName): CacheUse {
    let use = uses.get(name);
    if (use === undefined) {
      use = { hits: 0, misses: 0, bytes: 0 };
      uses.set(name, use);
    }
    return use;
  }

  function boundOf(name: CacheName): number {
    return Math.floor((bytes / 1000) * cacheShares[name]);
  }

  return {
    boundOf,
    createCache: (name, share = 1) => createBoundedCache(boundOf(name) * share, useOf(name)),
    createAskedKeys: (name) => new AskedKeys(boundOf(name), useOf(name)),
    uses: () => [...uses].map(([name, use]) => ({ name, limit: boundOf(name), ...use })),
  };
}
