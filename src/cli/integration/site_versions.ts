import { cleanAddress } from '../../content/site/clean_address.ts';
import type { GeneratorOptions } from './generator_options.ts';
import type { SitePage, SitePages } from './site_pages.ts';

/** Whether the owner's option names folders, such as `v1` or `docs/v1`. */
export function areFolders(folders: unknown): boolean {
  return (
    Array.isArray(folders) && folders.every((each) => typeof each === 'string' && /^[^/,]+(?:\/[^/,]+)*$/.test(each))
  );
}

/** The folders that no page is in. @param pages with the places of `placeVersions` */
export function emptyFolders(
  { pages }: { readonly pages: readonly Pick<SitePage, 'version'>[] },
  folders: readonly string[],
): readonly string[] {
  return folders.filter((folder) => !pages.some(({ version }) => version === placeIn(folder)));
}

/** The place of the version in a folder: all are versions of the same documents. '' is that of the pages around the folders. */
function placeIn(folder: string): string {
  return `site/${nameOf(folder)}`;
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

/** By the folder of a version: what `version` of the box is on the pages in it. */
export function versionChoices(options: GeneratorOptions): Readonly<Record<string, string>> {
  const { versions = [] } = options;
  return Object.fromEntries(
    versions.map((folder) => [folder, knowsPlaces(options) ? placeIn(folder) : nameOf(folder)]),
  );
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
  const found = findFolder(address, base, Object.keys(choices));
  return found === null ? undefined : choices[found.folder];
}

/**
 * The same pages with their places among versions. A page outside the folders of versions has a place if one of them has a copy of it:
 * readers of that version are shown the copy instead. Other pages, such as posts, belong to every version.
 */
export function placeVersions(site: SitePages, folders: readonly string[]): SitePages {
  if (folders.length === 0) return site;
  const { base, pages } = site;
  const found = pages.map(({ address }) => findFolder(address, base, folders));
  // A page that is only called like a version, such as notes on a release, has no pages below it.
  const paths = new Set(found.flatMap((place) => (place !== null && place.below !== '' ? place.path : [])));
  const places = found.map((place) => (place !== null && paths.has(place.path) ? place : null));
  const copied = new Set(places.map((place) => place?.rest));
  return {
    ...site,
    versions: [...paths],
    pages: pages.map((page, i) => {
      const place = places[i] ?? null;
      if (place !== null) return { ...page, version: placeIn(place.folder) };
      return copied.has(pathBelow(page.address, base)) ? { ...page, version: placeIn('') } : page;
    }),
  };
}

/** The first of the folders that a page is in, its path on the host, and what the page's path is below it and without it; null: none. */
function findFolder(address: string, base: string, folders: readonly string[]) {
  const path = `/${pathBelow(address, base)}/`;
  for (const folder of folders) {
    const at = path.indexOf(`/${folder}/`);
    if (at < 0) continue;
    const end = at + 1 + folder.length;
    const below = path.slice(end + 1, -1);
    const around = path.slice(1, end - nameOf(folder).length);
    return { folder, path: base + path.slice(1, end), below, rest: `${around}${below}`.replace(/\/$/, '') };
  }
  return null;
}

/** The path of a page below the base; '' also for a home page that lacks the slash at its end. */
function pathBelow(address: string, base: string): string {
  return address.startsWith(base) ? cleanAddress(address.slice(base.length)) : '';
}
