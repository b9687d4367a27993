import type { NamedSection } from '../artefact/artefact_format.ts';
import type { Sections } from '../artefact/sections.ts';
import { lazily } from '../lazily.ts';
import { layOutMap, type MapLayout } from './lay_out_map.ts';

/** @param links pages that each page links to @param groups by page: the number of its collection, 0 for none */
export function packMap(links: readonly (readonly number[])[], groups: ArrayLike<number>): NamedSection[] {
  const { pages, x, y } = layOutMap(links, groups);
  return [
    ['map.pages', pages],
    ['map.places', Uint32Array.from(pages, (_, index) => x[index]! * 65_536 + y[index]!)],
  ];
}

/** Is read when it is first used. */
export function readMap(sections: Sections): () => MapLayout {
  return lazily(() => {
    const places = sections.numbers('map.places');
    return {
      pages: sections.numbers('map.pages'),
      x: Uint16Array.from(places, (place) => place >>> 16),
      y: Uint16Array.from(places, (place) => place & 0xffff),
    };
  });
}
