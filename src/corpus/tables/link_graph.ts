import type { NamedSection } from '../artefact/artefact_format.ts';
import { invertLists, packNumberLists, readNumberLists } from '../artefact/number_lists.ts';
import type { Sections } from '../artefact/sections.ts';
import type { LinkGraph } from '../corpus.ts';
import { lazily } from '../lazily.ts';

/** @param links pages that each page links to, in order of first link */
export function packLinks(links: readonly (readonly number[])[]): NamedSection[] {
  return [
    ...packNumberLists('links.outgoing', links),
    ...packNumberLists('links.incoming', invertLists(links, links.length)),
  ];
}

/** Each direction is read when it is first used. */
export function readLinks(sections: Sections): LinkGraph {
  const outgoing = lazily(() => readNumberLists(sections, 'links.outgoing'));
  const incoming = lazily(() => readNumberLists(sections, 'links.incoming'));
  return {
    outgoing: (page) => outgoing().get(page),
    incoming: (page) => incoming().get(page),
    countIncoming: (page) => incoming().get(page).length,
  };
}
