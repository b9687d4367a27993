import { slug as githubSlug } from 'github-slugger';
import { type FolderView, firstFolder, type GeneratorRules, pathOfAddress, setting } from './generator_rules.ts';

/**
 * Astro without Starlight. Content collections, whose entries have slugs of their file names as ids:
 * docs.astro.build/en/guides/content-collections; Markdown pages in `src/pages`, whose names are published unchanged:
 * docs.astro.build/en/guides/markdown-content; `base`, `trailingSlash`, `build.format`: docs.astro.build/en/reference/configuration-reference.
 */
export const astro: GeneratorRules = {
  name: 'astro',
  marks: ({ names }) => names.some((name) => ASTRO_SETTINGS.test(name)),
  pages: (folder) => firstFolder(folder, ['src/content/docs', 'src/content', 'src/pages', 'content', 'docs']),
  language: (folder) => setting(settingsOf(folder), /\bdefaultLocale:\s*['"]([\w-]+)['"]/),
  base: (folder) => pathOfAddress(setting(settingsOf(folder), /\bbase:\s*['"](\/?[\w./-]+)['"]/)),
  addressStyle(folder) {
    const settings = settingsOf(folder);
    if (/\btrailingSlash:\s*['"]never['"]/.test(settings)) return 'bare';
    return /\bformat:\s*['"]file['"]/.test(settings) ? 'html' : 'slash';
  },
  numbers: 'kept',
  dates: 'kept',
  publish: (name) => githubSlug(name) || name,
  isIndex: (name) => name === 'index',
  slugReplaces: 'pathInTopFolder',
  pieces: /(?:^|\/)_(?!index\.)/,
};

export const ASTRO_SETTINGS = /^astro\.config\.[cm]?[jt]s$/;

function settingsOf(folder: FolderView): string {
  return folder.text(folder.names.find((name) => ASTRO_SETTINGS.test(name)) ?? '');
}
