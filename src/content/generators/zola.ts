import { plainSlug } from '../site/address_pattern.ts';
import { asciiAnchors, githubAnchors } from './anchor_rules.ts';
import { generator } from './generator.ts';
import type { GeneratorRules, LanguageFolder } from './generator_rules.ts';
import { entriesAt, settingsIn, textAt } from './settings/settings.ts';

/**
 * Zola. Settings, `slugify.paths` and languages: getzola.org/documentation/getting-started/configuration; addresses:
 * getzola.org/documentation/content/page, where a date before a name is the page's date and not part of the address.
 */
export const zola: GeneratorRules = generator('zola', {
  marks: (folder) =>
    folder.names.includes('zola.toml') ||
    (folder.names.includes('config.toml') && /^[ \t]*base_url\s*=/m.test(folder.text('config.toml'))),
  places: ['content'],
  files: ['zola.toml', 'config.toml'],
  keys: { address: ['base_url'], title: ['title'], language: ['default_language'] },
  settings(folder) {
    const settings = settingsIn(folder, [folder.names.includes('zola.toml') ? 'zola.toml' : 'config.toml']);
    return {
      addressStyle: 'slash',
      languages: entriesAt(settings, 'languages').map(([code]): LanguageFolder => [code, code]),
      dates: textAt(settings, 'slugify', 'paths_keep_dates') === 'true' ? 'kept' : 'cut',
    };
  },
  dates: 'cut',
  publish: (name, isLast) => (isLast ? plainSlug(name.normalize('NFKD').replace(/\p{M}/gu, '')) || name : name),
  isIndex: (name) => /^_?index$/.test(name),
  languageSuffix: true,
  head: 'blank lines',
  hidesItself: (fields) => fields.get('render') === false,
  // The setting `slugify.anchors`: getzola.org/documentation/content/linking.
  anchors: { ...asciiAnchors, also: [githubAnchors] },
});
