import { type FolderView, type GeneratorRules, pathOfAddress } from './generator_rules.ts';
import { parseSettings, type Settings, textAt, textsAt } from './parse_settings.ts';

const SETTINGS = /^_quarto\.ya?ml$/;

/**
 * Quarto. Which files are rendered: quarto.org/docs/projects/quarto-projects.html#render-targets, where names that begin with an
 * underscore or a dot are left out, and READMEs; addresses, with `site-url`: quarto.org/docs/websites/website-basics.html; inclusions:
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
    return { only: null, except: ['README.md', ...left] };
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

function settingsOf(folder: FolderView): Settings {
  const name = folder.names.find((each) => SETTINGS.test(each)) ?? '';
  return parseSettings(name, folder.text(name));
}
