import { join } from 'node:path';
import { listFiles } from '../content/files/list_files.ts';
import { openProject, type Project } from '../content/files/project.ts';
import { LARGEST_PAGE, readRegularFile } from '../content/files/regular_file.ts';
import type { GeneratorRules } from '../content/generators/generator_rules.ts';
import { rulesOf } from '../content/generators/generators.ts';
import { type PageOutline, readPage } from '../content/markdown/read_page.ts';
import { assembleSite, targetsByIndex } from '../content/site/assemble_site.ts';
import { findContentRoot } from '../content/site/find_content_root.ts';
import { detectSite, type SiteContext } from '../content/site/site_context.ts';
import { factsOfSite } from '../content/site/site_facts.ts';
import type { ContentSettings, ContentWarning } from '../content/site_content.ts';

/** A page as it is checked: what its file says, its address, and where its links lead. */
export interface CheckedPage extends PageOutline {
  readonly path: string;
  /** For each link the index of its page; negative when it leads to none. */
  readonly targets: Int32Array;
}

/** A site as it is checked. */
export interface CheckedSite {
  readonly project: Project;
  /** The content root, relative to the project's folder. */
  readonly root: string;
  readonly context: SiteContext;
  readonly rules: GeneratorRules;
  /** Number of Markdown files. */
  readonly files: number;
  /** Sorted by path. */
  readonly pages: readonly CheckedPage[];
  readonly linksResolved: number;
  readonly linksUnresolved: number;
  /** What a build would warn of. */
  readonly warnings: readonly ContentWarning[];
}

/** Reads a site as a build does, without texts and index. */
export function readSite(
  folder: string,
  settings: ContentSettings,
  onProgress: (done: number, total: number) => void,
): CheckedSite {
  const project = openProject(folder);
  const place = findContentRoot(project);
  const absolute = join(project.folder, place.root);
  const listed = listFiles(project, place.root, place.folders, place.selection);
  const { files } = listed;
  const { origin } = factsOfSite(project, place, files, settings);
  const context = detectSite(project, place, listed, { ...settings, origin: origin.value });
  const warnings: ContentWarning[] = [];
  const outlines = new Map<string, PageOutline>();
  for (const [at, file] of files.entries()) {
    const { bytes, refusal } = readRegularFile(join(absolute, file), { bytes: LARGEST_PAGE, within: null });
    if (bytes === null) {
      const message = `Cannot read the page: ${refusal}`;
      warnings.push({ file, line: 0, column: 0, message, rule: 'unreadable' });
      continue;
    }
    const reading = readPage(file, bytes, context);
    for (const warning of reading.warnings) warnings.push(warning);
    if (reading.draft !== null) outlines.set(file, outlineOf(reading.draft));
    onProgress(at + 1, files.length);
  }
  const site = assembleSite([...outlines.values()], context, settings);
  const pages = site.pages.map((page) => ({
    ...outlines.get(page.file)!,
    path: page.path,
    targets: targetsByIndex(page, site),
  }));
  return {
    ...{ project, root: place.root, context, rules: rulesOf(context.generator), files: files.length, pages },
    ...{ linksResolved: site.linksResolved, linksUnresolved: site.linksUnresolved },
    warnings: [...project.warnings(absolute), ...warnings, ...site.warnings],
  };
}

/** A draft without its texts, which would keep the whole site in memory. */
function outlineOf({ text: _text, markdown: _markdown, code: _code, ...outline }: PageOutline & Texts): PageOutline {
  return outline;
}

interface Texts {
  readonly text: string;
  readonly markdown: string;
  readonly code: readonly number[];
}
