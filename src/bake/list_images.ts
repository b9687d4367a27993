import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type ImageList, imageType, LARGEST_IMAGE } from '../content/files/image_files.ts';
import { PublishedFiles } from '../content/files/published_files.ts';
import { isWithin } from '../content/files/regular_file.ts';
import { liveAddress } from '../content/markdown/publish_markdown.ts';
import { imageFolders } from '../content/site/image_folders.ts';
import type { SiteFiles } from '../content/site_files.ts';
import { decodePercent } from '../text/decode_percent.ts';
import type { BakedSite } from './bake_options.ts';

/** Images of a site; more stay links. Far more than sites have, and little memory for each worker. */
export const MOST_IMAGES = 20_000;
/** Links to images of a site that are looked at. */
export const MOST_LINKS = 100_000;
/** Different images of one page; more stay links. */
export const MOST_SHOWN = 500;
/** Segments that browsers and routes change. */
const CHANGED = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * The images that the published pages of a site name and whose files are in the folders of its images. A server shows these and
 * no others, so that no request leads to a file that no page names.
 */
export function listImages({ files, analysed, content }: BakedSite): ImageList {
  const linksOf = new Map(analysed.map(({ file, page }) => [file, page?.draft.links ?? []]));
  const fileOf = imageFinder(files);
  /** By the path of an image; null: pages mean different files by it. */
  const found = new Map<string, string | null>();
  const named = new Map<string, Set<string>>();
  let left = MOST_LINKS;
  for (const page of content.pages) {
    const own = new Set<string>();
    for (const link of linksOf.get(page.file) ?? []) {
      if (link.kind !== 'image' || imageType(link.target) === null || left-- <= 0) continue;
      const address = decodePercent(liveAddress(link, page) ?? '');
      if (CHANGED.test(address)) continue;
      const before = found.get(address);
      own.add(address);
      if (before === null || (before === undefined && found.size === MOST_IMAGES)) continue;
      const file = fileOf(decodePercent(link.target), address, page.file);
      if (file !== null) found.set(address, before === undefined || before === file ? file : null);
    }
    named.set(page.path, own);
  }
  const listed = new Map([...found].filter((each): each is [string, string] => each[1] !== null));
  const shown = [...named].map(
    ([page, own]) => [page, [...own].filter((address) => listed.has(address)).slice(0, MOST_SHOWN)] as const,
  );
  return { files: listed, shown: new Map(shown.filter(([, own]) => own.length > 0)) };
}

/** Finds the file of an image: beside the page that names it, else at its address in one of the folders or beside the settings. */
function imageFinder(files: SiteFiles): (target: string, address: string, page: string) => string | null {
  const { root, place, project } = files;
  const home = place.home ?? project.folder;
  const folders = imageFolders(files).filter(project.exists);
  const published = new PublishedFiles(project);
  const fileAt = (path: string): string | null => {
    if (!folders.some((folder) => isWithin(path, folder))) return null;
    const base = isWithin(path, root) ? root : home;
    const file = published.find(base, relative(base, path).split(sep).join('/'));
    return file !== null && sizeOf(file) <= LARGEST_IMAGE ? file : null;
  };
  return (target, address, page) => {
    const beside = target.startsWith('/') ? null : fileAt(join(root, page, '..', target));
    if (beside !== null) return beside;
    for (const folder of [...folders, home]) {
      const found = fileAt(join(folder, address));
      if (found !== null) return found;
    }
    return null;
  };
}

/** The size of a file; infinite: it cannot be looked at, or is no longer there. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
