import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { assembleSite } from '../content/assemble_site.ts';
import { findContentRoot } from '../content/find_content_root.ts';
import type { Generator } from '../content/generators/generator_rules.ts';
import { listFiles } from '../content/list_files.ts';
import { openProject } from '../content/project.ts';
import { publishMarkdown } from '../content/publish_markdown.ts';
import { READER_VERSION } from '../content/read_page.ts';
import type { ContentPage, ContentSettings, ContentWarning, SiteContent } from '../content/site_content.ts';
import { detectSite } from '../content/site_context.ts';
import { analyserFacts } from '../corpus/analysis/analyser_facts.ts';
import type { Artefact } from '../corpus/artefact/artefact_format.ts';
import { buildCorpus, pathHashes } from '../corpus/build_corpus.ts';
import type { SiteSettings, Stamps } from '../corpus/corpus.ts';
import type { CorpusPage } from '../corpus/corpus_page.ts';
import { normalForm } from '../text/normal_form.ts';
import { analyseSite, type SiteAnalysis } from './analyse_site.ts';
import type { AnalysedPage } from './analysed_page.ts';
import { readAnalysis, writeAnalysis } from './analysis_cache.ts';
import { contentStamp } from './content_stamp.ts';
import { packInParallel } from './pack_in_parallel.ts';

/** Part of the cache key and of the content stamp, as another version may give other answers for the same content. */
const PROGRAM_VERSION: string = manifest.version;

/** The site's settings that are stored in the artefact. */
export interface BakeSettings extends ContentSettings {
  readonly title: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly publicOrigin: string | null;
}

export interface BakeOptions {
  /** The content folder, or a project that contains one. */
  readonly folder: string;
  /** Path of the artefact; null: only in memory. */
  readonly out: string | null;
  readonly settings: BakeSettings;
  /** Commit to stamp the artefact with. */
  readonly commit: string | null;
  /** A local build has no content stamp, so its answers have no validators. */
  readonly local: boolean;
  /** File that caches analysed pages for the next bake; null: no cache. */
  readonly cache: string | null;
  /** Threads that read pages. */
  readonly workers: number;
  /** Whether a site without pages may be written. Default: no. */
  readonly allowEmpty?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
  /** Receives a message about a problem that only makes the next bake slower. */
  readonly onNotice?: (notice: string) => void;
}

export interface BakeReport {
  /** Why nothing was written, as the end of a sentence; null on success. */
  readonly refusal: string | null;
  /** `openCorpus(joinArtefact(artefact))` opens it without a file. */
  readonly artefact: Artefact;
  readonly stamps: Stamps;
  /** The generator whose conventions the folder follows. */
  readonly generator: Generator;
  /** Number of Markdown files, including drafts and fragments of pages, which are not pages. */
  readonly files: number;
  readonly pages: number;
  /** Number of pages whose title comes from the file name. */
  readonly titlesFromFiles: number;
  readonly collections: readonly { readonly name: string; readonly title: string; readonly pages: number }[];
  readonly sitePages: number;
  readonly tags: number;
  readonly linksResolved: number;
  readonly linksUnresolved: number;
  readonly warnings: readonly ContentWarning[];
  /** The content root, relative to `folder`, and why it was chosen. */
  readonly root: { readonly path: string; readonly why: string };
}

/** Bakes a folder of Markdown into one artefact. Equal content, settings and commit give equal bytes, whatever the machine. */
export async function bake(options: BakeOptions): Promise<BakeReport> {
  const { settings } = options;
  const project = openProject(options.folder);
  const place = findContentRoot(project);
  const { root, why } = place;
  const absolute = join(project.folder, root);
  const files = listFiles(project, root, place.folders);
  const context = detectSite(project, place, files, settings);
  const key = createHash('sha256')
    .update(JSON.stringify([PROGRAM_VERSION, READER_VERSION, analyserFacts([]), context]))
    .digest('hex');
  const earlier = options.cache === null ? null : readAnalysis(options.cache, key);
  const analysis = await analyseSite({
    root: absolute,
    context,
    files,
    earlier,
    workers: options.workers,
    onProgress: options.onProgress ?? (() => {}),
  });
  if (options.cache !== null && !isSame(analysis, earlier)) keepAnalysis(options, options.cache, key, analysis);

  const drafts = analysis.pages.flatMap(({ page }) => (page === null ? [] : [page.draft]));
  const site = assembleSite(drafts, context, settings);
  const stamps: Stamps = {
    commit: options.commit,
    content: options.local ? null : contentStamp(analysis.pages, { ...settings, context }, PROGRAM_VERSION),
  };
  const pages = corpusPages(site.pages, analysis.pages, settings.origin);
  const artefact = buildCorpus({
    settings: siteSettings(settings, context.language, site),
    stamps,
    pages,
    tags: site.tags,
    terms: analysis.numbers,
    pack: await packInParallel(
      [pages.map(({ markdown }) => markdown), pages.map(({ text }) => text), pages.map(({ body }) => body.steps)],
      pathHashes(pages),
    ),
  });
  const refusal = options.allowEmpty === true || site.pages.length > 0 ? null : emptiness(files.length);
  if (options.out !== null && refusal === null) writeWhole(options.out, artefact);
  return {
    refusal,
    artefact,
    stamps,
    generator: context.generator,
    files: files.length,
    root: { path: root, why },
    warnings: inOrder([
      ...project.warnings(absolute),
      ...analysis.pages.flatMap(({ warnings }) => warnings),
      ...site.warnings,
    ]),
    ...counts(site),
  };
}

