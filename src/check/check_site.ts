import type { Generator } from '../content/generators/generator_rules.ts';
import type { ContentSettings, ContentWarning } from '../content/site_content.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { type AnchorRebakeCache, findDeadAnchors } from './find_dead_anchors.ts';
import { findDeadLinks } from './find_dead_links.ts';
import { findMissingImages } from './find_missing_images.ts';
import { findRedirectFaults } from './find_redirect_faults.ts';
import type { Finding } from './finding.ts';
import { type IgnoreEntry, ignoreFindings } from './ignore_findings.ts';
import { listProjectFiles, type ProjectFiles } from './project_files.ts';
import { type CheckedSite, readSite } from './read_site.ts';

export interface CheckOptions {
  /** The content folder, or a project that contains one. */
  readonly folder: string;
  readonly settings: ContentSettings;
  readonly ignore: readonly IgnoreEntry[];
  readonly onProgress: (done: number, total: number) => void;
}

export interface CheckReport {
  /** The content root, relative to `folder`. */
  readonly root: string;
  readonly generator: Generator;
  /** Number of Markdown files. */
  readonly files: number;
  readonly pages: number;
  readonly linksResolved: number;
  readonly linksUnresolved: number;
  /** Whether images were looked for: not in a folder that has none. */
  readonly imagesChecked: boolean;
  /** Number of findings that the settings ignore. */
  readonly ignored: number;
  /** Entries of the ignore list that match no finding. */
  readonly unusedIgnores: readonly IgnoreEntry[];
  /** Sorted by file, line and column. Files are relative to the content root. */
  readonly findings: readonly Finding[];
}

/** Checks a folder of Markdown: links, anchors, images, redirects, addresses and front matter. Reads no other site. */
export function checkSite({ folder, settings, ignore, onProgress }: CheckOptions): CheckReport {
  const site = readSite(folder, settings, onProgress);
  const { faults, imagesChecked } = findFaults(site, listProjectFiles(site.project.folder));
  const { findings, ignored, unused } = ignoreFindings(faults, ignore);
  return {
    ...{ root: site.root, generator: site.context.generator, files: site.files, pages: site.pages.length },
    ...{ linksResolved: site.linksResolved, linksUnresolved: site.linksUnresolved },
    ...{ imagesChecked, ignored, unusedIgnores: unused, findings },
  };
}

/**
 * The faults of a site that was read, sorted by place.
 * @param listed the other files of the project; null when there were too many to list
 * @param anchors of earlier checks of the site
 */
export function findFaults(
  site: CheckedSite,
  listed: ProjectFiles | null,
  anchors?: AnchorRebakeCache,
): { readonly faults: readonly Finding[]; readonly imagesChecked: boolean } {
  const projectFiles = listed ?? { pictures: new Set(), sources: new Set() };
  const images = findMissingImages(site, projectFiles);
  const faults = [
    ...site.warnings.filter(({ rule }) => rule !== 'dead-link').map(fromWarning),
    ...findDeadLinks(site, projectFiles),
    ...findDeadAnchors(site, anchors),
    ...findRedirectFaults(site),
    ...(images ?? []),
  ].sort(byPlace);
  return { faults, imagesChecked: images !== null };
}

function byPlace(a: Finding, b: Finding): number {
  return byCodePoint(a.file, b.file) || a.line - b.line || a.column - b.column || byCodePoint(a.rule, b.rule);
}

/** A warning of a build. It is its own cause, unless another has the same message. */
function fromWarning(warning: ContentWarning): Finding {
  const address = warning.rule === 'duplicate-path' ? /"([^"]*)"/.exec(warning.message)?.[1] : undefined;
  return { ...warning, target: address ?? '', problem: warning.message };
}
