import { type FoundVersions, findVersionFolders, listVersions } from '../content/copies/version_folders.ts';
import type { ReadCuration } from '../content/curation/read_curation.ts';
import type { Generator } from '../content/generators/generator_rules.ts';
import type { ContentSettings, ContentWarning } from '../content/site_content.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';
import { DEAD_EXTERNAL } from './external_links.ts';
import { findCurationFaults, SiteWords } from './find_curation_faults.ts';
import { type AnchorRebakeCache, findDeadAnchors } from './find_dead_anchors.ts';
import { findDeadLinks, findMissingImages } from './find_missing_targets.ts';
import { findOrphans, PageIds } from './find_orphans.ts';
import { ComponentFindings } from './find_unknown_components.ts';
import { findUnusedImages } from './find_unused_images.ts';
import {
  byPlace,
  type Finding,
  type IgnoreEntry,
  ignoreFindings,
  type LinkCheck,
  ORPHAN,
  RULES_FOR_ASKING,
  UNKNOWN_COMPONENT,
  UNUSED_IMAGE,
} from './finding.ts';
import { listProjectFiles, type ProjectFiles } from './project_files.ts';
import { listProject } from './project_texts.ts';
import { type CheckedPage, type CheckedSite, copyPages, readSite } from './read_site.ts';

interface CheckOptions {
  /** The content folder, or a project that contains one. */
  readonly folder: string;
  readonly settings: ContentSettings;
  readonly ignore: readonly IgnoreEntry[];
  readonly onProgress: (done: number, total: number) => void;
  /** The owner's search rules, and the absolute path of their file; null: none. */
  readonly curation?: { readonly file: string; readonly read: ReadCuration } | null;
  /** The only rule whose findings are wanted; null: all but those of rules that are only for asking. */
  readonly rule?: string | null;
  /** Receives the pages as they were checked. */
  readonly onPages?: (pages: readonly CheckedPage[]) => void;
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
  readonly versions: readonly FoundVersions[];
  /** Whether images were looked for: not in a folder that has none. */
  readonly imagesChecked: boolean;
  /** Why the rule that was asked for could not be checked; null: it was. */
  readonly unchecked: string | null;
  /** Number of findings that the settings ignore. */
  readonly ignored: number;
  /** Entries of the ignore list that match no finding. */
  readonly unusedIgnores: readonly IgnoreEntry[];
  /** Sorted by file, line and column. Files are relative to the content root. */
  readonly findings: readonly Finding[];
}

/** Checks a folder of Markdown: links, anchors, images, redirects, addresses, front matter and search rules. Reads no other site. */
export function checkSite({
  folder,
  settings,
  ignore,
  onProgress,
  curation = null,
  rule = null,
  onPages,
}: CheckOptions): CheckReport {
  const words = curation === null || curation.read.curation.synonyms.length === 0 ? null : new SiteWords();
  const components = rule === UNKNOWN_COMPONENT ? new ComponentFindings() : null;
  const ids = new PageIds();
  const site = readSite(folder, settings, onProgress, (draft, source) => {
    words?.add(draft);
    components?.add(draft.file, source);
    if (rule === ORPHAN) ids.add(draft.file, source);
  });
  onPages?.(site.pages);
  const { place, context, files, project } = site.files;
  const ofRules = curation === null ? [] : findCurationFaults(curation, site, words);
  const checked = { ...site, warnings: [...site.warnings, ...ofRules] };
  const { faults, imagesChecked } = findFaults(checked, listProjectFiles(project.folder));
  const { found, unchecked } = findUnused(rule, site, ids);
  const all = [...faults, ...(components?.found ?? []), ...found].sort(byPlace);
  const isWanted = (finding: Finding) => rule === null || finding.rule === rule;
  const { findings: kept, unused } = ignoreFindings(all, ignore);
  // Nobody looked for what this rule finds.
  const unusedIgnores = unused.filter(
    ({ rule: of = '' }) => of !== DEAD_EXTERNAL && (of === rule || !RULES_FOR_ASKING.includes(of)),
  );
  const findings = kept.filter(isWanted);
  const ignored = all.filter(isWanted).length - findings.length;
  const { linksResolved, linksUnresolved } = site.content;
  return {
    ...{ root: place.root, generator: context.generator, files: files.length, pages: site.pages.length },
    versions: listVersions(findVersionFolders(copyPages(site), context.versionFolders), context.currentVersion),
    ...{ linksResolved, linksUnresolved, imagesChecked, unchecked, ignored, unusedIgnores, findings },
  };
}

