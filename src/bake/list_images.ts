import { statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type ImageList, imageType, LARGEST_IMAGE } from '../content/files/image_files.ts';
import { selectorOf } from '../content/files/list_files.ts';
import { PublishedFiles } from '../content/files/published_files.ts';
import { isWithin } from '../content/files/regular_file.ts';
import { rulesOf } from '../content/generators/generators.ts';
import { joinPath, type PageLink } from '../content/markdown/page_link.ts';
import { liveAddress, type PublishedPage } from '../content/markdown/publish_markdown.ts';
import { imageFolders } from '../content/site/image_folders.ts';
import type { SiteFiles } from '../content/site_files.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';
import type { BakedSite } from './bake_options.ts';

/** Images of a site; more stay links. Far more than sites have, and little memory for each worker. */
export const MOST_IMAGES = 20_000;
/** Links to images of a site that are looked at. */
export const MOST_LINKS = 100_000;
/** Different images of one page; more stay links. */
export const MOST_SHOWN = 500;
/** Files and folders of a vault that are looked at to find images by their names, and images of one name. */
const MOST_NAMED = 200_000;
const MOST_NAMESAKES = 100;

/** An image of the site. */
interface FoundImage {
  /** Its path in the content, or beside the settings; part of its address on a server. */
  readonly path: string;
  readonly file: string;
}

/** A page that names images. */
type NamingPage = Pick<PublishedPage, 'file' | 'path'>;

/**
 * The images that the published pages of a site name and whose files are in the folders of its images. A server shows these and
 * no others, so that no request leads to a file that no page names.
 */
export function listImages({ files, analysed, content }: BakedSite): ImageList {
  const linksOf = new Map(analysed.map(({ file, page }) => [file, page?.draft.links ?? []]));
  const find = imageFinder(files);
  const found = new Map<string, string>();
  const shown = new Map<string, readonly (readonly [named: string, path: string])[]>();
  let left = MOST_LINKS;
  for (const page of content.pages) {
    const own = new Map<string, string>();
    for (const link of linksOf.get(page.file) ?? []) {
      if (link.kind !== 'image' || imageType(link.target) === null || left-- <= 0) continue;
      const address = liveAddress(link, page);
      const image = find(link, address, page);
      if (image === null) continue;
      if (found.size < MOST_IMAGES && !found.has(image.path)) found.set(image.path, image.file);
      if (found.get(image.path) !== image.file) continue;
      const isRewritten = address !== null && link.range !== undefined;
      const named = decodePercent(isRewritten ? `/${address}` : link.target);
      if (own.size < MOST_SHOWN) own.set(named, image.path);
    }
    if (own.size > 0) shown.set(page.path, [...own]);
  }
  return { files: found, shown };
}

/**
 * Finds the file that an image link means: beside the page that names it, else at one of its paths in the folders of images or
 * beside the settings, else in a vault by its name.
 */
function imageFinder(files: SiteFiles) {
  const { root, place, project } = files;
  const home = place.home ?? project.folder;
  const folders = imageFolders(files).filter(project.exists);
  const bases = [...new Set([...folders, home, join(home, 'src')])].filter(project.exists);
  const published = new PublishedFiles(project);
  const fileAt = (whole: string): FoundImage | null => {
    if (!folders.some((folder) => isWithin(whole, folder))) return null;
    const base = isWithin(whole, root) ? root : home;
    const path = relative(base, whole).split(sep).join('/');
    const file = published.find(base, path);
    return file !== null && sizeOf(file) <= LARGEST_IMAGE ? { path, file } : null;
  };
  const isVault = rulesOf(files.context.generator).vault;
  let vault: ((target: string, page: string) => string | null) | null = null;
  return ({ target }: PageLink, address: string | null, page: NamingPage): FoundImage | null => {
    const plain = decodePercent(target);
    const beside = plain.startsWith('/') ? null : fileAt(join(root, page.file, '..', plain));
    if (beside !== null) return beside;
    for (const path of pathsOf(plain, address, page)) {
      for (const base of bases) {
        const found = fileAt(join(base, path));
        if (found !== null) return found;
      }
    }
    if (!isVault) return null;
    vault ??= nameFinder(
      published.list(root, MOST_NAMED).filter(selectorOf({ only: null, except: place.selection?.except ?? [] })),
    );
    const named = vault(plain, page.file);
    return named === null ? null : fileAt(join(root, named));
  };
}

/** The paths that the target of an image may be, from any folder of images, the likeliest first. */
function pathsOf(target: string, address: string | null, page: NamingPage): string[] {
  const paths = address === null ? [] : [decodePercent(address)];
  // Names of folders that generators and their settings give: `@site/static/a.png`, `~/assets/a.png`, `@assets/a.png`.
  const [, folder, rest] = /^[@~]([\w-]*)\/(.+)$/s.exec(target) ?? [];
  if (rest !== undefined) paths.push(rest, `${folder}/${rest}`);
  // The path of the site on its host.
  else if (target.startsWith('/')) paths.push(target.replace(/^\/+[^/]*/, ''));
  // Where addresses end with a slash, the page is a folder.
  else paths.push(joinPath(page.path.split('/'), target) ?? '');
  return paths;
}

/**
 * Finds an image of a vault by the end of its path, whatever its case, as Obsidian does: the one with the whole path, else the one
 * that is below the folder of the page, else the one with the shortest path.
 */
function nameFinder(files: readonly string[]): (target: string, page: string) => string | null {
  const plain = (path: string) => normalForm(path).toLowerCase();
  const byName = Map.groupBy(
    files.filter((path) => imageType(path) !== null),
    (path) => plain(basename(path)),
  );
  for (const [name, same] of byName) {
    const nearest = same.sort((one, other) => one.length - other.length || byCodePoint(one, other));
    byName.set(name, nearest.slice(0, MOST_NAMESAKES));
  }
  return (target, page) => {
    const wanted = `/${plain(target.replace(/^(?:\.{0,2}\/)+/, ''))}`;
    const found = (byName.get(basename(wanted)) ?? []).filter((path) => plain(`/${path}`).endsWith(wanted));
    const isExact = (path: string) => plain(`/${path}`) === wanted;
    return found.find(isExact) ?? found.find((path) => path.startsWith(`${dirname(page)}/`)) ?? found[0] ?? null;
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
