import type { NamedSection } from '../artefact/artefact_format.ts';
import type { SectionReader } from '../artefact/sections.ts';
import type { PageId, PageNeighbours } from '../corpus.ts';
import { lazily } from '../lazily.ts';

/** By page: 1 + the number of the page that follows it in the site's own order, or 0. Only a site whose order is known has the section. */
export const ORDER_SECTION = 'pages.next';

export function packOrder(next: Uint32Array<ArrayBuffer>): NamedSection {
  return [ORDER_SECTION, next];
}

const NONE: PageNeighbours = { previous: -1, next: -1 };

export function readOrder(sections: SectionReader): (page: PageId) => PageNeighbours {
  const both = lazily(() => {
    const next = sections.numbers(ORDER_SECTION);
    const previous = new Uint32Array(next.length);
    for (const [page, following] of next.entries()) if (following > 0) previous[following - 1] = page + 1;
    return { next, previous };
  });
  if (!sections.has(ORDER_SECTION)) return () => NONE;
  return (page) => ({ previous: both().previous[page]! - 1, next: both().next[page]! - 1 });
}
