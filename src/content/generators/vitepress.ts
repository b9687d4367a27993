/** VitePress and VuePress, whose settings have the same form, and Rspress, which follows them. */
import { lineInclusion } from '../files/inclusions.ts';
import { languageTag } from '../markdown/front_matter/page_fields.ts';
import { plainSlug } from '../site/address_pattern.ts';
import { vueAnchors } from './anchor_rules.ts';
import { generator, stated } from './generator.ts';
import {
  type AddressPattern,
  type AddressStyle,
  type FolderView,
  fileLike,
  firstFolder,
  type GeneratorRules,
  type LanguageFolder,
  type Mount,
  namedFolders,
  type Setting,
  setting,
  trimPath,
} from './generator_rules.ts';
import { memberSetting, settingsOfFiles } from './settings/find_setting.ts';
import { readScript } from './settings/read_script.ts';
import { entriesAt, listAt, textAt, valueAt } from './settings/settings.ts';

/**
 * VitePress. Pages, `srcDir`, `cleanUrls` and `rewrites`: vitepress.dev/guide/routing; languages: vitepress.dev/guide/i18n.
 * File names are published unchanged, and only `index` stands for its folder, whose address ends with a slash also with `cleanUrls`.
 */
export const vitepress: GeneratorRules = generator('vitepress', {
  file: /^\.vitepress$/,
  pages(folder) {
    const guessed = !folder.names.includes('index.md') && folder.namesIn('src').includes('index.md') ? 'src' : null;
    return firstFolder(folder, [...namedFolders(vitepress.says(folder)), guessed, '']);
  },
  selection(folder) {
    const patterns = listAt(settingsOf(folder, '.vitepress'), 'srcExclude').filter(
      (pattern) => typeof pattern === 'string',
    );
    return { only: null, except: patterns.map((pattern) => `/${pattern}`) };
  },
  says: (folder) =>
    stated(folder, [settingsFile(folder, '.vitepress')], {
      ...{ address: ['sitemap.hostname'], base: ['base'], folders: ['srcDir'] },
      title: ['title', 'locales.root.title', 'themeConfig.siteTitle'],
    }),
  language: (folder) => rootLanguage(settingsOf(folder, '.vitepress')),
  languages(folder) {
    const locales = localesOf(valueAt(settingsOf(folder, '.vitepress'), 'locales'));
    const language = languageTag(vitepress.language(folder) ?? '');
    if (locales === null || language === null) return locales;
    // A folder of the site's own language that rewrites bring to the root: `en/:rest*` to `:rest*`.
    const own = vitepress.mounts([], folder).filter(([place, address]) => place !== '' && address === '');
    return [...locales, ...own.map(([place]): LanguageFolder => [place, language])];
  },
  addressStyle: (folder) => (valueAt(settingsOf(folder, '.vitepress'), 'cleanUrls') === true ? 'bare' : 'html'),
  mounts: (_files, folder) =>
    rewritesOf(folder).flatMap(([source, target]): Mount[] => {
      // `packages/:pkg/docs/:page*` has parameters, a plain path has none.
      const rest = /^(.*?)\/?:(\w+)[(*]/.exec(source);
      if (rest === null || rest[1]!.includes(':')) return [];
      const kept = new RegExp(`^(.*?)\\/?:${rest[2]}\\b`).exec(target);
      return kept === null || kept[1]!.includes(':') ? [] : [[trimPath(rest[1]!), trimPath(kept[1]!)]];
    }),
  patterns: (folder) =>
    rewritesOf(folder).flatMap(([source, target]): AddressPattern[] =>
      /[:*(]/.test(source + target) || !source.endsWith('.md')
        ? []
        : [{ folder: source, posts: false, pattern: rewritten(target, vitepress.addressStyle(folder)) }],
    ),
  inclusion: lineInclusion(
    '@include',
    /^[ \t]*<!--[ \t]*@include:[ \t]*(?<path>[^{}#<>]+?)(?:#(?<anchor>[\w-]+))?(?:\{(?<part>[\d,]*)\})?[ \t]*-->[ \t]*$/,
    ['file', 'root'],
  ),
  isIndex: (name) => name === 'index',
  slashOfIndex: true,
  anchors: vueAnchors,
});

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

function rewritten(target: string, style: AddressStyle): string {
  const bare = target.replace(/\.md$/, '');
  return bare.replace(/(^|\/)index$/, '$1') + (style === 'html' && !/(?:^|\/)index$/.test(bare) ? '.html' : '');
}

function rewritesOf(folder: FolderView): (readonly [source: string, target: string])[] {
  return entriesAt(settingsOf(folder, '.vitepress'), 'rewrites').flatMap(([source, target]) =>
    typeof target === 'string' ? [[trimPath(source), trimPath(target)] as const] : [],
  );
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

/** The language of the site's own pages: by such a record, else by itself. */
function rootLanguage(settings: unknown): string | null {
  const own = textAt(settings, 'locales', 'root', 'lang') ?? textAt(settings, 'locales', '/', 'lang');
  return own ?? textAt(settings, 'lang');
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
    return { address, base: find('base'), title: find('title', 'locales./.title') };
  },
  language: (folder) => rootLanguage(settingsOf(folder, '.vuepress')),
  languages: (folder) => localesOf(valueAt(settingsOf(folder, '.vuepress'), 'locales')),
  addressStyle: () => 'html',
  patterns(folder) {
    const settings = settingsOf(folder, '.vuepress');
    const pattern = textAt(settings, 'permalinkPattern') ?? textAt(settings, 'permalink');
    return pattern === null || !pattern.includes(':') || /:regular/.test(pattern)
      ? []
      : [{ folder: '', posts: false, pattern }];
  },
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
  for (const plugin of listAt(readScript(folder, file), 'plugins')) {
    const found = memberSetting(plugin, 'hostname', file) ?? memberSetting(valueAt(plugin, '1'), 'hostname', file);
    if (found !== null) return found;
  }
  return null;
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
  places: ['docs/pages', 'docs'],
  language: (folder) => setting(folder.text(fileLike(folder, RSPRESS)), /\blang:\s*['"]([\w-]+)['"]/),
  addressStyle: (folder) =>
    /\bcleanUrls:\s*true/.test(folder.text(fileLike(folder, RSPRESS))) ||
    folder.names.some((name) => name.startsWith('vocs'))
      ? 'bare'
      : 'html',
  mounts(files, folder) {
    const language = rspress.language(folder);
    return language !== null && files.some((file) => file.startsWith(`${language}/`)) ? [[language, '']] : [];
  },
  isIndex: (name) => /^index$/i.test(name),
  pieces: /(?:^|\/)_/,
});
