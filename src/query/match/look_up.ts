import type { Engine } from './engine.ts';
import type { Found } from './found.ts';
import type { Postings } from './postings.ts';

/** A path as callers may write it: one leading slash is optional, and `/` is the root's page. */
export function normalisePath(path: string): string {
  if (path === '/') return 'index';
  return path.startsWith('/') ? path.slice(1) : path;
}

export function findSlug({ corpus }: Engine, slug: string, filters: readonly Postings[], limit: number): Found {
  return lookedUp(corpus.pages.withSlug(slug), filters, limit);
}

export function findPath({ corpus }: Engine, path: string, filters: readonly Postings[], limit: number): Found {
  const page = corpus.pages.find(normalisePath(path));
  return lookedUp(page < 0 ? [] : [page], filters, limit);
}

function lookedUp(pages: readonly number[], filters: readonly Postings[], limit: number): Found {
  const kept = pages.filter((page) => filters.every((list) => list.pages.subarray(list.from, list.to).includes(page)));
  return {
    rows: kept.slice(0, limit).map((page) => ({ page, sum: 0 })),
    pages: Uint32Array.from(kept),
    show: { kind: 'none' },
    relaxed: false,
  };
}
