import { type FolderView, firstFolder, type GeneratorRules, pathOfAddress } from './generator_rules.ts';
import { parseSettings, type Settings, textAt } from './settings/parse_settings.ts';
import { summaryChapters } from './summary_chapters.ts';

/**
 * mdBook. Settings, `src` and language: rust-lang.github.io/mdBook/format/configuration/general.html; `SUMMARY.md`, which names
 * the only pages: rust-lang.github.io/mdBook/format/summary.html; `README.md` is published as `index`:
 * rust-lang.github.io/mdBook/format/configuration/preprocessors.html.
 */
export const mdbook: GeneratorRules = {
  name: 'mdbook',
  marks: ({ names }) => names.includes('book.toml'),
  pages: (folder) => firstFolder(folder, [textAt(settingsOf(folder), 'book', 'src'), 'src']),
  selection(folder) {
    const files = chaptersOf(folder).map(([file]) => file);
    return files.length === 0 ? null : { only: files, except: [] };
  },
  titles: chaptersOf,
  language: (folder) => textAt(settingsOf(folder), 'book', 'language'),
  base: (folder) => pathOfAddress(textAt(settingsOf(folder), 'output', 'html', 'site-url')),
  addressStyle: () => 'html',
  inclusion: {
    mark: '{{#',
    pattern: /^[ \t]*\{\{#(?:rustdoc_)?include[ \t]+(?<path>[^:{}]+?)(?::(?<part>[^{}]*?))?[ \t]*\}\}[ \t]*$/,
    from: ['file'],
  },
  titledByFirstHeading: true,
  isIndex: (name) => /^(?:index|readme)$/i.test(name),
  numbers: 'kept',
  dates: 'kept',
  // The table of contents, which is a menu and not a page.
  // rust-lang.github.io/mdBook/format/theme/index-hbs.html, "id_from_content".
  anchors: {
    slug: (text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/[^\p{Alphabetic}\p{N}_\-\s]/gu, '')
        .replace(/\s/g, '-'),
  },
  pieces: /(?:^|\/)SUMMARY\.md$/,
};

function settingsOf(folder: FolderView): Settings {
  return parseSettings('book.toml', folder.text('book.toml'));
}

function chaptersOf(folder: FolderView): readonly (readonly [string, string])[] {
  const { root } = mdbook.pages!(folder);
  return summaryChapters(folder.text(root === '' ? 'SUMMARY.md' : `${root}/SUMMARY.md`));
}
