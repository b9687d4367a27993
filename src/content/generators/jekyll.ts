/** Jekyll, and Bridgetown, which began as a copy of it. */
import { isTimeZone } from '../markdown/front_matter/dates.ts';
import { kramdownAnchors } from './anchor_rules.ts';
import { type GeneratorDefinition, generator, stated } from './generator.ts';
import {
  type AddressPattern,
  type FolderView,
  filesLike,
  firstFolder,
  type GeneratorRules,
  type Mount,
  namedFolders,
  trimPath,
} from './generator_rules.ts';
import { entriesAt, listAt, type Settings, settingsIn, textAt, textsAt } from './settings/parse_settings.ts';
import { type FindSetting, settingsOfFiles } from './settings/setting.ts';

const SETTINGS = /^_config(?:_\w+)?\.(?:ya?ml|toml)$/;
/** The named styles: jekyllrb.com/docs/permalinks. */
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  none: '/:categories/:title.html',
};

/**
 * Jekyll. Settings: jekyllrb.com/docs/configuration/options; posts: jekyllrb.com/docs/posts; their addresses:
 * jekyllrb.com/docs/permalinks; collections, which are folders `_name` that the settings publish as `name`:
 * jekyllrb.com/docs/collections; addresses by folder: jekyllrb.com/docs/configuration/front-matter-defaults; every file with front
 * matter is a page: jekyllrb.com/docs/front-matter.
 */
const JEKYLL: GeneratorDefinition = {
  marks: (folder) => filesLike(folder, SETTINGS).length > 0 || folder.names.includes('_posts'),
  pages: (folder) => firstFolder(folder, [...namedFolders({ folders: [findSetting(folder)('source')] }), '']),
  selection(folder) {
    const settings = settingsOf(folder);
    const included = new Set(textsAt(settings, 'include').map((each) => trimPath(each)));
    const excluded = textsAt(settings, 'exclude').filter((each) => !included.has(trimPath(each)));
    return {
      only: null,
      except: [...unpublished(settings), ...excluded.map((each) => `/${each.replace(/^\/+/, '')}`)],
      projectDocuments: true,
    };
  },
  says(folder) {
    const find = findSetting(folder);
    const source = find('source');
    const collections = find('collections_dir');
    const below = [source?.value, collections?.value].filter((each) => each != null).join('/');
    return {
      ...{ address: find('url'), base: find('baseurl'), title: find('title', 'name') },
      folders: [source, collections === null ? null : { ...collections, value: below }],
    };
  },
  language: (folder) => textAt(settingsOf(folder), 'lang') ?? textAt(settingsOf(folder), 'locale'),
  // `Jekyll::Utils.add_permalink_suffix`: of a pattern of their own, pages have the ending alone.
  addressStyle(folder) {
    const permalink = textAt(settingsOf(folder), 'permalink') ?? 'date';
    if (permalink === 'pretty' || permalink.endsWith('/')) return 'slash';
    return Object.hasOwn(STYLES, permalink) || permalink.endsWith(':output_ext') ? 'html' : 'bare';
  },
  timeZone(folder) {
    const zone = textAt(settingsOf(folder), 'timezone');
    return zone !== null && isTimeZone(zone) ? zone : null;
  },
  mounts(files, folder) {
    const settings = settingsOf(folder);
    const inside = textAt(settings, 'collections_dir');
    const above = inside === null ? '' : `${trimPath(inside)}/`;
    const included = new Set(textsAt(settings, 'include').map((each) => trimPath(each)));
    const names = new Set<string>();
    for (const file of files) {
      const name = file.startsWith(above) ? /^_([^/]+)\//.exec(file.slice(above.length))?.[1] : undefined;
      if (name !== undefined && name !== 'posts' && name !== 'drafts' && !included.has(`_${name}`)) names.add(name);
    }
    return [...names].map((name) => [`${above}_${name}`, name] as const);
  },
  patterns(folder) {
    const settings = settingsOf(folder);
    const permalink = textAt(settings, 'permalink');
    const posts = { folder: '', posts: true, pattern: STYLES[permalink ?? 'date'] ?? permalink ?? '' };
    const collections = collectionsOf(settings).flatMap(({ name, pattern }): AddressPattern[] =>
      pattern === null ? [] : [{ folder: `_${name}`, posts: name === 'posts', pattern: STYLES[pattern] ?? pattern }],
    );
    // A pattern of the defaults comes before one of a collection.
    return [...defaultsOf(settings), ...collections, ...(posts.pattern === '' ? [] : [posts])];
  },
  patternValues: ({ folders, name, bare, slug, categories }) => {
    const collection = folders[0] ?? '';
    const above = [...new Set([...folders, ...categories].map((each) => each.toLowerCase()))].join('/');
    return {
      ...{ title: prettySlug(slug ?? bare), slug: jekyllSlug(slug ?? bare), name: jekyllSlug(bare), basename: name },
      ...{ categories: above, collection, path: [...folders.slice(1), name].join('/'), output_ext: '.html' },
    };
  },
  datedNames: true,
  posts: /(?:^|\/)_posts\//,
  pieces: /(?:^|\/)_drafts\//,
  tagsBySpace: true,
  anchors: kramdownAnchors,
};
export const jekyll: GeneratorRules = generator('jekyll', JEKYLL);

