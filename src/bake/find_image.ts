import { statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { imageType, LARGEST_IMAGE } from '../content/files/image_files.ts';
import { selectorOf } from '../content/files/list_files.ts';
import { PublishedFiles } from '../content/files/published_files.ts';
import { isWithin } from '../content/files/regular_file.ts';
import { rulesOf } from '../content/generators/generators.ts';
import { joinPath, type PageLink } from '../content/markdown/page_link.ts';
import type { PublishedPage } from '../content/markdown/publish_markdown.ts';
import { imageFolders } from '../content/site/image_folders.ts';
import type { SiteFiles } from '../content/site_files.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';

/** Places at which files are looked for; links whose files were not found before stay links. */
const MOST_PLACES = 2_000_000;
/** Files and folders of a vault that are looked at to find images by their names, and images of one name. */
const MOST_NAMED = 200_000;
const MOST_NAMESAKES = 100;

/** An image of the site. */
export interface FoundImage {
  /** Its path in the content, or beside the settings; part of its address on a server. */
  readonly path: string;
  readonly file: string;
}

/** A page that names images. */
type NamingPage = Pick<PublishedPage, 'file' | 'path'>;

/**
 * Finds the file that an image link means: beside the page that names it, else at one of its places in the folders of images, else
 * in a vault by its name.
 */
export function imageFinder(files: SiteFiles) {
  const { root, place, project, context } = files;
  const home = place.home ?? project.folder;
  const folders = new Set(imageFolders(files).filter(project.exists));
  const sources = [join(home, 'src'), home].filter(project.exists);
  const isKept = selectorOf({ only: null, except: place.selection?.except ?? [] });
  const published = new PublishedFiles(project);
  let left = MOST_PLACES;
  const fileAt = (whole: string): FoundImage | null => {
    if (left-- <= 0 || !isBelow(whole, folders)) return null;
    const isContent = isWithin(whole, root);
    const base = isContent ? root : home;
    const path = relative(base, whole).split(sep).join('/');
    if (isContent && !isKept(path)) return null;
    const file = published.find(base, path);
    return file !== null && sizeOf(file) <= LARGEST_IMAGE ? { path, file } : null;
  };
  const siteBases = [...new Set([context.base, ...context.bases])].filter((base) => base !== '');
  const isVault = rulesOf(context.generator).vault;
  let vault: ((target: string, page: string) => string | null) | null = null;
  return ({ target }: PageLink, address: string | null, page: NamingPage): FoundImage | null => {
    const plain = decodePercent(target);
    const beside = plain.startsWith('/') ? null : fileAt(join(root, page.file, '..', plain));
    if (beside !== null) return beside;
    const aliased = pathsOfAlias(plain);
    // Generators replace names by folders of sources, not by those of static files.
    const bases = aliased === null ? [...folders, home] : sources;
    for (const path of aliased ?? pathsOf(plain, address, page, siteBases)) {
      for (const base of bases) {
        const found = fileAt(join(base, path));
        if (found !== null) return found;
      }
    }
    if (!isVault) return null;
    vault ??= nameFinder(published.list(root, MOST_NAMED).filter(isKept));
    const named = vault(plain, page.file);
    return named === null ? null : fileAt(join(root, named));
  };
}

/** Whether a path is below one of some folders. */
function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let above = dirname(path), below = path; above !== below; below = above, above = dirname(above))
    if (folders.has(above)) return true;
  return false;
}

/** The paths that a target may be which begins with a name that the generator replaces; null: it does not begin so. */
function pathsOfAlias(target: string): string[] | null {
  const [, folder, rest] = /^[@~]([\w-]*)\/(.+)$/s.exec(target) ?? [];
  if (rest === undefined) return null;
  // `@site/static/a.png` and `~/assets/a.png` begin at the settings or their sources, `@assets/a.png` in the folder `assets`.
  return folder === '' || folder === 'site' ? [rest] : [`${folder}/${rest}`];
}

/**
 * The paths that the target of an image may be, from any folder of images, the likeliest first.
 * @param siteBases paths that the site may have on its host; none: they are not known
 */
function pathsOf(target: string, address: string | null, page: NamingPage, siteBases: readonly string[]): string[] {
  const paths = address === null ? [] : [decodePercent(address)];
  if (!target.startsWith('/')) {
    // Where addresses end with a slash, the page is a folder.
    const inner = joinPath(page.path.split('/'), target);
    return inner === null ? paths : [...paths, inner];
  }
  const path = target.replace(/^\/+/, '');
  for (const base of siteBases) if (path.startsWith(`${base}/`)) paths.push(path.slice(base.length + 1));
  if (siteBases.length === 0) paths.push(path.replace(/^[^/]*\//, ''));
  return paths;
}

/**
 * Finds an image of a vault by the end of its path, whatever its case, as Obsidian does: the one with the whole path, else the one
 * that is below the folder of the page, else the one with the shortest path.
 */
function nameFinder(files: readonly string[]): (target: string, page: string) => string | null {
  const plain = (path: string) => normalForm(path).toLowerCase();
  const images = files
    .filter((path) => imageType(path) !== null)
    .map((path) => ({ path, plain: plain(`/${path}`) }))
    .sort((one, other) => one.path.length - other.path.length || byCodePoint(one.path, other.path));
  const byName = Map.groupBy(images, (image) => basename(image.plain));
  return (target, page) => {
    const wanted = `/${plain(target.replace(/^(?:\.{0,2}\/)+/, ''))}`;
    const same = (byName.get(basename(wanted)) ?? []).slice(0, MOST_NAMESAKES);
    const found = same.filter((image) => image.plain.endsWith(wanted));
    const isInside = ({ path }: { readonly path: string }) => path.startsWith(`${dirname(page)}/`);
    return (found.find((image) => image.plain === wanted) ?? found.find(isInside) ?? found[0])?.path ?? null;
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
