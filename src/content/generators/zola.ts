import { plainSlug } from '../site/address_pattern.ts';
import { asciiAnchors, githubAnchors } from './anchor_rules.ts';
import {
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type LanguageFolder,
  pathOfAddress,
} from './generator_rules.ts';
import { entriesAt, parseSettings, type Settings, textAt } from './settings/parse_settings.ts';

/**
 * Zola. Settings, `slugify.paths` and languages: getzola.org/documentation/getting-started/configuration; addresses:
 * getzola.org/documentation/content/page, where a date before a name is the page's date and not part of the address.
 */
export const zola: GeneratorRules = {
  name: 'zola',
  marks: (folder) =>
    folder.names.includes('zola.toml') ||
    (folder.names.includes('config.toml') && /^[ \t]*base_url\s*=/m.test(folder.text('config.toml'))),
  pages: (folder) => firstFolder(folder, ['content']),
  siteTitle: (folder) => textAt(settingsOf(folder), 'title'),
  language: (folder) => textAt(settingsOf(folder), 'default_language'),
  languages: (folder) => entriesAt(settingsOf(folder), 'languages').map(([code]): LanguageFolder => [code, code]),
  base: (folder) => pathOfAddress(textAt(settingsOf(folder), 'base_url')),
  addressStyle: () => 'slash',
  datesBySettings: (folder) => (textAt(settingsOf(folder), 'slugify', 'paths_keep_dates') === 'true' ? 'kept' : null),
  publish: (name, isLast) => (isLast ? plainSlug(name.normalize('NFKD').replace(/\p{M}/gu, '')) || name : name),
  isIndex: (name) => /^_?index$/.test(name),
  languageSuffix: true,
  blankBeforeFrontMatter: true,
  hidesByRender: true,
  numbers: 'kept',
  dates: 'cut',
  // The setting `slugify.anchors`: getzola.org/documentation/content/linking.
  anchors: { ...asciiAnchors, also: [githubAnchors] },
};

function settingsOf(folder: FolderView): Settings {
  const file = folder.names.includes('zola.toml') ? 'zola.toml' : 'config.toml';
  return parseSettings(file, folder.text(file));
}
