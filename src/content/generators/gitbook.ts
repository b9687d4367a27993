import { type FolderView, firstFolder, type GeneratorRules, trimPath } from './generator_rules.ts';
import { parseSettings, type Settings, textAt } from './settings/parse_settings.ts';
import { summaryChapters } from './summary_chapters.ts';

/**
 * GitBook and HonKit. `root` and `structure` of `.gitbook.yaml`: gitbook.com/docs/getting-started/git-sync/content-configuration;
 * `book.json` and `SUMMARY.md`, which names the only pages: honkit.netlify.app/pages.html. `README.md` is its folder's page.
 */
export const gitbook: GeneratorRules = {
  name: 'gitbook',
  // Projects keep the settings after they moved to a generator of their own.
  yieldsToSiteBelow: () => true,
  marks: ({ names, text }) =>
    names.includes('.gitbook.yaml') ||
    (names.includes('SUMMARY.md') && names.includes('README.md') && summaryChapters(text('SUMMARY.md')).length > 0),
  pages: (folder) => firstFolder(folder, [textAt(settingsOf(folder), 'root'), '']),
  selection(folder) {
    const files = chaptersOf(folder).map(([file]) => file);
    return files.length === 0 ? null : { only: ['README.md', ...files], except: [] };
  },
  titles: chaptersOf,
  language: (folder) => textAt(settingsOf(folder), 'language'),
  isIndex: (name) => /^readme$/i.test(name),
  titledByFirstHeading: true,
  numbers: 'kept',
  dates: 'kept',
  pieces: /(?:^|\/)SUMMARY\.md$/,
};

function settingsOf(folder: FolderView): Settings {
  const own = parseSettings('.gitbook.yaml', folder.text('.gitbook.yaml'));
  return { ...parseSettings('book.json', folder.text('book.json')), ...own };
}

function chaptersOf(folder: FolderView): readonly (readonly [string, string])[] {
  const { root } = gitbook.pages!(folder);
  const summary = trimPath(textAt(settingsOf(folder), 'structure', 'summary') ?? 'SUMMARY.md');
  const inner = root !== '' && summary.startsWith(`${root}/`) ? summary.slice(root.length + 1) : summary;
  return inner.includes('..') ? [] : summaryChapters(folder.text(root === '' ? inner : `${root}/${inner}`));
}
