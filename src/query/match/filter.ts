import { intersect } from './conjunction.ts';
import type { Engine } from './engine.ts';
import type { Found } from './found.ts';
import type { Postings } from './postings.ts';

/**
 * Answers a query that only narrows: newest pages first.
 * @param filters at least one
 */
export function findFilter(engine: Engine, filters: readonly Postings[], limit: number): Found {
  const { matches, corpus } = engine;
  matches.count = 0;
  intersect(filters, [], matches);
  const pages = matches.pages.subarray(0, matches.count);
  const members = new Set(pages);
  const rows: { page: number; sum: number }[] = [];
  for (const page of corpus.pages.newestFirst) {
    if (rows.length === limit || rows.length === pages.length) break;
    if (members.has(page)) rows.push({ page, sum: 0 });
  }
  return { rows, pages, show: { kind: 'none' }, relaxed: false };
}
