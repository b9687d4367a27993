import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };
import { publishMarkdown } from '../content/markdown/publish_markdown.ts';
import { READER_VERSION } from '../content/markdown/read_page.ts';
import { assembleSite, SiteMemory } from '../content/site/assemble_site.ts';
import type { ContentPage, ContentWarning, SiteContent } from '../content/site_content.ts';
import { analyserFacts } from '../corpus/analysis/analyser_facts.ts';
import { packBlock } from '../corpus/artefact/packed_items.ts';
import { buildCorpus, CorpusMemory, indexPages, mapOf, pathHashes } from '../corpus/build_corpus.ts';
import type { SiteSettings, Stamps } from '../corpus/corpus.ts';
import type { CorpusPage } from '../corpus/corpus_page.ts';
import { PageMemory } from '../corpus/page_memory.ts';
import { normalForm } from '../text/normal_form.ts';
import { analyseSite, releasePages, type SiteAnalysis } from './analyse_site.ts';
import type { AnalysedPage } from './analysed_page.ts';
import { readAnalysis, writeAnalysis } from './analysis_cache.ts';
import type { BakeOptions, BakeReport, BakeSettings } from './bake_options.ts';
import { contentStamp, type StampMemory } from './content_stamp.ts';
import { FileTimes } from './file_times.ts';
import { type HelperThread, startHelperThread } from './helper_thread.ts';
import { filesBelow, findSiteFiles, type SiteFiles } from './site_files.ts';
import { type ParallelPacking, startPacking } from './start_packing.ts';
import { writeArtefact } from './write_artefact.ts';

/** Part of the cache key and of the content stamp, as another version may give other answers for the same content. */
export const PROGRAM_VERSION: string = manifest.version;

/**
 * Bakes one folder again and again. Whatever it remembers, the artefact and the report are those of a full bake of the same
 * content. Calls must not overlap.
 */
export interface SiteBaker {
  /** Reads every file. Pages whose bytes have not changed come from the cache on disk, or from the previous bake. */
  bakeAll(): Promise<BakeReport>;
  /**
   * Bakes what changed since the previous bake. Of the files listed in the previous bake it reads only the candidates, and
   * drops those whose bytes are the same. It does not write the cache on disk. When nothing changed, it returns the previous
   * report and writes no artefact.
   * @param candidates paths of the files and folders that may have changed, been added or been removed, relative to the
   * folder of the site or absolute; null: those whose times changed
   * @param now the settings and the commit, if they are others than in the previous bake
   */
  rebake(
    candidates: readonly string[] | null,
    now?: Partial<Pick<BakeOptions, 'settings' | 'commit'>>,
  ): Promise<BakeReport>;
}

/** What a bake leaves for the next one. */
interface Baked {
  readonly site: SiteFiles;
  readonly settings: BakeSettings;
  /** Of the analysis: names all that it depends on besides the files. */
  readonly key: string;
  readonly analysis: SiteAnalysis;
  readonly memory: BakeMemory;
  readonly report: BakeReport;
}

/** What the stages after the analysis can reuse while the context and the settings are the same. */
class BakeMemory {
  readonly site = new SiteMemory();
  /** The pages with their texts. A page that is the same object links to the same paths as before. */
  readonly joined = new WeakMap<ContentPage, CorpusPage>();
  readonly markdown: PageMemory<Uint8Array>;
  readonly stamp: StampMemory = new WeakMap();
  readonly corpus: CorpusMemory;
  /** Whether there will be another bake. Without one, each stage releases what later stages do not need. */
  readonly keeps: boolean;

  constructor(keeps: boolean) {
    this.keeps = keeps;
    this.markdown = new PageMemory(keeps);
    this.corpus = new CorpusMemory(keeps);
  }
}

/**
 * A bake has five stages, and each gets its own earlier result to reuse:
 *
 *     list and detect   the files and the conventions of the site. The list holds while only known pages change
 *     analyse           reads and analyses candidates, and compares their digests
 *     assemble          addresses, collections, tags, links. Links hold while no page changes its names or its address
 *     build             the artefact: rows and other parts per page, and the full-text index, in which the postings of
 *                       changed pages replace the old ones
 *     write             the file
 */
export function createSiteBaker(initial: BakeOptions): SiteBaker {
  return createBaker(initial, true);
}

