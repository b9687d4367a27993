import { firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/** mdBook. Settings, `src` and language: rust-lang.github.io/mdBook/format/configuration/general.html. */
export const mdbook: GeneratorRules = {
  name: 'mdbook',
  marks: ({ names }) => names.includes('book.toml'),
  pages: (folder) => firstFolder(folder, [setting(folder.text('book.toml'), /^[ \t]*src\s*=\s*"([\w./-]+)"/m), 'src']),
  language: (folder) => setting(folder.text('book.toml'), /^[ \t]*language\s*=\s*"([\w-]+)"/m),
  titledByFirstHeading: true,
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
