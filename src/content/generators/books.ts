/** Generators of books: mdBook and GitBook, whose `SUMMARY.md` names the only pages, Quarto, and Bookdown. */
import { decodePercent } from '../../text/decode_percent.ts';
import { lineInclusion } from '../files/inclusions.ts';
import { pandocAnchors } from './anchor_rules.ts';
import { type GeneratorDefinition, generator } from './generator.ts';
import {
  type FolderView,
  fileLike,
  type GeneratorRules,
  type PageSelection,
  pathIn,
  type Setting,
  setting,
  trimPath,
} from './generator_rules.ts';
import { lineOf, settingsOfFiles } from './settings/find_setting.ts';
import { type Settings, settingsIn, textAt, textsAt, valueAt } from './settings/settings.ts';

const GITBOOK = ['.gitbook.yaml', 'book.json'];
/** A chapter of a table of contents: `- [Title](file.md)`. */
const CHAPTER = /\[((?:[^[\]\\\n]|\\.){1,500})\]\(\s*<?([^()<>\n]{1,500}?\.(?:md|markdown))>?\s*(?:"[^"\n]*")?\)/g;
type Chapters = readonly (readonly [file: string, title: string])[];

/** The chapters of a table of contents, with their files relative to it. None when the text has no chapter. */
function summaryChapters(summary: string): Chapters {
  const chapters = new Map<string, string>();
  for (const [, title, written] of summary.matchAll(CHAPTER)) {
    const file = trimPath(decodePercent(written!).replace(/[?#].*$/, ''));
    if (!/^[a-z]+:/i.test(file) && !chapters.has(file)) {
      chapters.set(file, title!.replace(/[`*_]|\\(?=[^\w\s])/g, '').trim());
    }
  }
  return [...chapters];
}

/** The only pages of a book are its chapters. @param besides pages that are no chapters */
function chaptersAlone(chapters: Chapters, besides: readonly string[]): Partial<PageSelection> | null {
  return chapters.length === 0 ? null : { only: [...besides, ...chapters.map(([file]) => file)] };
}

function chaptersInOrder(chapters: Chapters) {
  return { titles: chapters, menus: [chapters.map(([file]) => file)] };
}

const OF_CHAPTERS: GeneratorDefinition = {
  titledByFirstHeading: true,
  // The table of contents, which is a menu and not a page.
  pieces: /(?:^|\/)SUMMARY\.md$/,
  navigation: () => ({ menus: /(?:^|\/)SUMMARY\.md$/, listed: [] }),
};

/**
 * mdBook. Settings, `src` and language: rust-lang.github.io/mdBook/format/configuration/general.html; `SUMMARY.md`, which names
 * the only pages: rust-lang.github.io/mdBook/format/summary.html; `README.md` is published as `index`:
 * rust-lang.github.io/mdBook/format/configuration/preprocessors.html.
 */
export const mdbook: GeneratorRules = generator('mdbook', {
  ...OF_CHAPTERS,
  file: /^book\.toml$/,
  places: ['src'],
  selection: (folder, root) => chaptersAlone(mdbookChapters(folder, root), []),
  says(folder) {
    const find = settingsOfFiles(folder, ['book.toml']);
    const host = find('output.html.cname');
    const address = host?.value == null ? null : { ...host, value: `https://${host.value}` };
    const language = find('book.language')?.value ?? null;
    const folders = [find('book.src')];
    return { address, base: find('output.html.site-url'), title: find('book.title'), folders, language };
  },
  settings: (folder, root) => ({ addressStyle: 'html', ...chaptersInOrder(mdbookChapters(folder, root)) }),
  inclusion: lineInclusion(
    '{{#',
    /^[ \t]*\{\{#(?:rustdoc_)?include[ \t]+(?<path>[^:{}]+?)(?::(?<part>[^{}]*?))?[ \t]*\}\}[ \t]*$/,
    ['file'],
  ),
  isIndex: (name) => /^(?:index|readme)$/i.test(name),
  // rust-lang.github.io/mdBook/format/theme/index-hbs.html, "id_from_content".
  anchors: {
    slug: (text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/[^\p{Alphabetic}\p{N}_\-\s]/gu, '')
        .replace(/\s/g, '-'),
  },
});

function mdbookChapters(folder: FolderView, root: string): Chapters {
  return summaryChapters(folder.text(pathIn(root, 'SUMMARY.md')));
}

/**
 * GitBook and HonKit. `root` and `structure` of `.gitbook.yaml`: gitbook.com/docs/getting-started/git-sync/content-configuration;
 * `book.json` and `SUMMARY.md`, which names the only pages: honkit.netlify.app/pages.html. `README.md` is its folder's page.
 */
export const gitbook: GeneratorRules = generator('gitbook', {
  ...OF_CHAPTERS,
  selection: (folder, root) => chaptersAlone(gitbookChapters(folder, root), ['README.md']),
  // Projects keep the settings after they moved to a generator of their own.
  yieldsToSiteBelow: () => true,
  marks: ({ names, text }) =>
    names.includes('.gitbook.yaml') ||
    (names.includes('SUMMARY.md') && names.includes('README.md') && summaryChapters(text('SUMMARY.md')).length > 0),
  places: [''],
  files: GITBOOK,
  keys: { title: ['title'], folders: ['root'], language: ['language'] },
  settings: (folder, root) => chaptersInOrder(gitbookChapters(folder, root)),
  isIndex: (name) => /^readme$/i.test(name),
});

function gitbookChapters(folder: FolderView, root: string): Chapters {
  const summary = trimPath(textAt(settingsIn(folder, GITBOOK), 'structure', 'summary') ?? 'SUMMARY.md');
  const inner = root !== '' && summary.startsWith(`${root}/`) ? summary.slice(root.length + 1) : summary;
  return inner.includes('..') ? [] : summaryChapters(folder.text(pathIn(root, inner)));
}

/** Generators that publish documents of R. */
const OF_R: GeneratorDefinition = {
  settings: { addressStyle: 'html' },
  isIndex: (name) => name === 'index',
  readsRMarkdown: true,
  pieces: /(?:^|\/)_/,
};

const QUARTO = /^_quarto\.ya?ml$/;

/**
 * Quarto. Which files are rendered: quarto.org/docs/projects/quarto-projects.html#render-targets, where names that begin with an
 * underscore or a dot are left out, and READMEs; of a book only its parts, chapters and appendices:
 * quarto.org/docs/books/book-structure.html; addresses, with `site-url`: quarto.org/docs/websites/website-basics.html; inclusions:
 * quarto.org/docs/authoring/includes.html.
 */
export const quarto: GeneratorRules = generator('quarto', {
  ...OF_R,
  file: QUARTO,
  keys: {
    address: ['website.site-url', 'book.site-url'],
    base: ['website.site-path', 'book.site-path'],
    title: ['website.title', 'book.title', 'project.title'],
    language: ['lang'],
  },
  selection(folder) {
    const settings = settingsIn(folder, [fileLike(folder, QUARTO)]);
    const targets = textsAt(settings, 'project', 'render');
    const left = targets.flatMap((target) =>
      target.startsWith('!') ? [`/${target.slice(1).replace(/^\//, '')}`] : [],
    );
    const chapters = textAt(settings, 'project', 'type') === 'book' ? chaptersOf(settings) : [];
    return { only: chapters.length === 0 ? null : chapters, except: ['README.md', ...left] };
  },
  inclusion: lineInclusion(
    '{{< include',
    /^[ \t]*\{\{<[ \t]*include[ \t]+(?:["'])?(?<path>[^"'<>{}]+?)(?:["'])?[ \t]*>\}\}[ \t]*$/,
    ['file', 'root'],
  ),
});

/** The files of a book, which are named by themselves, with a title, or with the chapters of a part. */
function chaptersOf(settings: Settings): string[] {
  const listed = (value: unknown, depth: number): string[] => {
    if (typeof value === 'string') return /\.\w+$/.test(value) ? [trimPath(value)] : [];
    if (depth > 4 || typeof value !== 'object' || value === null) return [];
    const inner = Array.isArray(value) ? value : ['part', 'file', 'href', 'chapters'].map((key) => valueAt(value, key));
    return inner.flatMap((each) => listed(each, depth + 1));
  };
  return [...new Set(['chapters', 'appendices'].flatMap((key) => listed(valueAt(settings, 'book', key), 0)))];
}

const BOOKDOWN = '_bookdown.yml';
const HOME = /^index\.rmd$/i;

/**
 * Bookdown, books in R Markdown. Which files are chapters, `rmd_files` and `rmd_subdir`: bookdown.org/yihui/bookdown/configuration.html
 * and bookdown.org/yihui/bookdown/usage.html; names that begin with an underscore are left out. A chapter has the address of its first
 * heading's identifier, unless `split_by` is `rmd`: bookdown.org/yihui/bookdown/html.html. Headings `# (PART) Title` only divide the
 * table of contents: bookdown.org/yihui/bookdown/markdown-extensions-by-bookdown.html.
 */
export const bookdown: GeneratorRules = generator('bookdown', {
  ...OF_R,
  marks: (folder) =>
    folder.names.includes(BOOKDOWN) ||
    /^site:[ \t]*["']?bookdown::/m.test(headOf(folder)) ||
    /^output:[ \t]*["']?bookdown::(?:gitbook|bs4_book)/m.test(headOf(folder)),
  selection(folder) {
    const settings = settingsIn(folder, [BOOKDOWN]);
    const listed = [...textsAt(settings, 'rmd_files'), ...textsAt(settings, 'rmd_files', 'html')].map((path) =>
      trimPath(path),
    );
    const below = textsAt(settings, 'rmd_subdir').map((path) => `!/${trimPath(path)}/**`);
    const isDeep = textAt(settings, 'rmd_subdir') === 'true';
    const home = fileLike(folder, HOME);
    const only = listed.length === 0 ? null : [...(home === '' ? [] : [home]), ...listed];
    return { only, except: only !== null ? [] : [...(isDeep ? [] : ['/*/*']), ...below, '*.md'] };
  },
  says: (folder) => ({
    ...{ address: headSetting(folder, 'url'), title: headSetting(folder, 'title') },
    language: setting(headOf(folder), /^lang:[ \t]*["']?([\w-]+)/m),
  }),
  settings: (folder) => ({
    addressStyle: 'html',
    patterns: [{ folder: '', posts: false, pattern: isSplitByFile(folder) ? '/:file.html' : '/:id.html' }],
  }),
  patternValues: ({ slug, bare }) => ({ id: slug ?? bare, file: bare }),
  slugOfHeading: true,
  titledByFirstHeading: true,
  anchors: pandocAnchors,
});

/** The front matter of the book, which is that of its first page. */
function headOf(folder: FolderView): string {
  return setting(folder.text(fileLike(folder, HOME)), /^---[ \t]*\r?\n([\s\S]{0,20000}?)^---[ \t]*\r?$/m) ?? '';
}

/** A text of the book's front matter, or of the settings. */
function headSetting(folder: FolderView, key: 'title' | 'url'): Setting | null {
  const file = fileLike(folder, HOME);
  const value = setting(headOf(folder), new RegExp(`^${key}:[ \\t]*["']?([^"'\\n]{1,500}?)["']?[ \\t]*$`, 'm'));
  return value === null ? null : { file, line: lineOf(folder.text(file), [key], value), key, value };
}

function isSplitByFile(folder: FolderView): boolean {
  return /^[ \t]*split_by:[ \t]*["']?rmd\b/m.test(folder.text('_output.yml') || headOf(folder));
}
