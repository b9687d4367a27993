import { ASTRO_SETTINGS, astro } from './astro.ts';
import { type FolderView, firstFolder, type GeneratorRules, setting } from './generator_rules.ts';
import { scriptLocales } from './vitepress.ts';

/**
 * Starlight, a theme of Astro. Pages: starlight.astro.build/guides/pages; `slug`, which is the whole path:
 * starlight.astro.build/reference/frontmatter; languages, whose folders are beside the pages of the default one:
 * starlight.astro.build/guides/i18n.
 */
export const starlight: GeneratorRules = {
  ...astro,
  name: 'starlight',
  marks: (folder) => astro.marks(folder) && /starlight/i.test(settingsOf(folder)),
  pages: (folder) => firstFolder(folder, ['src/content/docs']),
  language: (folder) =>
    setting(settingsOf(folder), /\broot:\s*\{[^{}]{0,500}?\blang:\s*['"]([\w-]+)['"]/) ??
    setting(settingsOf(folder), /\bdefaultLocale:\s*['"]((?!root\b)[\w-]+)['"]/),
  languages: (folder) => scriptLocales(settingsOf(folder)),
  slugReplaces: 'path',
};

function settingsOf(folder: FolderView): string {
  return folder.text(folder.names.find((name) => ASTRO_SETTINGS.test(name)) ?? '');
}
