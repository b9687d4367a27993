import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BakedSite, BakeReport, BakeSettings } from '../../bake/bake_options.ts';
import { listImages } from '../../bake/list_images.ts';
import { createSiteBaker, type SiteBaker } from '../../bake/site_baker.ts';
import { findFaults } from '../../check/check_site.ts';
import type { AnchorRebakeCache } from '../../check/find_dead_anchors.ts';
import { type Finding, ignoreFindings } from '../../check/finding.ts';
import { listProjectFiles, type ProjectFiles } from '../../check/project_files.ts';
import { type CheckedSite, checkedSite } from '../../check/read_site.ts';
import type { ImageList } from '../../content/files/image_files.ts';
import { entriesIn } from '../../content/files/project.ts';
import type { SiteFacts } from '../../content/site/site_facts.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { completeSettings, explainRefusal, findCache, nameFacts } from '../build/bake_content.ts';
import { checkFolder } from '../check_paths.ts';
import { failed } from '../command_error.ts';
import { type BakeFlags, LARGEST_ORDERED } from '../options.ts';
import type { Config } from '../settings/config.ts';
import { curationOf, curationPlaces, findCuration } from '../settings/curation_file.ts';
import { declaredConfig, findConfig } from '../settings/read_config.ts';
import type { Terminal } from '../terminal.ts';
import type { Edits } from './watch_site.ts';

/** A build that differs from the one before. */
export interface DevBuild {
  readonly report: BakeReport;
  readonly images: ImageList;
  readonly facts: SiteFacts;
  readonly changes: PageChanges;
  /** Whether the settings of the site changed too. */
  readonly isReset: boolean;
}

const mostOthers = 1_000;

/**
 * The content of a site that is being edited: bakes it again and again, and names what changed. Calls must not overlap.
 * @param folder the content folder, or a project that contains one
 */
export function createDevSite(
  folder: string,
  flags: BakeFlags,
  terminal: Terminal,
  onProgress: (done: number, total: number) => void,
) {
  const { environment } = terminal;
  let baker: SiteBaker | null = null;
  let assembled: BakedSite | null = null;
  let built: {
    readonly report: BakeReport;
    readonly images: ImageList;
    readonly config: Config;
    readonly settings: BakeSettings;
    readonly digests: PageDigests;
  } | null = null;
  let known: ReadonlySet<string> | null = null;
  let projectFiles: ProjectFiles | null = null;
  const anchors: AnchorRebakeCache = new WeakMap();
  let checked: BakeReport | null = null;

  function bake(edits: Edits, settings: BakeSettings): Promise<BakeReport> {
    if (baker !== null) return baker.rebake(edits, { settings });
    baker = createSiteBaker({
      ...{ folder, settings, out: null, commit: null, local: true, spaceUpTo: LARGEST_ORDERED },
      ...{ allowEmpty: flags.allowEmpty ?? false, allowMissing: flags.allowMissing ?? false },
      ...{ cache: findCache(folder, terminal), workers: availableParallelism(), onProgress },
      onNotice: (notice) => terminal.err(`${notice}\n`),
      onAssembled: (site) => {
        assembled = site;
      },
    });
    return baker.bakeAll();
  }

  return {
    /**
     * Bakes the site as it is now. Null when its answers are those of the build before.
     * @throws when it cannot be built
     */
    async build(edits: Edits): Promise<DevBuild | null> {
      checkFolder(folder);
      const { file, config } = declaredConfig(folder, flags, environment);
      const settings = { ...completeSettings(config), ...curationOf(folder, flags, environment) };
      const report = await bake(edits, settings);
      if (report.refusal !== null) throw failed(explainRefusal(folder, report, flags));
      // A file that is no page may have been added or removed, and links may lead to it.
      if (edits === null || !edits.every((path) => isPage(path, assembled!))) projectFiles = null;
      const before = built;
      const isReset =
        before !== null && JSON.stringify([config, settings]) !== JSON.stringify([before.config, before.settings]);
      if (isReset) checked = null;
      const digests = before !== null && report === before.report ? before.digests : pageDigests(assembled!);
      const images = listImages(assembled!);
      built = { report, images, config, settings, digests };
      const isSame =
        report.artefact.digest === before?.report.artefact.digest && isDeepStrictEqual(images, before.images);
      if (!isReset && isSame) return null;
      const changes = comparePages(before?.digests ?? new Map(), digests);
      return { report, images, facts: nameFacts(report, file, environment), changes, isReset };
    },
    /**
     * Looks for faults in the last build; null when nothing has changed since the last look.
     * `found` has those that were not there before, none in the first look; `gone` is the number of those that were there before.
     */
    check() {
      if (built === null || built.report === checked) return null;
      checked = built.report;
      projectFiles ??= listProjectFiles(resolve(folder));
      const { faults } = findFaults(checkedSiteOf(assembled!, built.report), projectFiles, anchors);
      const { findings } = ignoreFindings(faults, built.config.check?.ignore ?? []);
      const before = known;
      const now = new Set(findings.map(keyOf));
      known = now;
      return {
        found: before === null ? [] : findings.filter((finding) => !before.has(keyOf(finding))),
        gone: [...(before ?? [])].filter((key) => !now.has(key)).length,
        total: findings.length,
      };
    },
    /** Absolute paths of the files outside the folder that the last build depends on, or would if they existed. */
    others(): readonly string[] {
      const config = findConfig(folder, flags, environment);
      const curation = findCuration(folder, flags, environment);
      const rules = curation === null ? curationPlaces(folder, flags, environment) : [curation];
      const found = [
        ...(config === null ? [] : [resolve(config)]),
        ...rules.map((file) => resolve(file)),
        ...(assembled === null ? [] : outsideFiles(assembled)),
      ];
      return [...new Set(found)].filter((path) => !isBelow(resolve(folder), path)).slice(0, mostOthers);
    },
  };
}

