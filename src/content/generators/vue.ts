/** Generators with Vue: VitePress and VuePress, whose settings have the same form, Rspress, which follows them, and Nuxt Content. */
import { posix } from 'node:path';
import { vueInclusion } from '../files/inclusion_forms.ts';
import { languageTag } from '../markdown/front_matter/page_fields.ts';
import { plainSlug } from '../site/address_pattern.ts';
import { githubAnchors, hyphenated, vueAnchors } from './anchor_rules.ts';
import { generator, stated } from './generator.ts';
import {
  type AddressPattern,
  type AddressStyle,
  type FolderView,
  fileLike,
  firstFolder,
  folderPath,
  type GeneratorRules,
  type LanguageFolder,
  type Mount,
  type Navigation,
  namedFolders,
  type Setting,
  setting,
  trimPath,
} from './generator_rules.ts';
import type { MenuEntry } from './menu_rules.ts';
import { memberSetting, settingsOfFiles } from './settings/find_setting.ts';
import { readScript } from './settings/read_script.ts';
import { entriesAt, firstOf, isPlain, listAt, textAt, textsAt, valueAt } from './settings/settings.ts';
import { listedInMenu, menuOrder } from './settings/written_menu.ts';

/**
 * VitePress. Pages, `srcDir`, `cleanUrls` and `rewrites`: vitepress.dev/guide/routing; languages: vitepress.dev/guide/i18n.
 * File names are published unchanged, and only `index` stands for its folder, whose address ends with a slash also with `cleanUrls`.
 */
