import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import type { BakedSite, BakeReport } from '../../bake/bake_options.ts';
import { createSiteBaker, type SiteBaker } from '../../bake/site_baker.ts';
import { findFaults } from '../../check/check_site.ts';
import type { Finding } from '../../check/finding.ts';
import { ignoreFindings } from '../../check/ignore_findings.ts';
import { listProjectFiles, type ProjectFiles } from '../../check/project_files.ts';
import type { CheckedSite } from '../../check/read_site.ts';
import { openProject } from '../../content/files/project.ts';
import { rulesOf } from '../../content/generators/generators.ts';
import { type BakeFlags, completeSettings, findCache, findConfig } from '../bake_content.ts';
import { failed } from '../command_error.ts';
import type { Config } from '../config.ts';
import { readConfig } from '../read_config.ts';
import type { Terminal } from '../terminal.ts';
import type { Edits } from './gather_edits.ts';
import { comparePages, type PageChanges, type PageDigests, pageDigests } from './page_changes.ts';

export interface DevSiteOptions {
  readonly folder: string;
  readonly flags: BakeFlags;
  readonly terminal: Terminal;
  onProgress(done: number, total: number): void;
}

/** A build that differs from the one before. */
export interface DevBuild {
  readonly report: BakeReport;
  readonly publicOrigin: string | null;
  readonly changes: PageChanges;
  /** Whether the settings of the site changed too. */
  readonly isReset: boolean;
}

/** The faults of the content, compared with those of the check before. */
export interface CheckedFaults {
  /** Faults that were not there before; none in the first check. */
  readonly found: readonly Finding[];
  /** Number of faults that were there before and are gone. */
  readonly gone: number;
  readonly total: number;
}

/** The content of a site that is being edited: bakes it again and again, and names what changed. Calls must not overlap. */
export interface DevSite {
  /**
   * Bakes the site as it is now. Null when that is the build before.
   * @throws when it cannot be built; the next call then bakes everything
   */
  build(edits: Edits): Promise<DevBuild | null>;
  /** Looks for faults in the last build. */
  check(): CheckedFaults;
  /** Absolute paths of the files outside the folder that the last build depends on. */
  others(): readonly string[];
}

export function createDevSite({ folder, flags, terminal, onProgress }: DevSiteOptions): DevSite {
  let baker: SiteBaker | null = null;
  let assembled: BakedSite | null = null;
  let built: { readonly report: BakeReport; readonly config: Config; readonly digests: PageDigests } | null = null;
  let known: ReadonlySet<string> | null = null;
  let projectFiles: ProjectFiles | null = null;

  function bake(edits: Edits, config: Config): Promise<BakeReport> {
    const settings = completeSettings(config, folder);
    if (baker !== null) return baker.rebake(edits, { settings });
    baker = createSiteBaker({
      ...{ folder, settings, out: null, commit: null, local: true, allowEmpty: flags.allowEmpty ?? false },
      ...{ cache: findCache(folder, terminal), workers: availableParallelism(), onProgress },
      onNotice: (notice) => terminal.err(`${notice}\n`),
      onAssembled: (site) => {
        assembled = site;
      },
    });
    return baker.bakeAll();
  }

  return {
    async build(edits) {
      const { environment } = terminal;
      const config = readConfig(findConfig(folder, flags, environment), environment);
      const report = await bake(edits, config);
      if (report.refusal !== null) throw failed(`Cannot build "${folder}": ${report.refusal}.`);
      if (report.artefact.digest === built?.report.artefact.digest && config.publicOrigin === built.config.publicOrigin)
        return null;
      const digests = pageDigests(assembled!);
      const changes = comparePages(built?.digests ?? new Map(), digests);
      const isReset = built !== null && JSON.stringify(config) !== JSON.stringify(built.config);
      built = { report, config, digests };
      // A file that is no page came or went, or may have: links may lead to it.
      if (edits === null || !edits.every((path) => isPage(path, assembled!))) projectFiles = null;
      return { report, publicOrigin: config.publicOrigin ?? null, changes, isReset };
    },
    check() {
      projectFiles ??= listProjectFiles(resolve(folder));
      const { faults } = findFaults(checkedSite(folder, assembled!), projectFiles);
      const { findings } = ignoreFindings(faults, built!.config.check?.ignore ?? []);
      const before = known;
      known = new Set(findings.map(keyOf));
      const kept = known;
      return {
        found: before === null ? [] : findings.filter((finding) => !before.has(keyOf(finding))),
        gone: [...(before ?? [])].filter((key) => !kept.has(key)).length,
        total: findings.length,
      };
    },
    others: () => [],
  };
}

function isPage(path: string, { files: { root, known } }: BakedSite): boolean {
  return known.has(relative(root, path));
}

/** What stays the same of a fault when text is added above it. */
function keyOf({ file, rule, target, problem }: Finding): string {
  return JSON.stringify([file, rule, target, problem]);
}

/** The site as `check` reads it, without reading it again. */
function checkedSite(folder: string, { files, analysed, content }: BakedSite): CheckedSite {
  const drafts = new Map(analysed.flatMap(({ file, page }) => (page === null ? [] : [[file, page.draft] as const])));
  return {
    project: openProject(folder),
    root: files.place.root,
    context: files.context,
    rules: rulesOf(files.context.generator),
    files: files.files.length,
    pages: content.pages.map(({ file, path, targets }) => ({ ...drafts.get(file)!, path, targets })),
    linksResolved: content.linksResolved,
    linksUnresolved: content.linksUnresolved,
    warnings: [...files.warnings, ...analysed.flatMap(({ warnings }) => warnings), ...content.warnings],
  };
}