function emptiness(files: number): string {
  return files === 0 ? 'it holds no Markdown file' : `none of its ${files} Markdown files is a page to publish`;
}

/** Writes the cache. Failure is only a notice: it makes the next bake slower. */
function keepAnalysis({ onNotice }: BakeOptions, file: string, key: string, analysis: SiteAnalysis): void {
  try {
    writeAnalysis(file, key, analysis);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    onNotice?.(`Cannot keep the cache, so the next build reads every page again: ${reason}.`);
  }
}

/** Whether the analysis has exactly the pages of the earlier one, so that the cache need not be written. */
function isSame(analysis: SiteAnalysis, earlier: SiteAnalysis | null): boolean {
  if (earlier === null || earlier.pages.length !== analysis.pages.length) return false;
  return analysis.pages.every((page, i) => page === earlier.pages[i]);
}

function siteSettings(settings: BakeSettings, language: string, site: SiteContent): SiteSettings {
  const { origin, publicOrigin } = settings;
  return {
    origin,
    title: normalForm(settings.title),
    description: normalForm(settings.description),
    language,
    collections: site.collections.map(({ name, title }) => ({ name, title })),
    tools: settings.tools.map((tool) => normalForm(tool)),
    ...(settings.fields !== undefined && settings.fields.length > 0 && { fields: settings.fields }),
    publicOrigin,
  };
}

function corpusPages(pages: readonly ContentPage[], analysed: readonly AnalysedPage[], origin: string): CorpusPage[] {
  const texts = new Map(analysed.map(({ file, page }) => [file, page]));
  const places = { origin, path: (page: number) => pages[page]!.path };
  return pages.map((page) => {
    const { text, markdown, body, sections, draft } = texts.get(page.file)!;
    const published = publishMarkdown({ ...page, markdown, links: draft.links }, places);
    return { ...page, text, markdown: published, body, sections };
  });
}

function counts(site: SiteContent) {
  const collections = site.collections.map(({ name, title }) => ({
    name,
    title,
    pages: site.pages.filter(({ collection }) => collection === name).length,
  }));
  return {
    pages: site.pages.length,
    titlesFromFiles: site.titlesFromFiles,
    collections,
    sitePages: site.pages.filter(({ collection }) => collection === null).length,
    tags: site.tags.length,
    linksResolved: site.linksResolved,
    linksUnresolved: site.linksUnresolved,
  };
}

/** Sorts by file, line and column. The sort is stable for warnings of the same place. */
function inOrder(warnings: readonly ContentWarning[]): ContentWarning[] {
  return warnings.toSorted((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
}

/** Writes a temporary file and renames it, so that readers see the old or the new artefact, never a part. */
function writeWhole(file: string, { parts }: Artefact): void {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, 'w');
  try {
    for (const part of joinSmall(parts)) for (let at = 0; at < part.length; ) at += writeSync(handle, part, at);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

const WRITE_SIZE = 1 << 20;

/** Joins small parts into writes of about `WRITE_SIZE` bytes: one system call per page would be slow. */
function* joinSmall(parts: readonly Uint8Array[]): Iterable<Uint8Array> {
  let open: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    open.push(part);
    length += part.length;
    if (length < WRITE_SIZE) continue;
    yield open.length === 1 ? part : Buffer.concat(open, length);
    open = [];
    length = 0;
  }
  yield Buffer.concat(open, length);
}
