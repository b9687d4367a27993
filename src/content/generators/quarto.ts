/** Generators that publish documents of R. */
import { lineInclusion } from '../files/inclusions.ts';
import { pandocAnchors } from './anchor_rules.ts';
import { type GeneratorDefinition, generator } from './generator.ts';
import { type FolderView, fileLike, type GeneratorRules, type Setting, setting, trimPath } from './generator_rules.ts';
import { lineOf } from './settings/find_setting.ts';
import { parseSettings, type Settings, textAt, textsAt, valueAt } from './settings/settings.ts';

const OF_R: GeneratorDefinition = {
  addressStyle: () => 'html',
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
  },
  selection(folder) {
    const settings = settingsOf(folder, fileLike(folder, QUARTO));
    const targets = textsAt(settings, 'project', 'render');
    const left = targets.flatMap((target) =>
      target.startsWith('!') ? [`/${target.slice(1).replace(/^\//, '')}`] : [],
    );
    const chapters = textAt(settings, 'project', 'type') === 'book' ? chaptersOf(settings) : [];
    return { only: chapters.length === 0 ? null : chapters, except: ['README.md', ...left] };
  },
  language: (folder) => textAt(settingsOf(folder, fileLike(folder, QUARTO)), 'lang'),
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

function settingsOf(folder: FolderView, file: string): Settings {
  return parseSettings(file, folder.text(file));
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
    const settings = settingsOf(folder, BOOKDOWN);
    const listed = [...textsAt(settings, 'rmd_files'), ...textsAt(settings, 'rmd_files', 'html')].map((path) =>
      trimPath(path),
    );
    const below = textsAt(settings, 'rmd_subdir').map((path) => `!/${trimPath(path)}/**`);
    const isDeep = textAt(settings, 'rmd_subdir') === 'true';
    const home = fileLike(folder, HOME);
    const only = listed.length === 0 ? null : [...(home === '' ? [] : [home]), ...listed];
    return { only, except: only !== null ? [] : [...(isDeep ? [] : ['/*/*']), ...below, '*.md'] };
  },
  says: (folder) => ({ address: headSetting(folder, 'url'), title: headSetting(folder, 'title') }),
  language: (folder) => setting(headOf(folder), /^lang:[ \t]*["']?([\w-]+)/m),
  patterns: (folder) => [{ folder: '', posts: false, pattern: isSplitByFile(folder) ? '/:file.html' : '/:id.html' }],
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
