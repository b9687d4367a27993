import { titleFromName } from '../../text/title_from_name.ts';
import { withIncludes } from '../files/inclusions.ts';
import { languageTag } from '../markdown/front_matter/page_fields.ts';
import { languageOfCountry } from '../site/language_code.ts';
import { generator } from './generator.ts';
import { type FolderView, type GeneratorRules, type LanguageFolder, setting, trimPath } from './generator_rules.ts';

/** The extension i18n and its options, which may be in a block of lines. */
const LANGUAGES = /^[ \t]*activate[ \t]*\(?[ \t]*:i18n\b((?:[^\n]|,[ \t]*\n){0,2000})/m;

/**
 * Middleman, and Slate, which is made with it. Pages are templates in `source`, such as `a.html.md` or `a.md`, and names with an
 * underscore are partials: middlemanapp.com/basics/templating-language and middlemanapp.com/basics/partials; directory indexes:
 * middlemanapp.com/advanced/pretty-urls. A page of Slate ends with the partials that its front matter names: `includes: [errors]` is
 * `includes/_errors.md`, github.com/slatedocs/slate/wiki/Using-Slate-Natively. Languages: middlemanapp.com/advanced/localization. The
 * pages of the folder `localizable` are at the root in the first language, and `page.es.html.md` is the Spanish page, at `/es/page`.
 */
export const middleman: GeneratorRules = generator('middleman', {
  marks: ({ names, namesIn, text }) =>
    names.includes('config.rb') &&
    names.includes('source') &&
    (/\bmiddleman\b/.test(text('Gemfile')) || namesIn('source').some((name) => /\.html\.\w+$/.test(name))),
  places: ['source'],
  says(folder) {
    const text = settingsOf(folder);
    const found = /\bset\s*\(?\s*:source\s*,\s*["']([^"'\n]{1,500})["']/.exec(text);
    if (found === null) return {};
    const line = text.slice(0, found.index).split('\n').length;
    return { folders: [{ file: 'config.rb', line, key: 'source', value: found[1]! }] };
  },
  language: (folder) => languagesIn(folder)[0]?.[1] ?? null,
  languages(folder) {
    const languages = languagesIn(folder);
    return languages.length === 0 ? null : languages;
  },
  mounts(_files, folder) {
    const options = optionsOf(folder);
    const place = setting(options ?? '', /\btemplates_dir\b\s*(?:=>|:)\s*["']([\w./-]+)["']/);
    return options === null ? [] : [[trimPath(place ?? 'localizable'), '']];
  },
  languageSuffix: true,
  addressStyle: (folder) =>
    /^[ \t]*activate\s*\(?\s*:directory_indexes\b/m.test(settingsOf(folder)) ? 'slash' : 'html',
  publish: (name, isLast) => (isLast ? name.replace(/\.html$/, '') : name),
  isIndex: (name) => /^index(?:\.html)?$/.test(name),
  titleOfName: (name) => titleFromName(name.replace(/\.html$/, '')),
  datedNames: true,
  pieces: /(?:^|\/)_/,
  inclusion: { mark: 'includes:', read: withIncludes },
});

/** What the settings give to the extension i18n; null when they do not activate it. */
function optionsOf(folder: FolderView): string | null {
  return setting(settingsOf(folder), LANGUAGES);
}

/** The languages of the settings, or of the files in `locales`, with the one at the root first. */
function languagesIn(folder: FolderView): LanguageFolder[] {
  const options = optionsOf(folder);
  if (options === null) return [];
  const listed = setting(options, /\b(?:langs|locales)\b\s*(?:=>|:)\s*\[([^\]]{0,500})\]/)?.match(/\w[\w-]*/g);
  const named = folder.namesIn('locales').flatMap((name) => /^([\w-]+)\.ya?ml$/.exec(name)?.[1] ?? []);
  const root = setting(options, /\bmount_at_root\b\s*(?:=>|:)\s*[:"']?([\w-]+)/);
  const codes = listed ?? named.toSorted();
  const first = codes.filter((code) => code === root);
  return [...first, ...codes.filter((code) => code !== root)].flatMap((code): LanguageFolder[] => {
    const tag = languageOfCountry(code) ?? languageTag(code);
    return tag === null ? [] : [[code, tag]];
  });
}

function settingsOf(folder: FolderView): string {
  return folder.text('config.rb');
}
