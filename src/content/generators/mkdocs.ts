import { posix } from 'node:path';
import { mkdocsInclusion } from '../files/inclusion_forms.ts';
import { pythonAnchors } from './anchor_rules.ts';
import { generator } from './generator.ts';
import {
  type AddressPattern,
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type LanguageFolder,
  type Mount,
  namedFolders,
  pathOfAddress,
  trimPath,
} from './generator_rules.ts';
import { settingsOfFiles } from './settings/find_setting.ts';
import {
  entriesAt,
  listAt,
  parseSettings,
  type Settings,
  settingsIn,
  textAt,
  textsAt,
  valueAt,
} from './settings/settings.ts';
import { menuOrder } from './settings/written_menu.ts';

const SETTINGS = /^mkdocs\.ya?ml$/;
const SETTINGS_PATH = /(?:^|\/)mkdocs\.ya?ml$/;
/** Plugins that make a menu, or bring pages of other projects. */
const MAKES_MENUS = /nav|awesome|repo|techdocs|simple|gallery/;
/** The folder of the project that has the settings, where each language has its own. */
const ENGLISH = 'en';
/** Files that take settings from each other. */
const MOST_FILES = 10;
const LANGUAGE_FOLDER = /^[A-Za-z]{2,3}(?:-[A-Za-z]+)?$/;
/** Date formats of Babel, as the blog of Material writes them. */
const DATE_KEYS: Readonly<Record<string, string>> = {
  yyyy: ':year',
  MM: ':month',
  dd: ':day',
  M: ':i_month',
  d: ':i_day',
};

/**
 * MkDocs. Settings, with `use_directory_urls`: mkdocs.org/user-guide/configuration; files and menus: mkdocs.org/user-guide/writing-your-docs;
 * the blog of the theme Material: squidfunk.github.io/mkdocs-material/plugins/blog; translations by the plugin i18n:
 * ultrabug.github.io/mkdocs-static-i18n; old addresses by the plugin redirects: github.com/mkdocs/mkdocs-redirects; `base_path` of
 * included files: facelessuser.github.io/pymdown-extensions/extensions/snippets.
 *
 * Sites in several languages often have one project per language, with pages in `<language>/docs`: the inner folder is not part of
 * addresses. The settings of the English project are those of all, and its `site_url` says whether its addresses have the language.
 */
