import { slug as githubSlug } from 'github-slugger';
import { firstFolder, type GeneratorRules } from './generator_rules.ts';

/** Astro without Starlight. Content collections and Markdown pages: docs.astro.build/en/guides/markdown-content. File names are published as slugs. */
export const astro: GeneratorRules = {
  name: 'astro',
  marks: ({ names }) => names.some((name) => ASTRO_SETTINGS.test(name)),
  pages: (folder) => firstFolder(folder, ['src/content/docs', 'src/content', 'src/pages', 'content', 'docs']),
  numbers: 'kept',
  dates: 'kept',
  publish: (name) => githubSlug(name) || name,
  pieces: /(?:^|\/)_(?!index\.)/,
};

export const ASTRO_SETTINGS = /^astro\.config\.[cm]?[jt]s$/;
