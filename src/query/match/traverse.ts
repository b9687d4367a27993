import type { Traverse } from '../ask/plan.ts';
import type { Engine } from './engine.ts';
import type { Found } from './found.ts';
import { normalisePath } from './look_up.ts';
import type { Postings } from './postings.ts';

/**
 * Walks the link graph breadth-first. Rows are the pages reached, nearest first, then by path; a row's `sum` is its distance.
 * @param filters narrow the rows, not the steps
 */
export function findTraverse(
  { corpus }: Engine,
  { from, follow, depth }: Traverse,
  filters: readonly Postings[],
  limit: number,
): Found {
  const start = corpus.pages.find(normalisePath(from));
  const distance = new Uint8Array(corpus.pages.count);
  const reached: number[] = [];
  let frontier = start < 0 ? [] : [start];
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const next: number[] = [];
    const visit = (page: number): void => {
      if (page === start || distance[page] !== 0) return;
      distance[page] = step;
      next.push(page);
    };
    for (const page of frontier) {
      if (follow !== 'incoming') corpus.links.outgoing(page).forEach(visit);
      if (follow !== 'outgoing') corpus.links.incoming(page).forEach(visit);
    }
    next.sort((a, b) => a - b);
    for (const page of next) reached.push(page);
    frontier = next;
  }
  let kept = reached;
  for (const { pages, from: first, to } of filters) {
    const allowed = new Set(pages.subarray(first, to));
    kept = kept.filter((page) => allowed.has(page));
  }
  return {
    rows: kept.slice(0, limit).map((page) => ({ page, sum: distance[page]! })),
    pages: Uint32Array.from(kept),
    show: { kind: 'distance' },
    relaxed: false,
  };
}