/** The files outside the content root that a build looked at: included ones, settings of the generator, ignore files. */
function outsideFiles({ files: { root, boundary, place, project }, analysed }: BakedSite): string[] {
  const included = analysed.flatMap((page) => (page.included ?? []).map((path) => join(root, path)));
  const settings = place.home === null ? [] : filesIn(place.home);
  const ignoreFiles: string[] = [];
  for (let path = project.folder; isBelow(project.top, path); path = dirname(path))
    ignoreFiles.push(join(path, '.gitignore'));
  return [...ignoreFiles, ...settings, ...included.filter((path) => isBelow(boundary, path))];
}

function filesIn(folder: string): string[] {
  const files = entriesIn(folder).filter((entry) => entry.isFile());
  return files.map(({ name }) => join(folder, name));
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isPage(path: string, { files: { root, known } }: BakedSite): boolean {
  return known.has(relative(root, path));
}

/** Identifies a fault by what does not change when text is added above it. */
function keyOf({ file, rule, target, problem }: Finding): string {
  return JSON.stringify([file, rule, target, problem]);
}

/** The site as `check` reads it, without reading it again. */
function checkedSiteOf({ files, analysed, content }: BakedSite, report: BakeReport): CheckedSite {
  const drafts = new Map(analysed.flatMap(({ file, page }) => (page === null ? [] : [[file, page.draft] as const])));
  const ofRules = report.warnings.filter(({ rule }) => rule === 'curation');
  return checkedSite(files, drafts, content, [...analysed.flatMap(({ warnings }) => warnings), ...ofRules]);
}

/** How the pages of a build differ from those of the build before. Paths are sorted by code point. */
export interface PageChanges {
  readonly added: readonly string[];
  /** Pages whose own file, or a file that they include, has other bytes. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The pages of a build by path, each with the digest of its source. */
type PageDigests = ReadonlyMap<string, string>;

function pageDigests({ analysed, content }: BakedSite): PageDigests {
  const digests = new Map(analysed.map(({ file, digest }) => [file, digest]));
  return new Map(content.pages.map(({ path, file }) => [path, digests.get(file)!]));
}

function comparePages(before: PageDigests, now: PageDigests): PageChanges {
  const sorted = (pages: PageDigests, isListed: (path: string) => boolean) =>
    [...pages.keys()].filter(isListed).sort(byCodePoint);
  return {
    added: sorted(now, (path) => !before.has(path)),
    changed: sorted(now, (path) => before.has(path) && before.get(path) !== now.get(path)),
    removed: sorted(before, (path) => !now.has(path)),
  };
}
