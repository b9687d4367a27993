import { githubAnchors, hyphenated } from './anchor_rules.ts';
import { firstFolder, type GeneratorRules } from './generator_rules.ts';

/** Nuxt Content. Pages and number prefixes, which are never part of an address: content.nuxt.com/docs/collections/types. */
export const nuxt: GeneratorRules = {
  name: 'nuxt',
  marks: ({ names }) => names.some((name) => /^nuxt\.config\.[cm]?[jt]s$/.test(name)),
  pages: (folder) => firstFolder(folder, ['content', 'docs/content']),
  numbers: (name) => name.replace(/^\d+\.\s*(?=\D)/, ''),
  dates: 'kept',
  // As on GitHub, with single hyphens, and `_` before a leading digit: github.com/nuxt-content/mdc.
  anchors: { slug: (text) => hyphenated(githubAnchors.slug(text)).replace(/^(?=\d)/, '_'), also: [githubAnchors] },
};