/** @param keeps whether it remembers anything: for one bake, that needs memory for nothing */
export function createBaker(initial: BakeOptions, keeps: boolean): SiteBaker {
  let options = initial;
  let last: Baked | null = null;
  const times = new FileTimes();

  async function run(candidates: readonly string[] | null | 'all'): Promise<BakeReport> {
    const stage = options.onStage ?? (() => {});
    const earlier = last;
    // Until this bake has succeeded: a failed one may leave a memory half changed.
    last = null;

    const folder = resolve(options.folder);
    const named = Array.isArray(candidates) ? candidates.map((path) => resolve(folder, path)) : null;
    const site = findSiteFiles(folder, options.settings, earlier?.site ?? null, named);
    const key = analysisKey(site);
    const kept = earlier?.key === key && earlier.site.root === site.root ? earlier : null;
    stage('list and detect');

    // The times of the files are only needed to find what changes until the next bake.
    const touched = keeps ? touchedFiles(site, named) : null;
    const toRead = kept === null || candidates === 'all' ? null : touched;
    const analysis = await analyse(options, site, key, kept?.analysis ?? null, toRead);
    stage('analyse');

    const isSameSite = kept !== null && JSON.stringify(kept.settings) === JSON.stringify(options.settings);
    const memory = isSameSite ? kept.memory : new BakeMemory(keeps);
    const isUnchanged = isSameSite && isSame(analysis, kept.analysis) && isSameReport(kept, site, options.commit);
    const report = isUnchanged ? kept.report : await bakeAnalysed(options, site, analysis, memory);
    if (keeps) last = { site, settings: options.settings, key, analysis, memory, report };
    return report;
  }

  /** The files that may have changed. Notes the times of all files that will be read. */
  function touchedFiles(site: SiteFiles, named: readonly string[] | null): ReadonlySet<string> {
    if (named === null) return new Set(times.look(site.root, site.files));
    const touched = filesBelow(site, named);
    times.lookAt(site.root, touched);
    return touched;
  }

  return {
    bakeAll: () => run('all'),
    rebake(candidates, now = {}) {
      options = { ...options, ...now };
      return run(candidates);
    },
  };
}

/** Analyses the files, with the cache on disk when there is no earlier analysis. @param candidates null: all files */
async function analyse(
  options: BakeOptions,
  { root, boundary, context, files }: SiteFiles,
  key: string,
  earlier: SiteAnalysis | null,
  candidates: ReadonlySet<string> | null,
): Promise<SiteAnalysis> {
  const cache = earlier === null ? options.cache : null;
  const cached = cache === null ? null : readAnalysis(cache, key);
  const analysis = await analyseSite({
    ...{ root, within: boundary, context, files, candidates },
    earlier: earlier ?? cached,
    workers: options.workers,
    onProgress: options.onProgress ?? (() => {}),
  });
  if (cache !== null && !isSame(analysis, cached)) keepAnalysis(options, cache, key, analysis);
  return analysis;
}

/** The later stages of a bake, which read no file. */
async function bakeAnalysed(
  options: BakeOptions,
  siteFiles: SiteFiles,
  analysis: SiteAnalysis,
  memory: BakeMemory,
): Promise<BakeReport> {
  const { place, context, files, warnings } = siteFiles;
  const stage = options.onStage ?? (() => {});
  const isLarge = memory.site.last === null && options.workers > 1 && analysis.pages.length >= HELPER_THRESHOLD;
  const ofPages = analysis.pages.flatMap((page) => page.warnings);
  // The helper ends before the sections of the artefact are packed, which takes the most memory.
  const { site, stamps, input, indexed, solved } = await withHelper(isLarge, (helper) =>
    indexAnalysed(options, siteFiles, analysis, memory, helper),
  );
  const artefact = buildCorpus(input, memory.corpus, stage, indexed, solved);
  const refusal = options.allowEmpty === true || site.pages.length > 0 ? null : emptiness(files.length);
  if (options.out !== null && refusal === null) {
    writeArtefact(options.out, artefact);
    stage('write');
  }
  return {
    refusal,
    artefact,
    stamps,
    generator: context.generator,
    files: files.length,
    root: { path: place.root, why: place.why },
    warnings: inOrder([...warnings, ...ofPages, ...site.warnings]),
    ...counts(site),
  };
}

/** Assembles the site. The helper packs the texts of the pages as soon as their order is known. */
function assemble(
  { pages }: SiteAnalysis,
  context: SiteFiles['context'],
  settings: BakeSettings,
  memory: BakeMemory,
  helper: HelperThread | null,
): { readonly site: SiteContent; readonly packing: ParallelPacking | null } {
  const drafts = pages.flatMap(({ page }) => (page === null ? [] : [page.draft]));
  let packing = null as ParallelPacking | null;
  const site = assembleSite(drafts, context, settings, memory.site, (outlines, paths) => {
    if (helper === null) return;
    const texts = textsOf(pages);
    packing = startPacking(pathHashes(paths), helper);
    packing.add(outlines.map(({ file }) => texts.get(file)!.text));
    packing.add(outlines.map(({ file }) => texts.get(file)!.body.steps));
  });
  if (!memory.keeps) memory.site.last = null;
  return { site, packing };
}

/** By file: what was read of a page. */
function textsOf(analysed: readonly AnalysedPage[]) {
  return new Map(analysed.flatMap(({ file, page }) => (page === null ? [] : [[file, page]])));
}

