import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { DeclaredSite } from './declared_site.ts';
import { type ListedFiles, listFiles } from './files/list_files.ts';
import { openProject, type Project } from './files/project.ts';
import { declaredRoot, listDeclared } from './site/declared_places.ts';
import { type ContentRoot, findContentRoot } from './site/find_content_root.ts';
import { type LinkEvidence, sampleLinks } from './site/sample_links.ts';
import { detectSite, type SiteContext, withDeclared } from './site/site_context.ts';
import { factsOfSite, type GivenFacts, type SiteFacts } from './site/site_facts.ts';
import type { ContentSettings, ContentWarning } from './site_content.ts';

/** The files of a site and how to read them: what is known before pages are read. */
export interface SiteFiles extends ListedFiles {
  readonly project: Project;
  readonly place: ContentRoot;
  /** Absolute path of the content root. */
  readonly root: string;
  /** Real path of the folder that files included by pages must be in. */
  readonly boundary: string;
  /** The `files`. */
  readonly known: ReadonlySet<string>;
  readonly context: SiteContext;
  readonly facts: SiteFacts;
  readonly warnings: readonly ContentWarning[];
  /** Those of the listing, which a later call may reuse with it. */
  readonly listingWarnings: readonly ContentWarning[];
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
  const { site } = settings;
  const place = site === undefined ? findContentRoot(project) : declaredRoot(project, site);
  const root = join(project.folder, place.root);
  const kept = earlier !== null && changed !== null && isSamePlace(earlier.place, place) ? earlier : null;
  const isListed = kept !== null && holdsListing(kept, changed!);
  const listed = isListed ? kept : listSite(folder, root, place, site);
  const known = isListed && !changed!.some((path) => kept.evidence?.sampled.has(pathBelow(root, path))) ? kept : null;
  let evidence: LinkEvidence | null = null;
  const facts = factsOfSite(project, place, listed.files, settings);
  const detected = detectSite(project, place, listed, settleFacts(settings, facts), (...sampled) => {
    evidence = known?.evidence ?? sampleLinks(...sampled);
    return evidence;
  });
  const context = site === undefined ? detected : withDeclared(detected, site);
  const { files, others, listingWarnings } = listed;
  return {
    ...{ project, place, root, boundary: project.boundary, context, facts, evidence },
    ...{ files, others, known: listed.known, listingWarnings },
    warnings: distinct([...project.warnings(root), ...listingWarnings]),
  };
}

/** The settings, with facts from the site where the owner set nothing. */
export function settleFacts<Settings extends GivenFacts>(
  settings: Settings,
  { origin, title }: SiteFacts,
): Settings & { readonly origin: string | null; readonly title: string } {
  return { ...settings, origin: origin.value, title: title.value };
}

function listSite(folder: string, root: string, place: ContentRoot, site: DeclaredSite | undefined) {
  const project = openProject(folder);
  const listed =
    site === undefined ? listFiles(project, place.root, place.folders, place.selection) : listDeclared(project, site);
  return { ...listed, known: new Set(listed.files), listingWarnings: project.warnings(root) };
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
