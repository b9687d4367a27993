import type { NamedSection } from '../artefact/artefact_format.ts';
import { packNumberLists, readNumberLists } from '../artefact/number_lists.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { PageCopies } from '../corpus.ts';
import { lazily, withLazy } from '../lazily.ts';

/** The copies of a site as a bake finds them. */
export interface CopiesInput {
  readonly versions: readonly string[];
  /** By page: 1 + the index of its version; 0: none. */
  readonly versionOf: Uint16Array<ArrayBuffer>;
  /** Two and more pages each, in the order in which one speaks for all. */
  readonly groups: readonly (readonly number[])[];
}

export const NO_COPIES: CopiesInput = { versions: [], versionOf: new Uint16Array(0), groups: [] };

/** @param pages of the site */
export function packCopies(
  { versions, versionOf, groups }: CopiesInput,
  pages: readonly { readonly path: string }[],
): NamedSection[] {
  const group = new Uint32Array(groups.length === 0 ? 0 : pages.length);
  const place = new Uint32Array(group.length);
  let at = 0;
  for (const [number, members] of groups.entries()) {
    for (const page of members) {
      group[page] = number + 1;
      place[page] = at++;
    }
  }
  return [
    ...packNumberLists('copies.groups', groups),
    // Beside them, because a front end of a cluster has no other paths.
    ...packStrings(
      'copies.paths',
      groups.flatMap((members) => members.map((page) => pages[page]!.path)),
    ),
    ['copies.group', group],
    ['copies.place', place],
    ...packStrings('copies.versions', versions),
    ['copies.version', versions.length === 0 ? new Uint16Array(0) : versionOf],
  ];
}

/** Sections that `readCopies` reads. */
export const COPIES_SECTIONS = [
  ...['copies.groups', 'copies.groups.starts', 'copies.paths', 'copies.paths.starts', 'copies.group', 'copies.place'],
  ...['copies.versions', 'copies.versions.starts', 'copies.version'],
] as const;

export function readCopies(sections: SectionReader): PageCopies {
  const groups = lazily(() => readNumberLists(sections, 'copies.groups'));
  const paths = lazily(() => new StringList(sections, 'copies.paths'));
  return withLazy(
    {
      members: (group: number) => groups().get(group),
      path: (place: number) => paths().get(place),
    },
    {
      count: () => groups().starts.length - 1,
      group: () => sections.numbers('copies.group'),
      place: () => sections.numbers('copies.place'),
      versions() {
        const names = new StringList(sections, 'copies.versions');
        return Array.from({ length: names.count }, (_, i) => names.get(i));
      },
      version() {
        const { buffer, byteOffset, length } = sections.bytes('copies.version');
        return new Uint16Array(buffer, byteOffset, length / 2);
      },
    },
  );
}
