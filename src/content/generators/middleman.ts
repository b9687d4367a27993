import { titleFromName } from '../../text/title_from_name.ts';
import { type FolderView, firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/**
 * Middleman, and Slate, which is made with it. Pages are templates in `source`, such as `a.html.md` or `a.md`, and names with an
 * underscore are partials: middlemanapp.com/basics/templating-language and middlemanapp.com/basics/partials; directory indexes:
 * middlemanapp.com/advanced/pretty-urls. A page of Slate ends with the partials that its front matter names: `includes: [errors]` is
 * `includes/_errors.md`, github.com/slatedocs/slate/wiki/Using-Slate-Natively.
 */
export const middleman: GeneratorRules = {
  name: 'middleman',
  marks: ({ names, namesIn, text }) =>
    names.includes('config.rb') &&
    names.includes('source') &&
    (/\bmiddleman\b/.test(text('Gemfile')) || namesIn('source').some((name) => /\.html\.\w+$/.test(name))),
  pages: (folder) =>
    firstFolder(folder, [setting(settingsOf(folder), /\bset\s*\(?\s*:source\s*,\s*["']([\w./-]+)["']/), 'source']),
  addressStyle: (folder) =>
    /^[ \t]*activate\s*\(?\s*:directory_indexes\b/m.test(settingsOf(folder)) ? 'slash' : 'html',
  publish: (name, isLast) => (isLast ? name.replace(/\.html$/, '') : name),
  isIndex: (name) => /^index(?:\.html)?$/.test(name),
  titleOfName: (name) => titleFromName(name.replace(/\.html$/, '')),
  numbers: 'kept',
  dates: 'kept',
  datedNames: true,
  pieces: /(?:^|\/)_/,
  endsWithIncludes: true,
};

function settingsOf(folder: FolderView): string {
  return folder.text('config.rb');
}
