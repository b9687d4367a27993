import type { Traverse } from '../../query/ask/plan.ts';
import { normalisePath } from '../../query/match/match_traverse.ts';
import type { Dsl } from '../translate/dsl.ts';
import type { BuildAsker } from './ask_build.ts';
import { collectPages } from './fetch_postings.ts';

/** A page that a walk reached, and how many links it took. */
export interface ReachedPage {
  readonly page: number;
  readonly distance: number;
}

/**
 * Walks along links breadth-first, with one search or more for each step.
 * @returns the pages reached, nearest first, then by number
 */
export async function walkLinks(
  asker: BuildAsker,
  { from, follow, depth }: Traverse,
  signal: AbortSignal,
): Promise<ReachedPage[]> {
  let frontier = await pagesOf(asker, { term: { path: normalisePath(from) } }, signal);
  const seen = new Set(frontier);
  const reached: ReachedPage[] = [];
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const fields = [...(follow === 'incoming' ? [] : ['in']), ...(follow === 'outgoing' ? [] : ['out'])];
    const should = fields.map((field) => ({ terms: { [field]: frontier } }));
    const linked = await pagesOf(asker, { bool: { should, minimum_should_match: 1 } }, signal);
    frontier = linked.filter((page) => !seen.has(page));
    for (const page of frontier) {
      seen.add(page);
      reached.push({ page, distance });
    }
  }
  return reached;
}

/** @returns the numbers of all pages that match, ascending */
export async function pagesOf(asker: BuildAsker, query: Dsl, signal: AbortSignal): Promise<number[]> {
  return (await collectPages(asker, query, -1, [], signal)).map(({ page }) => page);
}