export const mkdocs: GeneratorRules = generator('mkdocs', {
  file: SETTINGS,
  marks: (folder) =>
    hasOwnSettings(folder) ||
    (folder.names.includes(ENGLISH) && folder.namesIn(ENGLISH).some((name) => SETTINGS.test(name))),
  pages(folder) {
    if (!hasOwnSettings(folder)) return { root: '', folders: languageProjects(folder).map((code) => `${code}/docs`) };
    return firstFolder(folder, [...namedFolders(mkdocs.says(folder)), 'docs']);
  },
  says(folder) {
    const find = settingsOfFiles(folder, settingsFiles(folder));
    const address = find('site_url');
    const language = languageOf(settingsOf(folder));
    const title = find('site_name');
    if (hasOwnSettings(folder)) return { address, title, language, folders: [find('docs_dir')] };
    // The language is part of the pages' own addresses.
    const value = address?.value?.replace(/\/en\/?$/, '') ?? null;
    return { address: address === null ? null : { ...address, value }, title, language };
  },
  selection(folder) {
    const settings = settingsOf(folder);
    const patterns = ['exclude_docs', 'draft_docs'].flatMap((key) => (textAt(settings, key) ?? '').split('\n'));
    const globs = textsAt(pluginOf(settings, 'exclude'), 'glob').map((glob) => `/${glob.replace(/^\//, '')}`);
    const menu = pluginOf(settings, 'literate-nav');
    const menuFile = menu === null ? [] : [textAt(menu, 'nav_file') ?? 'SUMMARY.md'];
    // A pattern with a leading slash is relative to the pages of each project.
    const places = hasOwnSettings(folder) ? [''] : languageProjects(folder).map((code) => `/${code}/docs`);
    const except = [...patterns, ...globs, ...menuFile].flatMap((pattern) =>
      pattern.startsWith('/') ? places.map((place) => `${place}${pattern}`) : [pattern],
    );
    return { except };
  },
  settings(folder) {
    const settings = settingsOf(folder);
    const asWritten = settingsOf(folder, true);
    const place = hasOwnSettings(folder) ? '' : `${ENGLISH}/docs/`;
    const extensions = valueAt(settings, 'markdown_extensions');
    return {
      addressStyle: textAt(settings, 'use_directory_urls') === 'false' ? 'html' : 'slash',
      languages: languagesOf(settings),
      mounts: mountsOf(folder, settings),
      patterns: blogPatterns(settings),
      titles: navigationTitles(valueAt(asWritten, 'nav'), 0).map(([file, title]) => [`${place}${file}`, title]),
      menus: place !== '' || makesMenu(settings, folder) ? [] : [menuOrder(listAt(asWritten, 'nav'), true)],
      redirects: entriesAt(pluginOf(asWritten, 'redirects'), 'redirect_maps').flatMap(([from, to]) =>
        typeof to !== 'string' || /^[a-z]+:/i.test(to) ? [] : [[addressOfFile(from), addressOfFile(to)] as const],
      ),
      includeFolders: (Array.isArray(extensions) ? extensions : [extensions]).flatMap((each) =>
        textsAt(each, 'pymdownx.snippets', 'base_path'),
      ),
    };
  },
  navigation(folder) {
    const settings = settingsOf(folder);
    if (!hasOwnSettings(folder) || listAt(settings, 'nav').length === 0) return null;
    if (makesMenu(settings, folder)) return null;
    const blog = blogOf(settings);
    const hidden = ['not_in_nav', 'draft_docs'].flatMap((key) => (textAt(settings, key) ?? '').split('\n'));
    return {
      menus: SETTINGS_PATH,
      listed: [...hidden, ...(blog === null ? [] : [`/${blog.place}/`])],
    };
  },
  patternValues: ({ name, slug, title, categories }) => ({
    ...{ slug: slug ?? titleSlug(title), file: name, categories: categories.map(titleSlug).join('/') },
  }),
  inclusion: mkdocsInclusion,
  languageSuffix: true,
  head: 'meta lines',
  isIndex: (name) => /^(?:index|readme)$/i.test(name),
  anchors: pythonAnchors,
});

function languageOf(settings: Settings): string | null {
  const first = listAt(pluginOf(settings, 'i18n'), 'languages').find((each) => textAt(each, 'default') === 'true');
  return textAt(first, 'locale') ?? textAt(settings, 'theme', 'language') ?? textAt(settings, 'theme', 'locale');
}

function languagesOf(settings: Settings): LanguageFolder[] | null {
  const languages = valueAt(pluginOf(settings, 'i18n'), 'languages');
  if (!Array.isArray(languages)) return null;
  return languages.flatMap((each): LanguageFolder[] => {
    const locale = textAt(each, 'locale');
    return locale === null || locale === 'null' ? [] : [[locale, locale]];
  });
}

function mountsOf(folder: FolderView, settings: Settings): Mount[] {
  const language = languageOf(settings);
  if (textAt(pluginOf(settings, 'i18n'), 'docs_structure') === 'folder' && language !== null) return [[language, '']];
  if (hasOwnSettings(folder)) return [];
  const site = textAt(settings, 'site_url');
  const isAtRoot = site !== null && !/(?:^|\/)en$/.test(pathOfAddress(site));
  return languageProjects(folder).map((code) => [`${code}/docs`, code === ENGLISH && isAtRoot ? '' : code]);
}

/** The plugin for a blog and its folder; null: there is none. */
function blogOf(settings: Settings) {
  const options = pluginOf(settings, 'blog') ?? pluginOf(settings, 'material/blog');
  return options === null ? null : { options, place: trimPath(textAt(options, 'blog_dir') ?? 'blog') };
}

