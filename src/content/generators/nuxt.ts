import { githubAnchors, hyphenated } from './anchor_rules.ts';
import { firstFolder, type GeneratorRules, pathOfAddress, setting } from './generator_rules.ts';

const SETTINGS = /^nuxt\.config\.[cm]?[jt]s$/;

/**
 * Nuxt Content. Pages, number prefixes, which are never part of an address, `.draft`, and names that are published in lower case:
 * content.nuxt.com/docs/collections/types; files that begin with `-` or `.` are not read: content.nuxt.com/docs/files/markdown.
 */
export const nuxt: GeneratorRules = {
  name: 'nuxt',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)),
  pages: (folder) => firstFolder(folder, ['content', 'docs/content']),
  base: ({ names, text }) =>
    pathOfAddress(setting(text(names.find((name) => SETTINGS.test(name)) ?? ''), /\bbaseURL:\s*['"](\/[^'"]*)['"]/)),
  numbers: (name) => name.replace(/^\d+\.\s*(?=\S)/, ''),
  publish: (name) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s$*_+~.()'"!\-:@]+/gu, '')
      .trim()
      .replace(/\s+/g, '-'),
  isIndex: (name) => /^(?:\d+\.)?index$/.test(name),
  dates: 'kept',
  pieces: /(?:^|\/)-|\.draft\.md$/,
  // As on GitHub, with single hyphens, and `_` before a leading digit: github.com/nuxt-content/mdc.
  anchors: { slug: (text) => hyphenated(githubAnchors.slug(text)).replace(/^(?=\d)/, '_'), also: [githubAnchors] },
};
