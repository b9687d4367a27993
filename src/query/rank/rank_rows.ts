import type { Query } from '../ask/plan.ts';
import type { Engine } from '../match/engine.ts';
import type { MatchSet } from '../match/match_set.ts';
import { type Row, topOfPages, topOfPostings } from './top.ts';
import { liftVerbatim, ROWS_COMPARED } from './verbatim.ts';

/** Adjusts the sums of the first rows by their content and sorts again. Other rows keep their places. */
interface Reranker {
  /** Number of rows that it examines. At least this many candidates are chosen, even when the query's limit is lower. */
  readonly rows: number;
  /** @param rows best first; @returns the same pages, best first */
  rerank(engine: Engine, query: Query, rows: readonly Row[]): readonly Row[];
}

/** Re-rankers of each query form, in running order. */
const RERANKERS: Readonly<Partial<Record<Query['form'], readonly Reranker[]>>> = {
  like: [
    {
      rows: ROWS_COMPARED,
      rerank: (engine, query, rows) => (query.form === 'like' ? liftVerbatim(engine, query.like, rows) : rows),
    },
  ],
};

/** Chooses and orders the rows to return. @returns at most the query's limit */
export function rankRows(engine: Engine, query: Query, matched: MatchSet): readonly Row[] {
  const rerankers = RERANKERS[query.form] ?? [];
  const limit = Math.max(query.limit, ...rerankers.map(({ rows }) => rows));
  let rows: readonly Row[] = firstRows(engine, matched, limit);
  for (const { rerank } of rerankers) rows = rerank(engine, query, rows);
  return rows.slice(0, query.limit);
}

function firstRows({ corpus }: Engine, { pages, order }: MatchSet, limit: number): Row[] {
  switch (order.by) {
    case 'sum':
      return topOfPages(pages, order.sums, limit);
    case 'postings':
      return topOfPostings(order.postings, limit);
    case 'date': {
      const rows: Row[] = [];
      for (const page of corpus.pages.newestFirst) {
        if (rows.length === limit || rows.length === pages.length) break;
        if (order.has(page)) rows.push({ page, sum: 0 });
      }
      return rows;
    }
    case 'path':
    case 'distance':
      return Array.from(pages.subarray(0, limit), (page) => ({ page, sum: 0 }));
  }
}
