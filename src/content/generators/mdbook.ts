/** Generators of books whose `SUMMARY.md` names the only pages. */
import { decodePercent } from '../../text/decode_percent.ts';
import { lineInclusion } from '../files/inclusions.ts';
import { type GeneratorDefinition, generator, stated } from './generator.ts';
import { type FolderView, type GeneratorRules, pathIn, trimPath } from './generator_rules.ts';
import { settingsOfFiles } from './settings/find_setting.ts';
import { parseSettings, type Settings, textAt } from './settings/settings.ts';

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

/** What holds for a book. @param besides pages that are no chapters */
function bookOf(chaptersOf: (folder: FolderView) => Chapters, besides: readonly string[]): GeneratorDefinition {
  return {
    selection(folder) {
      const files = chaptersOf(folder).map(([file]) => file);
      return files.length === 0 ? null : { only: [...besides, ...files], except: [] };
    },
    titles: chaptersOf,
    titledByFirstHeading: true,
    // The table of contents, which is a menu and not a page.
    pieces: /(?:^|\/)SUMMARY\.md$/,
  };
}

/**
 * mdBook. Settings, `src` and language: rust-lang.github.io/mdBook/format/configuration/general.html; `SUMMARY.md`, which names
 * the only pages: rust-lang.github.io/mdBook/format/summary.html; `README.md` is published as `index`:
 * rust-lang.github.io/mdBook/format/configuration/preprocessors.html.
 */
export const mdbook: GeneratorRules = generator('mdbook', {
  ...bookOf((folder) => {
    const { root } = mdbook.pages(folder);
    return summaryChapters(folder.text(pathIn(root, 'SUMMARY.md')));
  }, []),
  file: /^book\.toml$/,
  places: ['src'],
  language: (folder) => textAt(parseSettings('book.toml', folder.text('book.toml')), 'book', 'language'),
  says(folder) {
    const find = settingsOfFiles(folder, ['book.toml']);
    const host = find('output.html.cname');
    const address = host?.value == null ? null : { ...host, value: `https://${host.value}` };
    return { address, base: find('output.html.site-url'), title: find('book.title'), folders: [find('book.src')] };
  },
  addressStyle: () => 'html',
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

/**
 * GitBook and HonKit. `root` and `structure` of `.gitbook.yaml`: gitbook.com/docs/getting-started/git-sync/content-configuration;
 * `book.json` and `SUMMARY.md`, which names the only pages: honkit.netlify.app/pages.html. `README.md` is its folder's page.
 */
export const gitbook: GeneratorRules = generator('gitbook', {
  ...bookOf(
    (folder) => {
      const { root } = gitbook.pages(folder);
      const summary = trimPath(textAt(gitbookSettings(folder), 'structure', 'summary') ?? 'SUMMARY.md');
      const inner = root !== '' && summary.startsWith(`${root}/`) ? summary.slice(root.length + 1) : summary;
      return inner.includes('..') ? [] : summaryChapters(folder.text(pathIn(root, inner)));
    },
    ['README.md'],
  ),
  // Projects keep the settings after they moved to a generator of their own.
  yieldsToSiteBelow: () => true,
  marks: ({ names, text }) =>
    names.includes('.gitbook.yaml') ||
    (names.includes('SUMMARY.md') && names.includes('README.md') && summaryChapters(text('SUMMARY.md')).length > 0),
  places: [''],
  says: (folder) => stated(folder, ['.gitbook.yaml', 'book.json'], { title: ['title'], folders: ['root'] }),
  language: (folder) => textAt(gitbookSettings(folder), 'language'),
  isIndex: (name) => /^readme$/i.test(name),
});

function gitbookSettings(folder: FolderView): Settings {
  const own = parseSettings('.gitbook.yaml', folder.text('.gitbook.yaml'));
  return { ...parseSettings('book.json', folder.text('book.json')), ...own };
}
