import {
  type AddressPattern,
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type Mount,
  pathOfAddress,
} from './generator_rules.ts';
import { collectionsOf, jekyll } from './jekyll.ts';
import { type Settings, settingsIn, textAt, textsAt } from './settings/parse_settings.ts';

/** The named styles: bridgetownrb.com/docs/content/permalinks. */
const STYLES: Readonly<Record<string, string>> = {
  pretty: '/:categories/:year/:month/:day/:slug/',
  pretty_ext: '/:categories/:year/:month/:day/:slug.*',
  simple: '/:categories/:slug/',
  simple_ext: '/:categories/:slug.*',
};

/**
 * Bridgetown. Settings: bridgetownrb.com/docs/configuration; pages, posts and collections, which are folders `_name`:
 * bridgetownrb.com/docs/collections; addresses: bridgetownrb.com/docs/content/permalinks; languages, by settings and suffixes:
 * bridgetownrb.com/docs/internationalization.
 */
export const bridgetown: GeneratorRules = {
  ...jekyll,
  name: 'bridgetown',
  marks: ({ names, namesIn, text }) =>
    names.includes('bridgetown.config.yml') ||
    (namesIn('config').includes('initializers.rb') &&
      /^\s*Bridgetown\.configure\b/m.test(text('config/initializers.rb'))),
  pages: (folder) => firstFolder(folder, [textAt(settingsOf(folder), 'source'), 'src']),
  selection(folder) {
    const settings = settingsOf(folder);
    const hidden = collectionsOf(settings).flatMap(({ name, output }) => (output ? [] : [`/_${name}/`]));
    return {
      only: null,
      except: [...hidden, ...textsAt(settings, 'exclude').map((each) => `/${each}`)],
      projectDocuments: true,
    };
  },
  siteTitle: (folder) => textAt(settingsOf(folder), 'title'),
  language: (folder) => textAt(settingsOf(folder), 'default_locale'),
  languages(folder) {
    const locales = textsAt(settingsOf(folder), 'available_locales');
    return locales.length === 0 ? null : locales.map((code) => [code, code] as const);
  },
  base: (folder) => pathOfAddress(textAt(settingsOf(folder), 'base_path')),
  addressStyle: () => 'slash',
  mounts(files) {
    const names = new Set(files.flatMap((file) => /^_([^/]+)\//.exec(file)?.[1] ?? []));
    names.delete('posts');
    return [...names].map((name): Mount => [`_${name}`, name === 'pages' ? '' : name]);
  },
  patterns(folder): AddressPattern[] {
    const settings = settingsOf(folder);
    const collections = collectionsOf(settings).flatMap(({ name, pattern }): AddressPattern[] => {
      if (pattern === null) return [];
      const inside = name === 'posts' || name === 'pages' || !Object.hasOwn(STYLES, pattern) ? '' : `/${name}`;
      return [{ folder: `_${name}`, posts: name === 'posts', pattern: inside + written(pattern) }];
    });
    return [...collections, { folder: '', posts: true, pattern: written(textAt(settings, 'permalink') ?? 'pretty') }];
  },
  patternValues: ({ folders, mount, name, bare, title, slug, categories }) => {
    const below = mount === '' ? folders : folders.slice(1);
    const own = slugOf(slug ?? bare);
    return {
      ...{ slug: own, title: slugOf(title), name: slugOf(bare), path: [...below, name].join('/'), collection: mount },
      ...{ categories: [...new Set(categories.map(slugOf))].join('/'), locale: '', lang: '' },
    };
  },
  languageSuffix: true,
  isIndex: (name) => name === 'index',
  pieces: /(?:^|\/)_(?:drafts|components)\//,
};

function settingsOf(folder: FolderView): Settings {
  return settingsIn(folder, ['bridgetown.config.yml']);
}

function written(pattern: string): string {
  return (Object.hasOwn(STYLES, pattern) ? STYLES[pattern]! : pattern).replace(/\.\*$/, '.html');
}

/** As Bridgetown writes slugs: lower case, and most punctuation is kept. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-')
    .replace(/^-|-$/g, '');
}
