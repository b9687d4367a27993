import type { NamedSection } from '../artefact/artefact_format.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { Neighbour, PageId, PageNeighbours } from '../corpus.ts';
import { lazily } from '../lazily.ts';

/** By page: 1 + the number of the page that follows it in the site's own order, or 0. Only a site whose order is known has the section. */
export const NEXT_SECTION = 'pages.next';
/** The same of the page before it. Absent: the reverse of the section above. */
export const PREVIOUS_SECTION = 'pages.previous';
/** Which links have the texts of `LABELS_SECTION`, ascending: 2 * page for that to the page before it, one more for the other. Absent: none. */
export const LABELLED_SECTION = 'pages.labelled';
export const LABELS_SECTION = 'pages.labels';

/** Sections that `readOrder` reads. A site may lack them. */
export const ORDER_SECTIONS = [
  ...[NEXT_SECTION, PREVIOUS_SECTION, LABELLED_SECTION, LABELS_SECTION, `${LABELS_SECTION}.starts`],
] as const;

/** The pages beside each page, as a bake finds them. */
export interface OrderInput {
  /** By page: 1 + the number of the page that follows it, or 0. */
  readonly next: Uint32Array<ArrayBuffer>;
  /** The same of the page before it. */
  readonly previous: Uint32Array<ArrayBuffer>;
  /** The texts of links that are not titles, by 2 * page for the page before it, and one more for the page after it. */
  readonly labels: ReadonlyMap<number, string>;
}

export function packOrder({ next, previous, labels }: OrderInput): NamedSection[] {
  const usual = reversed(next);
  const labelled = [...labels].sort(([a], [b]) => a - b);
  return [
    [NEXT_SECTION, next],
    ...(previous.every((page, at) => page === usual[at]) ? [] : [[PREVIOUS_SECTION, previous] as const]),
    ...(labelled.length === 0
      ? []
      : [
          [LABELLED_SECTION, Uint32Array.from(labelled, ([link]) => link)] as const,
          ...packStrings(
            LABELS_SECTION,
            labelled.map(([, label]) => label),
          ),
        ]),
  ];
}

const NONE: PageNeighbours = { previous: null, next: null };

export function readOrder(sections: SectionReader): (page: PageId) => PageNeighbours {
  const read = lazily(() => {
    const next = sections.numbers(NEXT_SECTION);
    const previous = sections.has(PREVIOUS_SECTION) ? sections.numbers(PREVIOUS_SECTION) : reversed(next);
    if (!sections.has(LABELLED_SECTION)) return { beside: [previous, next], labels: new Map<number, string>() };
    const texts = new StringList(sections, LABELS_SECTION);
    const labels = new Map(Array.from(sections.numbers(LABELLED_SECTION), (link, at) => [link, texts.get(at)]));
    return { beside: [previous, next], labels };
  });
  if (!sections.has(NEXT_SECTION)) return () => NONE;
  return (page) => {
    const { beside, labels } = read();
    const [previous, next] = beside.map(({ [page]: other }, side): Neighbour | null =>
      other === 0 ? null : { page: other! - 1, label: labels.get(2 * page + side) ?? null },
    );
    return { previous: previous!, next: next! };
  };
}

function reversed(next: Uint32Array): Uint32Array<ArrayBuffer> {
  const previous = new Uint32Array(next.length);
  for (const [page, following] of next.entries()) if (following > 0) previous[following - 1] = page + 1;
  return previous;
}
