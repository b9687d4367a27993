import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { SiteCopies } from '../content/copies/group_copies.ts';
import { publishMarkdown } from '../content/markdown/publish_markdown.ts';
import { READER_VERSION } from '../content/markdown/read_page.ts';
import { assembleSite, SiteRebakeCache } from '../content/site/assemble_site.ts';
import type { ContentPage, ContentWarning, SiteContent } from '../content/site_content.ts';
import { filesBelow, findSiteFiles, type SiteFiles, settleFacts } from '../content/site_files.ts';
import { analyserFacts } from '../corpus/analysis/analyser_facts.ts';
import { buildCorpus, type CorpusInput, indexPages, mapOf } from '../corpus/build_corpus.ts';
import type { Stamps } from '../corpus/corpus.ts';
import type { CorpusPage } from '../corpus/corpus_page.ts';
import { RebakeCache as CorpusRebakeCache } from '../corpus/rebake_cache.ts';
import type { DenseRows } from '../corpus/space/factor_rows.ts';
import { namesOfVersions } from '../text/version_place.ts';
import type { AnalysedPage } from './analyse_files.ts';
import { analyseSite, releasePages, type SiteAnalysis } from './analyse_site.ts';
import { readAnalysis, writeAnalysis } from './analysis_cache.ts';
import type { BakeOptions, BakeReport, SettledSettings } from './bake_options.ts';
import { startBakeThread } from './bake_thread.ts';
import { resolveCuration, warnOfIdleRules } from './curate.ts';
import { CopiesRebakeCache } from './find_copies.ts';
import { contentStamp, PROGRAM_VERSION, siteSettings, stampedSettings } from './site_settings.ts';
import { writeArtefact } from './write_artefact.ts';

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
   * folder of the site or absolute; null: any, so that all are read
   * @param now the settings and the commit, if they are others than in the previous bake
   */
  rebake(
    candidates: readonly string[] | null,
    now?: Partial<Pick<BakeOptions, 'settings' | 'commit'>>,
  ): Promise<BakeReport>;
}

/** The results of a bake that the next one uses. */
interface Baked {
  readonly site: SiteFiles;
  readonly settings: SettledSettings;
  /** Of the analysis: names all that it depends on besides the files. */
  readonly key: string;
  readonly analysis: SiteAnalysis;
  readonly rebakeCache: RebakeCache;
  readonly report: BakeReport;
}

/** Results that the stages after the analysis reuse while the context and the settings stay the same. */
class RebakeCache {
  readonly site = new SiteRebakeCache();
  readonly copies = new CopiesRebakeCache();
  /** The pages with their texts. A page that is the same object links to the same paths as before. */
  readonly joined = new WeakMap<ContentPage, CorpusPage>();
  readonly corpus: CorpusRebakeCache;
  /** Whether there will be another bake. Without one, each stage releases what later stages do not need. */
  readonly keeps: boolean;

