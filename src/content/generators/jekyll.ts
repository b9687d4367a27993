/** Generators of blogs, whose posts are in `_posts`: Jekyll, Bridgetown, which began as a copy of it, and Hexo. */
import { isTimeZone } from '../markdown/front_matter/dates.ts';
import { githubAnchors, hyphenated, kramdownAnchors } from './anchor_rules.ts';
import { type GeneratorDefinition, generator, stated } from './generator.ts';
import {
  type AddressPattern,
  type AddressStyle,
  type FolderView,
  filesLike,
  firstFolder,
  folderPath,
  type GeneratorRules,
  type Mount,
  namedFolders,
  trimPath,
} from './generator_rules.ts';
import { type FindSetting, settingsOfFiles } from './settings/find_setting.ts';
import { entriesAt, listAt, type Settings, settingsIn, textAt, textsAt } from './settings/settings.ts';

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
    const included = includedIn(settings);
    const excluded = textsAt(settings, 'exclude').filter((each) => !included.has(trimPath(each)));
    const except = [...unpublished(settings), ...excluded.map((each) => `/${each.replace(/^\/+/, '')}`)];
    return { except, projectDocuments: true };
  },
  says(folder) {
    const find = findSetting(folder);
    const source = find('source');
    const collections = find('collections_dir');
    const below = [source?.value, collections?.value].filter((each) => each != null).join('/');
    return {
      ...{ address: find('url'), base: find('baseurl'), title: find('title', 'name') },
      language: find('lang', 'locale')?.value ?? null,
      currentVersion: find('versions.stable', 'latest_version', 'current_version', 'version')?.value ?? null,
      folders: [source, collections === null ? null : { ...collections, value: below }],
    };
  },
  settings(folder, _root, files) {
    const settings = settingsOf(folder);
    const permalink = textAt(settings, 'permalink');
    const zone = textAt(settings, 'timezone');
    const posts = STYLES[permalink ?? 'date'] ?? permalink ?? '';
    const collections = collectionsOf(settings).flatMap(({ name, pattern }): AddressPattern[] =>
      pattern === null ? [] : [{ folder: `_${name}`, posts: name === 'posts', pattern: STYLES[pattern] ?? pattern }],
    );
    return {
      addressStyle: styleOf(permalink ?? 'date'),
      timeZone: zone !== null && isTimeZone(zone) ? zone : null,
      mounts: collectionMounts(settings, files),
      // A pattern of the defaults comes before one of a collection.
      patterns: [
        ...[...defaultsOf(settings), ...collections],
        ...(posts === '' ? [] : [{ folder: '', posts: true, pattern: posts }]),
      ],
    };
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

function includedIn(settings: Settings): Set<string> {
  return new Set(textsAt(settings, 'include').map((each) => trimPath(each)));
}

/** `Jekyll::Utils.add_permalink_suffix`: of a pattern of their own, pages have the ending alone. */
function styleOf(permalink: string): AddressStyle {
  if (permalink === 'pretty' || permalink.endsWith('/')) return 'slash';
  return Object.hasOwn(STYLES, permalink) || permalink.endsWith(':output_ext') ? 'html' : 'bare';
}

/** The folders of collections, whose names begin with an underscore that their addresses do not have. */
function collectionMounts(settings: Settings, files: readonly string[]): Mount[] {
  const inside = textAt(settings, 'collections_dir');
  const above = inside === null ? '' : `${trimPath(inside)}/`;
  const included = includedIn(settings);
  const names = new Set<string>();
  for (const file of files) {
    const name = file.startsWith(above) ? /^_([^/]+)\//.exec(file.slice(above.length))?.[1] : undefined;
    if (name !== undefined && name !== 'posts' && name !== 'drafts' && !included.has(`_${name}`)) names.add(name);
  }
  return [...names].map((name) => [`${above}_${name}`, name]);
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
    return { except: [...unpublished(settings), ...excluded], projectDocuments: true };
  },
  says: (folder) =>
    stated(folder, ['bridgetown.config.yml', 'src/_data/site_metadata.yml'], {
      ...{ address: ['url'], base: ['base_path'], title: ['title'], folders: ['source'], language: ['default_locale'] },
    }),
  settings(folder, _root, files) {
    const settings = bridgetownSettings(folder);
    const locales = textsAt(settings, 'available_locales');
    const folders = new Set(files.flatMap((file) => /^_([^/]+)\//.exec(file)?.[1] ?? []));
    folders.delete('posts');
    const collections = collectionsOf(settings).flatMap(({ name, pattern }): AddressPattern[] => {
      if (pattern === null) return [];
      const isNamed = name !== 'posts' && name !== 'pages' && Object.hasOwn(BRIDGETOWN_STYLES, pattern);
      return [{ folder: `_${name}`, posts: name === 'posts', pattern: (isNamed ? `/${name}` : '') + written(pattern) }];
    });
    const posts = { folder: '', posts: true, pattern: written(textAt(settings, 'permalink') ?? 'pretty') };
    return {
      addressStyle: 'slash',
      languages: locales.length === 0 ? null : locales.map((code) => [code, code] as const),
      mounts: [...folders].map((name): Mount => [`_${name}`, name === 'pages' ? '' : name]),
      patterns: [...collections, posts],
    };
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

/**
 * Hexo. Settings: hexo.io/docs/configuration; addresses of posts, by default `:year/:month/:day/:title/`:
 * hexo.io/docs/permalinks. A date is cut from a file's name only if `new_post_name` has one. Jekyll's settings file has the
 * same name, so the folder of the sources must be beside it.
 */
export const hexo: GeneratorRules = generator('hexo', {
  marks: (folder) => {
    const { names, text, namesIn } = folder;
    if (!names.includes('_config.yml')) return false;
    const source = folderPath(textAt(hexoSettings(folder), 'source_dir') ?? 'source');
    if (source === '' || namesIn(source).length === 0) return false;
    return names.includes('scaffolds') || namesIn(source).includes('_posts') || /"hexo"/.test(text('package.json'));
  },
  places: ['source'],
  selection: (folder) => ({ except: textsAt(hexoSettings(folder), 'exclude') }),
  files: ['_config.yml'],
  keys: { address: ['url'], base: ['root'], title: ['title'], folders: ['source_dir'] },
  says: (folder) => ({ language: textsAt(hexoSettings(folder), 'language')[0] ?? null }),
  settings(folder) {
    const settings = hexoSettings(folder);
    const permalink = textAt(settings, 'permalink') ?? ':year/:month/:day/:title/';
    // The name without its date is `:title` only where the names of posts have a date.
    const isDated = /:year/.test(textAt(settings, 'new_post_name') ?? '');
    const pattern = isDated ? permalink : permalink.replace(/:title\b/g, ':path');
    return {
      addressStyle: textAt(settings, 'pretty_urls', 'trailing_html') === 'false' ? 'bare' : 'html',
      patterns: [{ folder: '_posts', posts: true, pattern }],
    };
  },
  patternValues: ({ folders, name, bare, slug, title, categories }) => {
    const path = [...folders, name].join('/');
    const category = categories.join('/') || 'uncategorized';
    return {
      ...{ title: slug ?? [...folders, bare].join('/'), path: slug ?? path, name: slug ?? name },
      ...{ category, post_title: title },
    };
  },
  isIndex: (name) => /^index$/i.test(name),
  slashOfIndex: true,
  // The settings `archive_dir`, `category_dir` and `tag_dir`.
  generated: /^(?:archives|categories|tags)(?:\/|$)/,
  datedNames: true,
  posts: /^_posts\//,
  // github.com/hexojs/hexo-renderer-marked, and `slugize` of hexo-util: letters keep their case.
  anchors: {
    slug: (text) =>
      hyphenated(
        text
          .normalize('NFKD')
          .replace(/[\u0300-\u036f\u0000-\u001f]/g, '')
          .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-'),
      ),
    also: [githubAnchors],
  },
  pieces: /(?:^|\/)_drafts\//,
});

const hexoSettings = (folder: FolderView) => settingsIn(folder, ['_config.yml']);