function settingsOf(folder: FolderView): Settings {
  return settingsIn(folder, filesLike(folder, SETTINGS).toSorted());
}

function findSetting(folder: FolderView): FindSetting {
  return settingsOfFiles(folder, filesLike(folder, SETTINGS).toSorted());
}

/** The declared collections. `output`: whether their documents have pages. */
function collectionsOf(settings: Settings): { name: string; output: boolean; pattern: string | null }[] {
  const listed = textsAt(settings, 'collections').map((name) => [name, null] as const);
  return [...listed, ...entriesAt(settings, 'collections')].map(([name, each]) => ({
    name,
    output: name === 'posts' || textAt(each, 'output') === 'true',
    pattern: textAt(each, 'permalink'),
  }));
}

/** The folders of the collections whose documents have no pages. */
function unpublished(settings: Settings): string[] {
  return collectionsOf(settings).flatMap(({ name, output }) => (output ? [] : [`/_${name}/`]));
}

function defaultsOf(settings: Settings): AddressPattern[] {
  return listAt(settings, 'defaults').flatMap((each): AddressPattern[] => {
    const pattern = textAt(each, 'values', 'permalink');
    const type = textAt(each, 'scope', 'type');
    const path = trimPath(textAt(each, 'scope', 'path') ?? '');
    if (pattern === null || /[*?]/.test(path)) return [];
    const folder = path !== '' || type === null || /^(?:posts|pages|drafts)$/.test(type) ? path : `_${type}`;
    return [{ folder, posts: type === 'posts' || /^_posts/.test(path), pattern: STYLES[pattern] ?? pattern }];
  });
}

/** As Jekyll writes `:title`: case and most punctuation are kept. */
function prettySlug(name: string): string {
  return name.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, '');
}

/** As Jekyll writes `:slug`: lower case, letters and digits only. */
function jekyllSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{M}\p{L}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The named styles: bridgetownrb.com/docs/content/permalinks. */
const BRIDGETOWN_STYLES: Readonly<Record<string, string>> = {
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
export const bridgetown: GeneratorRules = generator('bridgetown', {
  ...JEKYLL,
  marks: ({ names, namesIn, text }) =>
    names.includes('bridgetown.config.yml') ||
    (namesIn('config').includes('initializers.rb') &&
      /^\s*Bridgetown\.configure\b/m.test(text('config/initializers.rb'))),
  pages: (folder) => firstFolder(folder, [...namedFolders(bridgetown.says(folder)), 'src']),
  selection(folder) {
    const settings = bridgetownSettings(folder);
    const excluded = textsAt(settings, 'exclude').map((each) => `/${each}`);
    return { only: null, except: [...unpublished(settings), ...excluded], projectDocuments: true };
  },
  says: (folder) =>
    stated(folder, ['bridgetown.config.yml', 'src/_data/site_metadata.yml'], {
      ...{ address: ['url'], base: ['base_path'], title: ['title'], folders: ['source'] },
    }),
  language: (folder) => textAt(bridgetownSettings(folder), 'default_locale'),
  languages(folder) {
    const locales = textsAt(bridgetownSettings(folder), 'available_locales');
    return locales.length === 0 ? null : locales.map((code) => [code, code] as const);
  },
  addressStyle: () => 'slash',
  mounts(files) {
    const names = new Set(files.flatMap((file) => /^_([^/]+)\//.exec(file)?.[1] ?? []));
    names.delete('posts');
    return [...names].map((name): Mount => [`_${name}`, name === 'pages' ? '' : name]);
  },
  patterns(folder): AddressPattern[] {
    const settings = bridgetownSettings(folder);
    const collections = collectionsOf(settings).flatMap(({ name, pattern }): AddressPattern[] => {
      if (pattern === null) return [];
      const inside =
        name === 'posts' || name === 'pages' || !Object.hasOwn(BRIDGETOWN_STYLES, pattern) ? '' : `/${name}`;
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
});

function bridgetownSettings(folder: FolderView): Settings {
  return settingsIn(folder, ['bridgetown.config.yml']);
}

function written(pattern: string): string {
  return (Object.hasOwn(BRIDGETOWN_STYLES, pattern) ? BRIDGETOWN_STYLES[pattern]! : pattern).replace(/\.\*$/, '.html');
}

/** As Bridgetown writes slugs: lower case, and most punctuation is kept. */
function slugOf(name: string): string {
  return prettySlug(name.toLowerCase());
}