/** Assembles the site and makes the index of its pages, while the helper, if there is one, packs texts and solves parts. */
async function indexAnalysed(
  options: BakeOptions,
  siteFiles: SiteFiles,
  analysis: SiteAnalysis,
  memory: BakeMemory,
  helper: HelperThread | null,
) {
  const { settings } = options;
  const { context } = siteFiles;
  const stage = options.onStage ?? (() => {});
  const { site, packing } = assemble(analysis, context, settings, memory, helper);
  options.onAssembled?.({ files: siteFiles, analysed: analysis.pages, content: site });
  stage('assemble');
  const stamps: Stamps = {
    commit: options.commit,
    content: options.local
      ? null
      : contentStamp(analysis.pages, { ...settings, context }, PROGRAM_VERSION, memory.stamp),
  };
  stage('stamp');
  const pages = await corpusPages(site, analysis.pages, settings.origin, memory, packing);
  // The drafts and their Markdown are the larger part of what a bake holds.
  if (!memory.keeps && options.onAssembled === undefined) releasePages(analysis);
  stage('publish');
  const input = {
    settings: siteSettings(settings, context.language, site),
    ...{ stamps, pages, tags: site.tags, numberOf: site.numberOf },
    terms: analysis.numbers,
    space: !options.local,
  };
  const layout = input.space ? helper?.layOutMap(...mapOf(input)) : undefined;
  packing?.add(pages.map((page) => page.markdown));
  let vectors: ReturnType<HelperThread['solveSpace']> | undefined;
  const indexed = indexPages(input, memory.corpus, stage, (problem) => {
    vectors = helper?.solveSpace(problem);
  });
  const pack = (await packing?.finish()) ?? packBlock;
  stage('pack');
  const solved = { vectors: (await vectors) ?? null, layout: (await layout) ?? null };
  stage('solve');
  return { site, stamps, input: { ...input, pack }, indexed, solved };
}

function analysisKey({ context }: SiteFiles): string {
  return createHash('sha256')
    .update(JSON.stringify([PROGRAM_VERSION, READER_VERSION, analyserFacts([]), context]))
    .digest('hex');
}

/** With fewer pages, starting a thread takes longer than what it does. A later bake of a site has little for it to do. */
const HELPER_THRESHOLD = 1000;

/** Gives `work` a helper thread, if it is to have one, and ends the thread afterwards. */
async function withHelper<Result>(
  isNeeded: boolean,
  work: (helper: HelperThread | null) => Promise<Result>,
): Promise<Result> {
  const helper = isNeeded ? startHelperThread() : null;
  try {
    return await work(helper);
  } finally {
    await helper?.close();
  }
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

/** Whether the report of an earlier bake holds for another one of the same pages. */
function isSameReport({ site: earlier, report }: Baked, site: SiteFiles, commit: string | null): boolean {
  return (
    report.stamps.commit === commit &&
    earlier.place.why === site.place.why &&
    JSON.stringify(earlier.warnings) === JSON.stringify(site.warnings)
  );
}

/** Whether the analysis has exactly the pages of the earlier one, so that the cache need not be written. */
function isSame(analysis: SiteAnalysis, earlier: SiteAnalysis | null): boolean {
  if (earlier === null || earlier.pages.length !== analysis.pages.length) return false;
  return analysis.pages.every((page, i) => page === earlier.pages[i]);
}

export function siteSettings(
  settings: BakeSettings,
  language: string,
  site: Pick<SiteContent, 'collections'>,
): SiteSettings {
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

/** Pages whose Markdown is made between two turns, in which the packing goes on. */
const PAGES_A_TURN = 32;

/**
 * The pages with their texts, and their Markdown as it is published.
 * @param packing goes on between two turns; null: nobody packs now
 */
async function corpusPages(
  { pages, numberOf }: SiteContent,
  analysed: readonly AnalysedPage[],
  origin: string,
  memory: BakeMemory,
  packing: ParallelPacking | null,
): Promise<CorpusPage[]> {
  const path = (id: number) => pages[numberOf[id]!]!.path;
  const isKnown = pages.every((page) => memory.joined.has(page));
  const texts = isKnown ? null : textsOf(analysed);
  const joined: CorpusPage[] = [];
  for (const page of pages) {
    if (packing !== null && joined.length % PAGES_A_TURN === 0) await nextTurn();
    const known = memory.joined.get(page);
    if (known !== undefined) {
      joined.push(known);
      continue;
    }
    const { text, markdown, body, sections, draft } = texts!.get(page.file)!;
    const { targets, ...facts } = page;
    const inputs = () => [page.path, ...Array.from(targets, (id) => (id < 0 ? '' : path(id)))];
    const publish = () => publishMarkdown({ ...page, markdown, links: draft.links }, { origin, path });
    const published = memory.markdown.recall(body, page, memory, inputs, publish);
    const whole = { ...facts, text, markdown: published, body, sections };
    memory.joined.set(page, whole);
    joined.push(whole);
  }
  return joined;
}

function counts(site: SiteContent) {
  const held = new Map<string | null, number>();
  for (const { collection } of site.pages) held.set(collection, (held.get(collection) ?? 0) + 1);
  const collections = site.collections.map(({ name, title }) => ({ name, title, pages: held.get(name) ?? 0 }));
  return {
    pages: site.pages.length,
    titlesFromFiles: site.titlesFromFiles,
    collections,
    sitePages: held.get(null) ?? 0,
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