  constructor(keeps: boolean) {
    this.keeps = keeps;
    this.corpus = new CorpusRebakeCache(keeps);
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

/** Bakes a folder of Markdown into one artefact. Equal content, settings and commit give equal bytes, whatever the machine. */
export function bake(options: BakeOptions): Promise<BakeReport> {
  return createBaker(options, false).bakeAll();
}

/** @param keeps whether it keeps results for the next bake. A single bake needs none */
function createBaker(initial: BakeOptions, keeps: boolean): SiteBaker {
  let options = initial;
  let last: Baked | null = null;

  async function run(candidates: readonly string[] | null): Promise<BakeReport> {
    const stage = options.onStage ?? (() => {});
    const earlier = last;
    // Until this bake has succeeded: a failed one may leave a cache half changed.
    last = null;

    const folder = resolve(options.folder);
    const named = candidates?.map((path) => resolve(folder, path)) ?? null;
    const site = findSiteFiles(folder, options.settings, earlier?.site ?? null, named);
    const settings = settleFacts(options.settings, site.facts);
    const key = analysisKey(site);
    const kept = earlier?.key === key && earlier.site.root === site.root ? earlier : null;
    stage('list and detect');

    const toRead = kept === null || named === null ? null : filesBelow(site, named);
    const analysis = await analyse(options, site, key, kept?.analysis ?? null, toRead);
    stage('analyse');

    const isSameSite = kept !== null && sameButRules(kept.settings) === sameButRules(settings);
    const rebakeCache = isSameSite ? kept.rebakeCache : new RebakeCache(keeps);
    const isUnchanged =
      isSameSite &&
      JSON.stringify(kept.settings.curation) === JSON.stringify(settings.curation) &&
      isSame(analysis, kept.analysis) &&
      isSameReport(kept, site, options.commit);
    const report = isUnchanged
      ? kept.report
      : await bakeAnalysed({ ...options, settings }, site, analysis, rebakeCache);
    if (keeps) last = { site, settings, key, analysis, rebakeCache, report };
    return report;
  }

  return {
    bakeAll: () => run(null),
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

type SettledOptions = BakeOptions & { readonly settings: SettledSettings };

/** The later stages of a bake, which read no file. */
async function bakeAnalysed(
  options: SettledOptions,
  siteFiles: SiteFiles,
  analysis: SiteAnalysis,
  rebakeCache: RebakeCache,
): Promise<BakeReport> {
  const { place, context, facts, files, warnings } = siteFiles;
  const stage = options.onStage ?? (() => {});
  const ofPages = analysis.pages.flatMap((page) => page.warnings);
  const needsThread =
    rebakeCache.site.last === null && options.workers > 1 && analysis.pages.length >= THREAD_THRESHOLD;
  const { site, input } = assembleAnalysed(options, siteFiles, analysis, rebakeCache);
  const { indexed, solved } = await indexInput(input, rebakeCache, needsThread, stage);
  const { curation } = options.settings;
  const ofRules = curation === undefined ? [] : warnOfIdleRules(curation, input, indexed);
  const artefact = buildCorpus(input, rebakeCache.corpus, stage, indexed, solved);
  const refusal = refusalOf(options, place.unread, site.pages.length, files.length);
  if (options.out !== null && refusal === null) {
    writeArtefact(options.out, artefact);
    stage('write');
  }
  return {
    refusal,
    artefact,
    stamps: input.stamps,
    ...facts,
    generator: context.generator,
    files: files.length,
    unread: place.unread,
    root: { path: place.root, why: place.why },
    // Rules are few and written by hand, and only the first warnings are shown.
    warnings: [...ofRules, ...inOrder([...warnings, ...ofPages, ...site.warnings])],
    ...counts(site),
    ...countCopies(input.copies),
  };
}

/** Assembles the site, and what its artefact is made of. */
function assembleAnalysed(
  options: SettledOptions,
  siteFiles: SiteFiles,
  analysis: SiteAnalysis,
  rebakeCache: RebakeCache,
): {
  readonly site: SiteContent;
  readonly input: CorpusInput & { readonly space: boolean; readonly copies: SiteCopies };
} {
  const { settings } = options;
  const { context } = siteFiles;
  const stage = options.onStage ?? (() => {});
  const drafts = analysis.pages.flatMap(({ page }) => (page === null ? [] : [page.draft]));
  const site = assembleSite(drafts, context, settings, rebakeCache.site);
  if (!rebakeCache.keeps) rebakeCache.site.last = null;
  options.onAssembled?.({ files: siteFiles, analysed: analysis.pages, content: site });
  stage('assemble');
  // The built pages of a generator are no part of the content, and anchors come from them.
  const content =
    options.local || context.built !== undefined
      ? null
      : contentStamp(analysis.pages, { ...stampedSettings(settings), context }, PROGRAM_VERSION);
  const stamps: Stamps = { commit: options.commit, content };
  stage('stamp');
  const space = site.pages.length <= (options.spaceUpTo ?? Infinity);
  const stored = siteSettings(settings, context, site, space);
  const pages = corpusPages(site, analysis.pages, stored.origin, rebakeCache.joined);
  // The drafts and their Markdown are the larger part of what a bake holds.
  if (!rebakeCache.keeps) releasePages(analysis);
  stage('publish');
  const { tags, numberOf, order } = site;
  const copies = rebakeCache.copies.find(site.pages, pages, context);
  stage('copies');
  const rules = settings.curation?.rules;
  const paths = pages.map(({ path }) => path);
  const curation = rules === undefined ? {} : { curation: resolveCuration(rules, paths) };
  const input = {
    settings: stored,
    stamps,
    pages,
    tags,
    numberOf,
    order,
    copies,
    terms: analysis.numbers,
    space,
    ...curation,
  };
  return { site, input };
}

/** With fewer pages, starting a thread takes longer than what it does. A later bake of a site has little for it to do. */
const THREAD_THRESHOLD = 1000;

/**
 * Makes the index, and what another thread can do meanwhile: that needs much time and few data. The thread ends before the
 * sections of the artefact are packed, which takes the most memory.
 */
async function indexInput(
  input: CorpusInput & { readonly space: boolean },
  { corpus }: RebakeCache,
  needsThread: boolean,
  stage: (name: string) => void,
) {
  const thread = needsThread ? startBakeThread() : null;
  try {
    const layout = input.space ? thread?.run('layOutMap', mapOf(input)) : undefined;
    let vectors: Promise<DenseRows> | undefined;
    const indexed = indexPages(input, corpus, stage, (problem) => {
      vectors = thread?.run('solveSpace', problem);
    });
    const solved = { vectors: (await vectors) ?? null, layout: (await layout) ?? null };
    stage('solve');
    return { indexed, solved };
  } finally {
    await thread?.close();
  }
}

/** The settings that results of an earlier bake depend on. Search rules change nothing else. */
function sameButRules({ curation: _, ...settings }: SettledSettings): string {
  return JSON.stringify(settings);
}

/** What the text of a page depends on besides its file. Menus only order pages. */
function analysisKey({ context: { menus: _, folderPlaces: __, tree: ___, ...facts } }: SiteFiles): string {
  return createHash('sha256')
    .update(JSON.stringify([PROGRAM_VERSION, READER_VERSION, analyserFacts([]), facts]))
    .digest('hex');
}

/** Why an artefact is not written, as the end of a sentence; null when it is. */
function refusalOf(
  { allowEmpty, allowMissing }: BakeOptions,
  unread: readonly string[],
  pages: number,
  files: number,
): string | null {
  if (allowMissing !== true && unread.length > 0) return unread.join('; ');
  if (allowEmpty === true || pages > 0) return null;
  return files === 0 ? 'it contains no Markdown files' : `none of its ${files} Markdown files is a publishable page`;
}

/** Writes the cache. Failure is only a notice: it makes the next bake slower. */
function keepAnalysis({ onNotice }: BakeOptions, file: string, key: string, analysis: SiteAnalysis): void {
  try {
    writeAnalysis(file, key, analysis);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    onNotice?.(`Cannot save the cache: ${reason}. The next build will read every page.`);
  }
}

/** Whether the report of an earlier bake holds for another one of the same pages. */
function isSameReport({ site: earlier, report }: Baked, site: SiteFiles, commit: string | null): boolean {
  return (
    report.stamps.commit === commit &&
    earlier.place.why === site.place.why &&
    orderFacts(earlier) === orderFacts(site) &&
    JSON.stringify(earlier.warnings) === JSON.stringify(site.warnings)
  );
}

/** What a report and the order of the pages depend on besides them. */
function orderFacts({ facts, place: { unread }, context: { menus, folderPlaces, tree } }: SiteFiles): string {
  return JSON.stringify([facts, unread, menus, folderPlaces, tree]);
}

/** Whether the analysis has exactly the pages of the earlier one, so that the cache need not be written. */
function isSame(analysis: SiteAnalysis, earlier: SiteAnalysis | null): boolean {
  if (earlier === null || earlier.pages.length !== analysis.pages.length) return false;
  return analysis.pages.every((page, i) => page === earlier.pages[i]);
}

/** The pages with their texts, and their Markdown as it is published. */
function corpusPages(
  { pages, numberOf }: SiteContent,
  analysed: readonly AnalysedPage[],
  origin: string,
  joined: RebakeCache['joined'],
): CorpusPage[] {
  const path = (id: number) => pages[numberOf[id]!]!.path;
  const read = new Map(analysed.map(({ file, page }) => [file, page]));
  return pages.map((page) => {
    const known = joined.get(page);
    if (known !== undefined) return known;
    const { text, markdown, source, body, sections, draft } = read.get(page.file)!;
    const { targets, ...facts } = page;
    const published = publishMarkdown({ ...page, markdown, links: draft.links }, { origin, path });
    const whole = { ...facts, text, markdown: published, source, body, sections };
    joined.set(page, whole);
    return whole;
  });
}

function countCopies({ versions, groups }: SiteCopies): Pick<BakeReport, 'versions' | 'copies'> {
  return { versions: namesOfVersions(versions), copies: groups.reduce((sum, { length }) => sum + length - 1, 0) };
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
