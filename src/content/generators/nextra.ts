import { firstFolder, type GeneratorRules } from './generator_rules.ts';
import { next, nextSettingsFile } from './next.ts';

/**
 * Nextra. Pages in `content`, `app` or, before version 4, `pages`: nextra.site/docs/file-conventions; languages by folder or, before
 * version 4, by suffix (`page.fr.mdx`): nextra.site/docs/guide/i18n.
 */
export const nextra: GeneratorRules = {
  ...next,
  name: 'nextra',
  marks: (folder) =>
    next.marks(folder) &&
    /\bnextra\b/.test(folder.text(nextSettingsFile(folder)) + folder.text('package.json').slice(0, 20_000)),
  pages: (folder) => firstFolder(folder, ['content', 'src/content', 'pages', 'src/pages', 'app', 'src/app']),
  languageSuffix: true,
};
