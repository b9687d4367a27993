import { pandocAnchors } from './anchor_rules.ts';
import { type FolderView, type GeneratorRules, setting, trimPath } from './generator_rules.ts';
import { parseSettings, type Settings, textAt, textsAt } from './settings/parse_settings.ts';

const SETTINGS = '_bookdown.yml';
const HOME = /^index\.rmd$/i;

/**
 * Bookdown, books in R Markdown. Which files are chapters, `rmd_files` and `rmd_subdir`: bookdown.org/yihui/bookdown/configuration.html
 * and bookdown.org/yihui/bookdown/usage.html; names that begin with an underscore are left out. A chapter has the address of its first
 * heading's identifier, unless `split_by` is `rmd`: bookdown.org/yihui/bookdown/html.html. Headings `# (PART) Title` only divide the
 * table of contents: bookdown.org/yihui/bookdown/markdown-extensions-by-bookdown.html.
 */
export const bookdown: GeneratorRules = {
  name: 'bookdown',
  marks: (folder) =>
    folder.names.includes(SETTINGS) ||
    /^site:[ \t]*["']?bookdown::/m.test(headOf(folder)) ||
    /^output:[ \t]*["']?bookdown::(?:gitbook|bs4_book)/m.test(headOf(folder)),
  selection(folder) {
    const settings = settingsOf(folder);
    const listed = [...textsAt(settings, 'rmd_files'), ...textsAt(settings, 'rmd_files', 'html')].map((path) =>
      trimPath(path),
    );
    const below = textsAt(settings, 'rmd_subdir').map((path) => `!/${trimPath(path)}/**`);
    const isDeep = textAt(settings, 'rmd_subdir') === 'true';
    const home = folder.names.find((name) => HOME.test(name));
    const only = listed.length === 0 ? null : [...(home === undefined ? [] : [home]), ...listed];
    return { only, except: only !== null ? [] : [...(isDeep ? [] : ['/*/*']), ...below, '*.md'] };
  },
  siteTitle: (folder) => setting(headOf(folder), /^title:[ \t]*["']?([^"'\n]{1,500}?)["']?[ \t]*$/m),
  language: (folder) => setting(headOf(folder), /^lang:[ \t]*["']?([\w-]+)/m),
  patterns: (folder) => [{ folder: '', posts: false, pattern: isSplitByFile(folder) ? '/:file.html' : '/:id.html' }],
  patternValues: ({ slug, bare }) => ({ id: slug ?? bare, file: bare }),
  slugOfHeading: true,
  titledByFirstHeading: true,
  readsRMarkdown: true,
  addressStyle: () => 'html',
  isIndex: (name) => name === 'index',
  numbers: 'kept',
  dates: 'kept',
  anchors: pandocAnchors,
  pieces: /(?:^|\/)_/,
};

function settingsOf(folder: FolderView): Settings {
  return parseSettings(SETTINGS, folder.text(SETTINGS));
}

/** The front matter of the book, which is that of its first page. */
function headOf(folder: FolderView): string {
  const name = folder.names.find((each) => HOME.test(each));
  return name === undefined
    ? ''
    : (setting(folder.text(name), /^---[ \t]*\r?\n([\s\S]{0,20000}?)^---[ \t]*\r?$/m) ?? '');
}

function isSplitByFile(folder: FolderView): boolean {
  return /^[ \t]*split_by:[ \t]*["']?rmd\b/m.test(folder.text('_output.yml') || headOf(folder));
}
