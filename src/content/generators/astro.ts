import { slug as githubSlug } from 'github-slugger';
import { type FolderView, firstFolder, type GeneratorRules, pathOfAddress } from './generator_rules.ts';
import { readScript } from './settings/read_script.ts';
import { entriesOf, type ScriptValue, textOf } from './settings/script_value.ts';

/**
 * Astro without Starlight. Content collections, whose entries have slugs of their file names as ids:
 * docs.astro.build/en/guides/content-collections; Markdown pages in `src/pages`, whose names are published unchanged:
 * docs.astro.build/en/guides/markdown-content; `base`, `trailingSlash`, `build.format`: docs.astro.build/en/reference/configuration-reference.
 */
export const astro: GeneratorRules = {
  name: 'astro',
  marks: ({ names }) => names.some((name) => ASTRO_SETTINGS.test(name)),
  pages: (folder) => firstFolder(folder, ['src/content/docs', 'src/content', 'src/pages', 'content', 'docs']),
  language: (folder) => textOf(astroSettings(folder), 'i18n', 'defaultLocale'),
  base: (folder) => pathOfAddress(textOf(astroSettings(folder), 'base')),
  addressStyle(folder) {
    const settings = astroSettings(folder);
    if (textOf(settings, 'trailingSlash') === 'never') return 'bare';
    return textOf(settings, 'build', 'format') === 'file' ? 'html' : 'slash';
  },
  redirects: (folder) =>
    entriesOf(astroSettings(folder), 'redirects').flatMap(([from, to]) => {
      const target = typeof to === 'string' ? to : textOf(to, 'destination');
      return target === null ? [] : [[from, target] as const];
    }),
  numbers: 'kept',
  dates: 'kept',
  publish: (name) => githubSlug(name) || name,
  isIndex: (name) => name === 'index',
  slugReplaces: 'pathInTopFolder',
  pieces: /(?:^|\/)_(?!index\.)/,
};

export const ASTRO_SETTINGS = /^astro\.config\.[cm]?[jt]s$/;

export function astroSettings(folder: FolderView): ScriptValue {
  return readScript(folder, folder.names.find((name) => ASTRO_SETTINGS.test(name)) ?? '');
}
