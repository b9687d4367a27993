import type { NamedSection, Sections } from '../artefact/artefact_format.ts';
import { invertLists, packNumberLists, readNumberLists } from '../artefact/number_lists.ts';
import type { LinkGraph } from '../corpus.ts';

/** @param links pages that each page links to, in order of first link */
export function packLinks(links: readonly (readonly number[])[]): NamedSection[] {
  return [
    ...packNumberLists('links.outgoing', links),
    ...packNumberLists('links.incoming', invertLists(links, links.length)),
  ];
}

export function readLinks(sections: Sections): LinkGraph {
  return {
    outgoing: readNumberLists(sections, 'links.outgoing').get,
    incoming: readNumberLists(sections, 'links.incoming').get,
  };
}
