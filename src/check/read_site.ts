import type { CopyPage } from '../content/copies/copy_page.ts';
import { type PageSource, readSource } from '../content/files/read_source.ts';
import { type PageDraft, type PageOutline, readPage } from '../content/markdown/read_page.ts';
import { assembleSite, targetsByIndex } from '../content/site/assemble_site.ts';
import type { ContentSettings, ContentWarning, SiteContent } from '../content/site_content.ts';
import { findSiteFiles, type SiteFiles } from '../content/site_files.ts';

/** A page as it is checked: what its file says, its address, and where its links lead. */
export interface CheckedPage extends PageOutline {
  readonly path: string;
  /** For each link the index of its page; negative when it leads to none. */
  readonly targets: Int32Array;
}

/** A site as it is checked. */
export interface CheckedSite {
  readonly files: SiteFiles;
  readonly content: SiteContent;
  /** Sorted by path. */
  readonly pages: readonly CheckedPage[];
  /** What a build would warn of. */
  readonly warnings: readonly ContentWarning[];
}

/**
 * Reads a site as a build does, without texts and index.
 * @param onPage receives each page with its texts and its source
 */
export function readSite(
  folder: string,
  settings: ContentSettings,
  onProgress: (done: number, total: number) => void,
  onPage: (draft: PageDraft, source: PageSource) => void = () => {},
): CheckedSite {
  const site = findSiteFiles(folder, settings, null, null);
  const warnings: ContentWarning[] = [];
  const outlines = new Map<string, PageOutline>();
  for (const [at, file] of site.files.entries()) {
    const { source, refusal } = readSource(site.root, file, site.context, site.boundary);
    if (source === null) {
      const message = `Cannot read the page: ${refusal}`;
      warnings.push({ file, line: 0, column: 0, message, rule: 'unreadable' });
      continue;
    }
    const { draft, warnings: own } = readPage(file, source.bytes, site.context, source.lines);
    for (const warning of [...source.warnings, ...own]) warnings.push(warning);
    if (draft !== null) {
      onPage(draft, source);
      // The texts would keep the whole site in memory.
      const { text: _text, markdown: _markdown, code: _code, ...outline } = draft;
      outlines.set(file, outline);
    }
    onProgress(at + 1, site.files.length);
  }
  const content = assembleSite([...outlines.values()], site.context, settings);
  return checkedSite(site, outlines, content, warnings);
}

/** A site that was read and assembled. @param outlines by file; @param ofPages the warnings of its files */
export function checkedSite(
  files: SiteFiles,
  outlines: ReadonlyMap<string, PageOutline>,
  content: SiteContent,
  ofPages: readonly ContentWarning[],
): CheckedSite {
  const pages = content.pages.map((page) => ({
    ...outlines.get(page.file)!,
    path: page.path,
    targets: targetsByIndex(page, content),
  }));
  return { files, content, pages, warnings: [...files.warnings, ...ofPages, ...content.warnings] };
}

/** The pages of a site as copies are found by. A text is read from its file again when it is compared, which few are. */
export function copyPages({ files, pages }: Pick<CheckedSite, 'files' | 'pages'>): CopyPage[] {
  const textOf = (file: string): string => {
    const { source } = readSource(files.root, file, files.context, files.boundary);
    return source === null ? '' : (readPage(file, source.bytes, files.context, source.lines).draft?.text ?? '');
  };
  return pages.map((page) => ({ ...page, text: () => textOf(page.file) }));
}
