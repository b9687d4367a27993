import type { BakedSite } from '../../bake/bake_options.ts';
import { byCodePoint } from '../../text/by_code_point.ts';

/** How the pages of a build differ from those of the build before. Paths are sorted by code point. */
export interface PageChanges {
  readonly added: readonly string[];
  /** Pages whose own file, or a file that they include, has other bytes. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The pages of a build by path, each with the digest of its source. */
export type PageDigests = ReadonlyMap<string, string>;

export function pageDigests({ analysed, content }: BakedSite): PageDigests {
  const digests = new Map(analysed.map(({ file, digest }) => [file, digest]));
  return new Map(content.pages.map(({ path, file }) => [path, digests.get(file)!]));
}

/** @param before digests of the build before */
export function comparePages(before: PageDigests, now: PageDigests): PageChanges {
  const added: string[] = [];
  const changed: string[] = [];
  for (const [path, digest] of now) {
    const known = before.get(path);
    if (known === undefined) added.push(path);
    else if (known !== digest) changed.push(path);
  }
  const removed = [...before.keys()].filter((path) => !now.has(path));
  return {
    added: added.sort(byCodePoint),
    changed: changed.sort(byCodePoint),
    removed: removed.sort(byCodePoint),
  };
}
