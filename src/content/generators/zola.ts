import { asciiAnchors, githubAnchors } from './anchor_rules.ts';
import { firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/**
 * Zola. Settings: getzola.org/documentation/getting-started/configuration; addresses: getzola.org/documentation/content/page,
 * where a date before a name is the page's date and not part of the address.
 */
export const zola: GeneratorRules = {
  name: 'zola',
  marks: (folder) =>
    folder.names.includes('zola.toml') ||
    (folder.names.includes('config.toml') && /^[ \t]*base_url\s*=/m.test(folder.text('config.toml'))),
  pages: (folder) => firstFolder(folder, ['content']),
  language: (folder) =>
    setting(
      folder.text(folder.names.includes('zola.toml') ? 'zola.toml' : 'config.toml'),
      /^default_language\s*=\s*"([\w-]+)"/m,
    ),
  numbers: 'kept',
  dates: 'cut',
  // The setting `slugify.anchors`: getzola.org/documentation/content/linking.
  anchors: { ...asciiAnchors, also: [githubAnchors] },
};
