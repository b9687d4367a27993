import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { forgetFolders, type ListingRebakeCache, listFiles } from '../content/files/list_files.ts';
import { openProject, type Project } from '../content/files/project.ts';
import { type ContentRoot, findContentRoot } from '../content/site/find_content_root.ts';
import { type LinkEvidence, sampleLinks } from '../content/site/sample_links.ts';
import { detectSite, type SiteContext } from '../content/site/site_context.ts';
import { factsOfSite, type GivenFacts, type SiteFacts } from '../content/site/site_facts.ts';
import type { ContentSettings, ContentWarning } from '../content/site_content.ts';

/** The files of a site and how to read them: what a bake knows before it reads pages. */
export interface SiteFiles {
  readonly place: ContentRoot;
  /** Absolute path of the content root. */
  readonly root: string;
  /** Real path of the folder that files included by pages must be in. */
  readonly boundary: string;
  /** Files that may be pages, relative to the root, sorted by code point. */
  readonly files: readonly string[];
  /** Documents that are not read (`ListedFiles`). */
  readonly others: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly context: SiteContext;
  readonly facts: SiteFacts;
  readonly warnings: readonly ContentWarning[];
  /** Has the warnings of the listing, which a later call may reuse with it. */
  readonly listing: Project;
  readonly listings: ListingRebakeCache;
  /** What the links of a sample of the files tell; null when no rule asks for it. */
  readonly evidence: LinkEvidence | null;
}

/**
 * Finds the content root, lists its files and detects the conventions of the site.
 * @param earlier an earlier result for the same folder, or null
 * @param changed absolute paths that may have changed since; null: any
 */
export function findSiteFiles(
  folder: string,
  settings: ContentSettings & GivenFacts,
  earlier: SiteFiles | null,
  changed: readonly string[] | null,
): SiteFiles {
  const project = openProject(folder);
  const place = findContentRoot(project);
  const root = join(project.folder, place.root);
  const kept = earlier !== null && changed !== null && isSamePlace(earlier.place, place) ? earlier : null;
  const listed = kept !== null && holdsListing(kept, changed!) ? kept : listSite(folder, place, kept, changed);
  const known = kept?.files === listed.files && !isSampled(kept, changed!) ? kept.evidence : null;
  let evidence: LinkEvidence | null = null;
  const facts = factsOfSite(project, place, listed.files, settings);
  const context = detectSite(project, place, listed, settleFacts(settings, facts), (...sampled) => {
    evidence = known ?? sampleLinks(...sampled);
    return evidence;
  });
  return {
    ...{ place, root, boundary: project.boundary, context, facts, evidence },
    ...{
      files: listed.files,
      others: listed.others,
      known: listed.known,
      listing: listed.listing,
      listings: listed.listings,
    },
    warnings: distinct([...project.warnings(root), ...listed.listing.warnings(root)]),
  };
}

/** The settings, with facts from the site where the owner set nothing. */
export function settleFacts<Settings extends GivenFacts>(
  settings: Settings,
  { origin, title }: SiteFacts,
): Settings & { readonly origin: string | null; readonly title: string } {
  return { ...settings, origin: origin.value, title: title.value };
}

type Listed = Pick<SiteFiles, 'files' | 'others' | 'known' | 'listing' | 'listings'>;

/** Lists the files. Only folders that may have changed are read again. */
function listSite(
  folder: string,
  { root, folders, selection }: ContentRoot,
  kept: SiteFiles | null,
  changed: readonly string[] | null,
): Listed {
  const listing = openProject(folder);
  const cache: ListingRebakeCache = new Map(kept?.listings);
  const below = kept === null ? [] : changed!.map((path) => pathBelow(kept.root, path));
  const listings = kept !== null && forgetFolders(cache, kept.root, below) ? cache : new Map();
  const { files, others } = listFiles(listing, root, folders, selection, listings);
  return { files, others, known: new Set(files), listing, listings };
}

/**
 * Whether the list of files still holds when only `changed` may have changed. The list depends on names, kinds of file and
 * ignore files, but not on what pages contain.
 * @param changed absolute paths
 */
function holdsListing({ root, known }: SiteFiles, changed: readonly string[]): boolean {
  return changed.every(
    (path) => known.has(pathBelow(root, path)) && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true,
  );
}

function isSampled({ root, evidence }: SiteFiles, changed: readonly string[]): boolean {
  return changed.some((path) => evidence?.sampled.has(pathBelow(root, path)));
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