export const vitepress: GeneratorRules = generator('vitepress', {
  file: /^\.vitepress$/,
  settingsFile: (folder) => settingsFile(folder, '.vitepress') || null,
  pages(folder) {
    const guessed = !folder.names.includes('index.md') && folder.namesIn('src').includes('index.md') ? 'src' : null;
    return firstFolder(folder, [...namedFolders(vitepress.says(folder)), guessed, '']);
  },
  selection: (folder) => ({
    except: textsAt(settingsOf(folder, '.vitepress'), 'srcExclude').map((pattern) => `/${pattern}`),
  }),
  says: (folder) =>
    stated(folder, [settingsFile(folder, '.vitepress')], {
      ...{ address: ['sitemap.hostname'], base: ['base'], folders: ['srcDir'], language: LANGUAGE },
      title: ['title', 'locales.root.title', 'themeConfig.siteTitle'],
    }),
  settings(folder) {
    const settings = settingsOf(folder, '.vitepress');
    const addressStyle = valueAt(settings, 'cleanUrls') === true ? 'bare' : 'html';
    const rewrites = entriesAt(settings, 'rewrites').flatMap(([source, target]) =>
      typeof target === 'string' ? [[trimPath(source), trimPath(target)] as const] : [],
    );
    const mounts = rewrites.flatMap(rewrittenFolder);
    const patterns = rewrites.flatMap(([source, target]): AddressPattern[] =>
      /[:*(]/.test(source + target) || !source.endsWith('.md')
        ? []
        : [{ folder: source, posts: false, pattern: rewritten(target, addressStyle) }],
    );
    const locales = localesOf(valueAt(settings, 'locales'));
    const language = languageTag(vitepress.says(folder).language ?? '');
    // A folder of the site's own language that rewrites bring to the root: `en/:rest*` to `:rest*`.
    const own = mounts.filter(([place, address]) => place !== '' && address === '');
    const isShared = locales === null || language === null;
    const languages = isShared ? locales : [...locales, ...own.map(([place]) => [place, language] as const)];
    return { addressStyle, mounts, patterns, languages, menus: orderedMenus(settings) };
  },
  navigation: (folder) => menusOf(folder, '.vitepress'),
  neighbours: 'labels',
  inclusion: vueInclusion,
  isIndex: (name) => name === 'index',
  slashOfIndex: true,
  anchors: vueAnchors,
});

/** The keys of the language of the site's own pages: of such a record, or of the site itself. */
const LANGUAGE = ['locales.root.lang', 'locales./.lang', 'lang'];

type Home = '.vitepress' | '.vuepress';

function settingsOf(folder: FolderView, home: Home): unknown {
  return readScript(folder, settingsFile(folder, home));
}

/** VuePress has its settings in one file only. */
function settingsFile(folder: FolderView, home: Home): string {
  const name = folder.namesIn(home).find((each) => /^config\.[cm]?[jt]s$/.test(each));
  if (name !== undefined) return `${home}/${name}`;
  const names = home === '.vuepress' ? [] : folder.namesIn(`${home}/config`);
  const inner = names.find((each) => /^index\.[cm]?[jt]s$/.test(each));
  return inner === undefined ? '' : `${home}/config/${inner}`;
}

/** What the sidebars name. Code of the site may list pages by a loader: vitepress.dev/guide/data-loading. */
function menusOf(folder: FolderView, home: Home): Navigation | null {
  const sidebars = sidebarsOf(settingsOf(folder, home));
  if (
    sidebars.length === 0 ||
    listedInMenu(sidebars) === null ||
    /"(?:auto|structure|heading)"/.test(JSON.stringify(sidebars))
  )
    return null;
  return {
    menus: /(?:^|\/)\.(?:vite|vue)press\//,
    automatic: /createContentLoader|import\.meta\.glob\([^)]*\.md/,
    listed: [],
  };
}

/** The sidebars of the site and of its languages. */
function sidebarsOf(settings: unknown): unknown[] {
  return [settings, ...entriesAt(settings, 'locales').map(([, locale]) => locale)]
    .flatMap((each) => [valueAt(each, 'themeConfig', 'sidebar'), valueAt(each, 'theme', 'sidebar')])
    .filter((each) => each !== null);
}

/** A sidebar is for all pages, or several are by the address that pages begin with. */
function orderedMenus(settings: unknown): MenuEntry[][] {
  return sidebarsOf(settings).flatMap((sidebar) =>
    isPlain(sidebar) ? Object.values(sidebar).map((each) => menuOrder(each)) : [menuOrder(sidebar)],
  );
}

function rewritten(target: string, style: AddressStyle): string {
  const bare = target.replace(/\.md$/, '');
  return bare.replace(/(^|\/)index$/, '$1') + (style === 'html' && !/(?:^|\/)index$/.test(bare) ? '.html' : '');
}

/** What a rewrite does with a folder: `packages/:pkg/docs/:page*` has parameters, a plain path has none. */
function rewrittenFolder([source, target]: readonly [string, string]): Mount[] {
  const rest = /^(.*?)\/?:(\w+)[(*]/.exec(source);
  if (rest === null || rest[1]!.includes(':')) return [];
  const kept = new RegExp(`^(.*?)\\/?:${rest[2]}\\b`).exec(target);
  return kept === null || kept[1]!.includes(':') ? [] : [[trimPath(rest[1]!), trimPath(kept[1]!)]];
}

/**
 * The language folders of `{ root: {}, fr: { lang: 'fr-FR' } }`; `root` and `/` are the site's own. The folder's name is the language
 * when none is given. Null when there are none.
 */
export function localesOf(locales: unknown): LanguageFolder[] | null {
  const found = entriesAt(locales).flatMap(([written, locale]): LanguageFolder[] => {
    const folder = trimPath(written);
    const tag = folder === '' || folder === 'root' ? null : languageTag(textAt(locale, 'lang') ?? folder);
    return tag === null ? [] : [[folder, tag]];
  });
  return found.length === 0 ? null : found;
}

/**
 * VuePress. Pages and `permalinkPattern`: vuepress.vuejs.org/guide/page.html and vuepress.vuejs.org/reference/config.html; version 1:
 * v1.vuepress.vuejs.org/guide/permalinks.html. A date before a name is the page's date and stays in the address.
 */
export const vuepress: GeneratorRules = generator('vuepress', {
  file: /^\.vuepress$/,
  says(folder) {
    const find = settingsOfFiles(folder, [settingsFile(folder, '.vuepress')]);
    const address = find('theme.hostname', 'themeConfig.hostname', 'themeConfig.domain') ?? sitemapHost(folder);
    const language = find(...LANGUAGE)?.value ?? null;
    return { address, base: find('base'), title: find('title', 'locales./.title'), language };
  },
  settings(folder) {
    const settings = settingsOf(folder, '.vuepress');
    const pattern = textAt(settings, 'permalinkPattern') ?? textAt(settings, 'permalink') ?? '';
    const isPattern = pattern.includes(':') && !/:regular/.test(pattern);
    return {
      addressStyle: 'html',
      languages: localesOf(valueAt(settings, 'locales')),
      patterns: isPattern ? [{ folder: '', posts: false, pattern }] : [],
      menus: orderedMenus(settings),
    };
  },
  navigation: (folder) => menusOf(folder, '.vuepress'),
  neighbours: 'links',
  patternValues: ({ folders, name, bare }) => ({
    ...{ slug: plainSlug(bare) || name, raw: [...folders, name].join('/'), regular: [...folders, name].join('/') },
  }),
  isIndex: (name) => /^(?:index|readme)$/i.test(name),
  datedNames: true,
  anchors: vueAnchors,
});

/** The host that a plugin for sitemaps or feeds is given, as a call or as a name with options. */
function sitemapHost(folder: FolderView): Setting | null {
  const file = settingsFile(folder, '.vuepress');
  return firstOf(
    listAt(readScript(folder, file), 'plugins'),
    (plugin) => memberSetting(plugin, 'hostname', file) ?? memberSetting(valueAt(plugin, '1'), 'hostname', file),
  );
}

const RSPRESS = /^(?:rspress|vocs)\.config\.[cm]?[jt]sx?$/;

/**
 * Rspress and Vocs. `root`, and pages of the default language in a folder that is not part of addresses:
 * rspress.rs/guide/basic/i18n and rspress.rs/guide/basic/conventional-route; `docs/pages`: vocs.dev/docs/structure.
 */
export const rspress: GeneratorRules = generator('rspress', {
  file: RSPRESS,
  keys: {
    ...{ address: ['siteOrigin', 'siteUrl', 'baseUrl'], base: ['base', 'basePath'], title: ['title'] },
    folders: ['root', 'rootDir'],
  },
  says: (folder) => ({
    language: setting(folder.text(fileLike(folder, RSPRESS)), /\blang:\s*['"]([\w-]+)['"]/),
  }),
  places: ['docs/pages', 'docs'],
  settings(folder, _root, files) {
    const { language } = rspress.says(folder);
    const isBare =
      /\bcleanUrls:\s*true/.test(folder.text(fileLike(folder, RSPRESS))) ||
      folder.names.some((name) => name.startsWith('vocs'));
    return {
      addressStyle: isBare ? 'bare' : 'html',
      mounts: language != null && files.some((file) => file.startsWith(`${language}/`)) ? [[language, '']] : [],
    };
  },
  isIndex: (name) => /^index$/i.test(name),
  pieces: /(?:^|\/)_/,
});

const NUXT_FOLDERS = ['content', 'docs/content'];
const NUXT = /^nuxt\.config\.[cm]?[jt]s$/;

/** Signs that become words: github.com/simov/slugify, which makes the addresses. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ $: 'dollar', '%': 'percent', '&': 'and', '<': 'less', '>': 'greater', '|': 'or' },
};

/**
 * Nuxt Content. Pages, number prefixes, which are never part of an address, `.draft`, and names that are published in lower case:
 * content.nuxt.com/docs/collections/types; files that begin with `-` or `.` are not read: content.nuxt.com/docs/files/markdown;
 * `prefix` of a source: content.nuxt.com/docs/collections/sources. A folder of pages whose site is elsewhere is known by its
 * `.navigation.yml`: content.nuxt.com/docs/utils/query-collection-navigation. Nuxt without pages in Markdown is not marked.
 */
export const nuxt: GeneratorRules = generator('nuxt', {
  marks: (folder) =>
    (fileLike(folder, NUXT) !== '' &&
      (NUXT_FOLDERS.some((path) => folder.holdsPages(path)) || /"@nuxt\/content"/.test(folder.text('package.json')))) ||
    isNumbered(folder),
  pages(folder) {
    const place = firstFolder(folder, NUXT_FOLDERS);
    const named = sourcesOf(folder).flatMap(({ path }) => path ?? []);
    return named.length === 0 ? place : { root: place.root, folders: [...(place.root === '' ? [] : ['']), ...named] };
  },
  says(folder) {
    return {
      ...stated(folder, [fileLike(folder, NUXT)], {
        ...{ base: ['app.baseURL'], title: ['site.name', 'app.head.title'] },
        address: ['site.url', 'runtimeConfig.public.siteUrl', 'sitemap.hostname'],
      }),
      folders: sourcesOf(folder).map(({ source }) => memberSetting(source, 'cwd', CONTENT_SETTINGS)),
    };
  },
  settings: (folder) => ({
    redirects: entriesAt(readScript(folder, fileLike(folder, NUXT)), 'routeRules').flatMap(([from, rule]) => {
      const to = textAt(rule, 'redirect') ?? textAt(rule, 'redirect', 'to');
      return to === null ? [] : [[from, to] as const];
    }),
    mounts: sourcesOf(folder).flatMap(({ source, path }): Mount[] => {
      const prefix = textAt(source, 'prefix');
      const fixed = /^((?:[^*{}!]+\/)?)\*\*/.exec(textAt(source, 'include') ?? '')?.[1];
      if (fixed === undefined || (prefix === null && path === null)) return [];
      return [[trimPath(`${path ?? ''}/${fixed}`), trimPath(prefix ?? '')]];
    }),
  }),
  numbers: (name) => name.replace(/^\d+\.\s*(?=\S)/, ''),
  publish: (name) =>
    withoutDiacritics(name)
      .replace(/[$%&<>|]/g, (sign) => SIGNS[sign]!)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s$*_+~.()'"!\-:@]+/gu, '')
      .trim()
      .replace(/\s+/g, '-'),
  isIndex: (name) => /^(?:\d+\.)?index$/.test(name),
  pieces: /(?:^|\/)-|\.draft\.md$/,
  // As on GitHub, with single hyphens, and `_` before a leading digit: github.com/nuxt-content/mdc.
  anchors: { slug: (text) => hyphenated(githubAnchors.slug(text)).replace(/^(?=\d)/, '_'), also: [githubAnchors] },
});

const CONTENT_SETTINGS = 'content.config.ts';

/** The sources of the collections, and the folders of those that name one, relative to that of the other pages. */
function sourcesOf(folder: FolderView): { readonly source: unknown; readonly path: string | null }[] {
  const collections = entriesAt(readScript(folder, CONTENT_SETTINGS), 'collections');
  const root = NUXT_FOLDERS.find((path) => folder.holdsPages(path)) ?? '';
  return collections.flatMap(([, collection]) => {
    const source = valueAt(collection, 'source');
    return (Array.isArray(source) ? source : [source]).map((each) => {
      const named = textAt(each, 'cwd');
      return { source: each, path: named === null ? null : posix.relative(root, folderPath(named)) };
    });
  });
}

function withoutDiacritics(name: string): string {
  return name
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss');
}

/** Whether the folder is the top of such pages: one of its numbered folders says how the navigation shows it. */
function isNumbered(folder: FolderView): boolean {
  const numbered = folder.names.filter((name) => /^\d+\.[\w-]+$/.test(name)).slice(0, 20);
  return numbered.some((name) => folder.namesIn(name).includes('.navigation.yml'));
}
