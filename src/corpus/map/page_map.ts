import type { NamedSection } from '../artefact/artefact_format.ts';
import type { Sections } from '../artefact/sections.ts';
import type { LinkGraph, PageTable } from '../corpus.ts';
import { lazily } from '../lazily.ts';
import { layOutMap, type MapLayout } from './lay_out_map.ts';

export function packMap({ pages, x, y }: MapLayout): NamedSection[] {
  return [
    ['map.pages', pages],
    ['map.places', Uint32Array.from(pages, (_, index) => x[index]! * 65_536 + y[index]!)],
  ];
}

/** For builds without a space: the map is laid out when it is first requested. */
export const NO_LAYOUT: MapLayout = { pages: new Uint32Array(), x: new Uint16Array(), y: new Uint16Array() };

/** Is read, or laid out, when it is first used. */
export function readMap(
  sections: Sections,
  pages: Pick<PageTable, 'count' | 'collection'>,
  links: LinkGraph,
): () => MapLayout {
  return lazily(() => {
    const shown = sections.numbers('map.pages');
    if (shown.length === 0) {
      return layOutMap(
        Array.from({ length: pages.count }, (_, page) => Array.from(links.outgoing(page))),
        pages.collection,
      );
    }
    const places = sections.numbers('map.places');
    return {
      pages: shown,
      x: Uint16Array.from(places, (place) => place >>> 16),
      y: Uint16Array.from(places, (place) => place & 0xffff),
    };
  });
}
