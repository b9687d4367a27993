import type { OwnNeighbour } from '../markdown/front_matter/own_neighbours.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { SiteOrder } from '../site_content.ts';

/**
 * Gives pages the neighbours that their front matter names, instead of those of the site's order.
 * @param order is changed
 * @param find the page that a page names, by number; -1: none
 * @returns the texts of links, as `SiteOrder` has them
 */
export function takeOwnNeighbours(
  { next, previous }: Pick<SiteOrder, 'next' | 'previous'>,
  outlines: readonly PageOutline[],
  find: (named: string, page: number) => number,
): SiteOrder['labels'] {
  const labels = new Map<number, string>();
  for (const [page, { neighbours = {} }] of outlines.entries()) {
    for (const [side, beside] of [previous, next].entries()) {
      const own: OwnNeighbour | null | undefined = side === 0 ? neighbours.previous : neighbours.next;
      if (own === null) beside[page] = 0;
      else if (typeof own?.page === 'string') beside[page] = find(own.page, page) + 1;
      const other = beside[page]! - 1;
      if (other === page) beside[page] = 0;
      if (beside[page] === 0) continue;
      const label = own?.label ?? outlines[other]!.neighbours?.label ?? null;
      if (label !== null && label !== outlines[other]!.title) labels.set(2 * page + side, label);
    }
  }
  return labels;
}
