import { isTimeZone } from '../markdown/front_matter/day_in_zone.ts';
import { kramdownAnchors } from './anchor_rules.ts';
import {
  type AddressPattern,
  type FolderView,
  firstFolder,
  type GeneratorRules,
  pathOfAddress,
  trimPath,
} from './generator_rules.ts';
import { entriesAt, type Settings, settingsIn, textAt, textsAt, valueAt } from './settings/parse_settings.ts';

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
export const jekyll: GeneratorRules = {
  name: 'jekyll',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)) || names.includes('_posts'),
  pages: (folder) => firstFolder(folder, [textAt(settingsOf(folder), 'source'), '']),
  selection(folder) {
    const settings = settingsOf(folder);
    const included = new Set(textsAt(settings, 'include').map((each) => trimPath(each)));
    const hidden = collectionsOf(settings).flatMap(({ name, output }) => (output ? [] : [`/_${name}/`]));
    const excluded = textsAt(settings, 'exclude').filter((each) => !included.has(trimPath(each)));
    return {
      only: null,
      except: [...hidden, ...excluded.map((each) => `/${each.replace(/^\/+/, '')}`)],
      projectDocuments: true,
    };
  },
  siteTitle: (folder) => textAt(settingsOf(folder), 'title') ?? textAt(settingsOf(folder), 'name'),
  language: (folder) => textAt(settingsOf(folder), 'lang') ?? textAt(settingsOf(folder), 'locale'),
  base: (folder) => pathOfAddress(textAt(settingsOf(folder), 'baseurl')),
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
  numbers: 'kept',
  dates: 'kept',
  datedNames: true,
  posts: /(?:^|\/)_posts\//,
  pieces: /(?:^|\/)_drafts\//,
  tagsBySpace: true,
  anchors: kramdownAnchors,
};

function settingsOf(folder: FolderView): Settings {
  return settingsIn(folder, folder.names.filter((name) => SETTINGS.test(name)).toSorted());
}

/** The declared collections. `output`: whether their documents have pages. */
export function collectionsOf(settings: Settings): { name: string; output: boolean; pattern: string | null }[] {
  const listed = textsAt(settings, 'collections').map((name) => [name, null] as const);
  return [...listed, ...entriesAt(settings, 'collections')].map(([name, each]) => ({
    name,
    output: name === 'posts' || textAt(each, 'output') === 'true',
    pattern: textAt(each, 'permalink'),
  }));
}

function defaultsOf(settings: Settings): AddressPattern[] {
  const defaults = valueAt(settings, 'defaults');
  return (Array.isArray(defaults) ? defaults : []).flatMap((each): AddressPattern[] => {
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
