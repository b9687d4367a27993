import { decodePercent } from '../../text/decode_percent.ts';
import type { GeneratorOptions } from './generator_options.ts';
import type { SitePages } from './site_pages.ts';

/** Whether the owner's option names folders, each without the folders around it. */
export function areFolders(folders: unknown): boolean {
  return Array.isArray(folders) && folders.every((each) => typeof each === 'string' && /^[^/,]+$/.test(each));
}

/** The folders that no page is in. @param pages as of `placeVersions` */
export function emptyFolders({ pages }: SitePages, folders: readonly string[]): readonly string[] {
  return folders.filter((folder) => !pages.some(({ version }) => version === placeIn(folder)));
}

/** The place of the version in a folder: all are versions of the same documents. '' is that of the pages around the folders. */
function placeIn(folder: string): string {
  return `site/${folder}`;
}

/** By the folder of a version: what `version` of the box is on the pages in it. */
export function versionChoices(options: GeneratorOptions): Readonly<Record<string, string>> {
  const { versions = [] } = options;
  return Object.fromEntries(versions.map((folder) => [folder, knowsPlaces(options) ? placeIn(folder) : folder]));
}

/** Whether who answers knows the places of pages among versions; a service that is built without this site knows their names only. */
export function knowsPlaces({ server, artefact }: GeneratorOptions): boolean {
  return server === undefined || artefact !== undefined;
}

/** `version` of the box on a page; undefined: the page is in no folder of a version. @param choices as of `versionChoices` */
export function versionAt(
  address: string,
  base: string,
  choices: Readonly<Record<string, string>>,
): string | undefined {
  const place = placeOf(address, base, Object.keys(choices));
  return place === null ? undefined : choices[place.folder];
}

/**
 * The same pages with their places among versions. A page outside the folders of versions has a place if one of them has a copy of it:
 * readers of that version are shown the copy instead. Other pages, such as posts, belong to every version.
 */
export function placeVersions(site: SitePages, folders: readonly string[]): SitePages {
  if (folders.length === 0) return site;
  const { base, pages } = site;
  const places = pages.map(({ address }) => placeOf(address, base, folders));
  const copied = new Set(places.map((place) => place?.rest));
  return {
    ...site,
    versions: [...new Set(places.flatMap((place) => place?.path ?? []))],
    pages: pages.map((page, i) => {
      const place = places[i] ?? null;
      if (place !== null) return { ...page, version: placeIn(place.folder) };
      return copied.has(segmentsOf(page.address, base).join('/')) ? { ...page, version: placeIn('') } : page;
    }),
  };
}

/** The outermost folder of a version in an address, its path on the host, and the rest below the base; null: there is none. */
function placeOf(address: string, base: string, folders: readonly string[]) {
  const segments = segmentsOf(address, base);
  const at = segments.findIndex((segment) => folders.includes(segment));
  if (at < 0) return null;
  return {
    folder: segments[at]!,
    path: base + segments.slice(0, at + 1).join('/'),
    rest: segments.toSpliced(at, 1).join('/'),
  };
}

/** The names in an address below the base. A site's home page can lack the slash at its end. */
function segmentsOf(address: string, base: string): string[] {
  return address.startsWith(base) ? decodePercent(address.slice(base.length)).split('/') : [''];
}
