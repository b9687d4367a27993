import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Traverse } from '../ask/plan.ts';
import type { Engine } from './engine.ts';
import type { MatchSet } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';

/**
 * Searches the link graph breadth-first. Gives the pages reached, nearest first, then by path.
 * @param filter restricts the pages returned, not the links followed
 */
export function* matchTraverse(
  { corpus }: Engine,
  { from, follow, depth }: Traverse,
  filter: PageFilter | null,
): Steps<MatchSet> {
  const { links, pages } = corpus;
  const start = pages.find(normalisePath(from));
  const distances = new Uint8Array(pages.count);
  let frontier = start < 0 ? [] : [start];
  const reached: number[] = [];
  let work = 0;
  const visit = (linked: Uint32Array, distance: number): void => {
    work += linked.length + 1;
    for (let i = 0; i < linked.length; i++) {
      const page = linked[i]!;
      if (distances[page] === 0 && page !== start) distances[page] = distance;
    }
  };
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    for (const page of frontier) {
      if (follow !== 'incoming') visit(links.outgoing(page), distance);
      if (follow !== 'outgoing') visit(links.incoming(page), distance);
      if (work < STEP_WORK) continue;
      work = 0;
      yield;
    }
    // Page numbers follow paths, so scanning all pages gives the new ones in path order.
    frontier = [];
    for (let page = 0; page < distances.length; page++) if (distances[page] === distance) frontier.push(page);
    for (const page of frontier) if (filter === null || filter.has(page)) reached.push(page);
    yield;
  }
  return {
    pages: Uint32Array.from(reached),
    order: { by: 'distance', distances },
    excerptTerms: null,
    clauses: null,
    relaxed: false,
  };
}

/** Finds a page by a caller's path: one leading slash is optional, and `/` is the root page. */
export function normalisePath(path: string): string {
  if (path === '/') return 'index';
  return path.startsWith('/') ? path.slice(1) : path;
}
