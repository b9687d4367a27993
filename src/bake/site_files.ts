import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type ContentRoot, findContentRoot } from '../content/find_content_root.ts';
import { listFiles } from '../content/list_files.ts';
import { openProject, type Project } from '../content/project.ts';
import type { ContentSettings, ContentWarning } from '../content/site_content.ts';
import { detectSite, type SiteContext } from '../content/site_context.ts';

/** The files of a site and how to read them: what a bake knows before it reads pages. */
export interface SiteFiles {
  readonly place: ContentRoot;
  /** Absolute path of the content root. */
  readonly root: string;
  /** Files that may be pages, relative to the root, sorted by code point. */
  readonly files: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly context: SiteContext;
  readonly warnings: readonly ContentWarning[];
  /** Has the warnings of the listing, which a later call may reuse with it. */
  readonly listing: Project;
}

/**
 * Finds the content root, lists its files and detects the conventions of the site.
 * @param listed an earlier result whose list of files still holds (`holdsListing`), or null
 */
export function findSiteFiles(folder: string, settings: ContentSettings, listed: SiteFiles | null): SiteFiles {
  const project = openProject(folder);
  const place = findContentRoot(project);
  const root = join(project.folder, place.root);
  const isListed = listed !== null && isSamePlace(listed.place, place);
  const listing = isListed ? listed.listing : openProject(folder);
  const files = isListed ? listed.files : listFiles(listing, place.root, place.folders);
  const known = isListed ? listed.known : new Set(files);
  const context = detectSite(project, place, files, settings);
  return {
    place,
    root,
    files,
    known,
    context,
    warnings: distinct([...project.warnings(root), ...listing.warnings(root)]),
    listing,
  };
}

/**
 * Whether the list of files still holds when only `changed` may have changed. The list depends on names, kinds of file and
 * ignore files, but not on what pages contain.
 * @param changed absolute paths
 */
export function holdsListing({ root, known }: SiteFiles, changed: readonly string[]): boolean {
  return changed.every(
    (path) => known.has(pathBelow(root, path)) && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** The files that are at or below one of the paths, which are absolute. */
export function filesBelow({ root, files, known }: SiteFiles, paths: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const path of paths) {
    const place = pathBelow(root, path);
    const isAll = place === '' || place === '..' || place.startsWith('../');
    if (known.has(place)) found.add(place);
    else for (const file of files) if (isAll || file.startsWith(`${place}/`)) found.add(file);
  }
  return found;
}

function pathBelow(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function isSamePlace(a: ContentRoot, b: ContentRoot): boolean {
  const facts = (place: ContentRoot) => JSON.stringify({ ...place, rules: place.rules?.name });
  return facts(a) === facts(b);
}

function distinct(warnings: readonly ContentWarning[]): ContentWarning[] {
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()];
}
