import { type FolderView, type GeneratorRules, pathOfAddress, trimPath } from './generator_rules.ts';
import { parseSettings, type Settings, textAt, textsAt, valueAt } from './settings/parse_settings.ts';

const SETTINGS = /^_quarto\.ya?ml$/;

/**
 * Quarto. Which files are rendered: quarto.org/docs/projects/quarto-projects.html#render-targets, where names that begin with an
 * underscore or a dot are left out, and READMEs; of a book only its parts, chapters and appendices:
 * quarto.org/docs/books/book-structure.html; addresses, with `site-url`: quarto.org/docs/websites/website-basics.html; inclusions:
 * quarto.org/docs/authoring/includes.html.
 */
export const quarto: GeneratorRules = {
  name: 'quarto',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)),
  selection(folder) {
    const targets = textsAt(settingsOf(folder), 'project', 'render');
    const left = targets.flatMap((target) =>
      target.startsWith('!') ? [`/${target.slice(1).replace(/^\//, '')}`] : [],
    );
    const chapters = textAt(settingsOf(folder), 'project', 'type') === 'book' ? chaptersOf(settingsOf(folder)) : [];
    return { only: chapters.length === 0 ? null : chapters, except: ['README.md', ...left] };
  },
  siteTitle: (folder) => textAt(settingsOf(folder), 'website', 'title') ?? textAt(settingsOf(folder), 'book', 'title'),
  language: (folder) => textAt(settingsOf(folder), 'lang'),
  base(folder) {
    const settings = settingsOf(folder);
    return pathOfAddress(textAt(settings, 'website', 'site-url') ?? textAt(settings, 'book', 'site-url'));
  },
  addressStyle: () => 'html',
  inclusion: {
    mark: '{{< include',
    pattern: /^[ \t]*\{\{<[ \t]*include[ \t]+(?:["'])?(?<path>[^"'<>{}]+?)(?:["'])?[ \t]*>\}\}[ \t]*$/,
    from: ['file', 'root'],
  },
  isIndex: (name) => name === 'index',
  numbers: 'kept',
  dates: 'kept',
  readsRMarkdown: true,
  pieces: /(?:^|\/)_/,
};

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

function settingsOf(folder: FolderView): Settings {
  const name = folder.names.find((each) => SETTINGS.test(each)) ?? '';
  return parseSettings(name, folder.text(name));
}