/** What nothing leads to or names, if a rule asks for it: its answer takes all texts of the project. */
function findUnused(
  rule: string | null,
  site: CheckedSite,
  ids: PageIds,
): { readonly found: readonly Finding[]; readonly unchecked: string | null } {
  if (rule !== ORPHAN && rule !== UNUSED_IMAGE) return { found: [], unchecked: null };
  const listing = listProject(site.files.project, site.files.root);
  if (listing === null) return { found: [], unchecked: 'the project has more than 200,000 files or 1 GB of text' };
  return rule === ORPHAN ? findOrphans(site, listing, ids) : findUnusedImages(site, listing);
}

/**
 * The faults of a site that was read, sorted by place.
 * @param listed the other files of the project; null when there were too many to list
 * @param anchors of earlier checks of the site
 */
export function findFaults(
  site: CheckedSite,
  listed: ProjectFiles | null,
  anchors: AnchorRebakeCache = new WeakMap(),
): { readonly faults: readonly Finding[]; readonly imagesChecked: boolean } {
  const projectFiles = listed ?? { pictures: new Set(), sources: new Set() };
  const images = findMissingImages(site, projectFiles);
  const checks = [
    findDeadLinks(site, projectFiles),
    findDeadAnchors(site, anchors),
    ...(images === null ? [] : [images]),
  ];
  const faults = [
    ...site.warnings.filter(({ rule }) => rule !== 'dead-link').map(fromWarning),
    ...findLinkFaults(site, checks),
    ...findRedirectFaults(site),
  ].sort(byPlace);
  return { faults, imagesChecked: images !== null };
}

function findLinkFaults({ pages }: CheckedSite, checks: readonly LinkCheck[]): Finding[] {
  const found: Finding[] = [];
  for (const page of pages) {
    for (const [at, link] of page.links.entries()) {
      for (const check of checks) {
        const fault = check(link, page, page.targets[at]!);
        if (fault !== null) found.push({ file: page.file, line: link.line, column: link.column, ...fault });
      }
    }
  }
  return found;
}

/** A warning of a build. It is its own cause, unless another has the same message. */
function fromWarning(warning: ContentWarning): Finding {
  const address = warning.rule === 'duplicate-path' ? /"([^"]*)"/.exec(warning.message)?.[1] : undefined;
  return { ...warning, target: address ?? '', problem: warning.message };
}

/**
 * Faults of the aliases that are addresses, each a redirect to its page: an alias that is the address of another page, which may
 * itself redirect further, and an alias that two pages declare.
 */
function findRedirectFaults({ pages }: CheckedSite): Finding[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const redirects = pages.flatMap((page) => redirectsOf(page).map((redirect) => ({ ...redirect, page })));
  /** By address: the first page that declares it. */
  const owners = new Map(redirects.toReversed().map(({ address, page }) => [address, page]));
  return redirects.flatMap(({ page, alias, address }) => {
    const fault = (rule: string, problem: string): Finding => {
      const message = `Cannot redirect from "${alias}": ${problem}`;
      return { file: page.file, line: 1, column: 1, rule, target: alias, problem, message };
    };
    const owner = owners.get(address)!;
    const taken = byPath.get(address);
    const repeated = `${owner.file} declares it too, so the redirect can lead to only one of the two pages`;
    return [
      ...(owner === page ? [] : [fault('duplicate-alias', repeated)]),
      ...(taken === undefined ? [] : [fault('redirect-chain', chainFrom(taken, page, owners))]),
    ];
  });
}

/** What happens at an alias of `page` that is the address of `taken`. */
function chainFrom(taken: CheckedPage, page: CheckedPage, owners: ReadonlyMap<string, CheckedPage>): string {
  if (taken === page) return 'it is the address of the page itself';
  const steps = [`/${taken.path}`];
  const seen = new Set([taken]);
  for (let next = owners.get(taken.path); next !== undefined; next = owners.get(next.path)) {
    steps.push(`/${next.path}`);
    if (seen.has(next))
      return `it is the address of ${taken.file}, and the redirects form a loop: ${steps.join(' → ')}`;
    seen.add(next);
  }
  return `it is the address of ${taken.file}, so one of the two hides the other: ${steps.join(' → ')}`;
}

function redirectsOf({ aliases, path }: CheckedPage): { alias: string; address: string }[] {
  return aliases.flatMap((alias) => {
    if (!alias.includes('/') || /^\w+:/.test(alias)) return [];
    const folder = alias.startsWith('/') || !alias.startsWith('.') ? '' : path.slice(0, path.lastIndexOf('/') + 1);
    // Not `cleanAddress`: `/functions/index` may be a page of that name, and `/a.html` the old address of `/a`.
    const bare = decodePercent(folder + alias.replace(/^(?:\.\.?\/)+/, '')).replace(/\/index\.html?$/i, '');
    const address = normalForm(bare.replace(/^\/+|\/+$/g, ''));
    return [{ alias, address: address === '' ? 'index' : address }];
  });
}