function blogPatterns(settings: Settings): AddressPattern[] {
  const blog = blogOf(settings);
  if (blog === null) return [];
  const { options, place } = blog;
  const posts = (textAt(options, 'post_dir') ?? '{blog}/posts').replace('{blog}', place);
  const format = textAt(options, 'post_url_date_format') ?? 'yyyy/MM/dd';
  const date = format.replace(/yyyy|MM|dd|M|d/g, (key) => DATE_KEYS[key]!);
  const address = (textAt(options, 'post_url_format') ?? '{date}/{slug}').replace('{date}', date);
  const pattern = `${place}/${address.replace(/\{(slug|categories|file)\}/g, ':$1')}`;
  return [{ folder: trimPath(posts), posts: false, pattern: pattern.replace(/^\//, '') }];
}

function hasOwnSettings({ names }: FolderView): boolean {
  return names.some((name) => SETTINGS.test(name));
}

/** The languages that have a project of their own. */
function languageProjects(folder: FolderView): string[] {
  return folder.names.filter((name) => LANGUAGE_FOLDER.test(name) && folder.holdsPages(`${name}/docs`));
}

/** The file of the settings, then those that it takes others from: mkdocs.org/user-guide/configuration/#configuration-inheritance. */
function settingsFiles(folder: FolderView): string[] {
  const own = folder.names.find((each) => SETTINGS.test(each));
  const files = [own ?? `${ENGLISH}/${folder.namesIn(ENGLISH).find((each) => SETTINGS.test(each)) ?? ''}`];
  for (const file of files) {
    const inherited = textAt(parseSettings(file, folder.text(file)), 'inherit');
    const path = inherited === null ? file : posix.join(posix.dirname(file), inherited);
    if (!files.includes(path) && files.length < MOST_FILES) files.push(path);
  }
  return files;
}

function settingsOf(folder: FolderView, keepsCase = false): Settings {
  return settingsIn(folder, settingsFiles(folder), keepsCase);
}

/** The plugins with their settings; an empty record for one that is only named. */
function pluginsOf(settings: Settings): (readonly [name: string, settings: unknown])[] {
  const plugins = valueAt(settings, 'plugins');
  const listed = Array.isArray(plugins) ? plugins.flatMap((each) => entriesAt(each)) : entriesAt(plugins);
  const named = textsAt(settings, 'plugins').map((name) => [name, {}] as const);
  return [...named, ...listed.map(([name, own]) => [name, own ?? {}] as const)];
}

/** The settings of a plugin; null when it is not used. */
function pluginOf(settings: Settings, name: string): unknown {
  return pluginsOf(settings).find(([key]) => key === name)?.[1] ?? null;
}

function makesMenu(settings: Settings, folder: FolderView): boolean {
  const hooks = textsAt(settings, 'hooks').map((path) => folder.text(path));
  return (
    pluginsOf(settings).some(([name]) => MAKES_MENUS.test(name)) ||
    hooks.some((text) => text === '' || /\bnav\b/.test(text))
  );
}

/** The titles in a menu: `- Title: file.md`, nested. */
function navigationTitles(menu: unknown, depth: number): (readonly [string, string])[] {
  if (!Array.isArray(menu) || depth > 16) return [];
  return menu
    .flatMap((each) => entriesAt(each))
    .flatMap(([title, inner]): (readonly [string, string])[] => {
      if (typeof inner === 'string') return /\.md$/.test(inner) ? [[inner, title]] : [];
      return navigationTitles(inner, depth + 1);
    });
}

/** The address of a file of the plugin redirects: `/a` of `a.md` and of `a/index.md`. */
function addressOfFile(file: string): string {
  const bare = file.replace(/^\/+|[?#].*$/g, '').replace(/\.md$/, '');
  return `/${bare.replace(/(?:^|\/)(?:index|README)$/, '')}`;
}

/** As Material makes a slug of a title: punctuation is removed, and each space becomes a hyphen. */
function titleSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
