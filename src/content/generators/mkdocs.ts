import { pythonAnchors } from './anchor_rules.ts';
import {
  type AddressPattern,
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type LanguageFolder,
  pathOfAddress,
  trimPath,
} from './generator_rules.ts';
import { entriesAt, parseSettings, type Settings, textAt, textsAt, valueAt } from './parse_settings.ts';

const SETTINGS = /^mkdocs\.ya?ml$/;
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
 * ultrabug.github.io/mkdocs-static-i18n. Sites in several languages often have one project per language, with pages in
 * `docs/<language>/docs`: the inner folder is not part of addresses.
 */
export const mkdocs: GeneratorRules = {
  name: 'mkdocs',
  marks: ({ names, namesIn }) =>
    names.some((name) => SETTINGS.test(name)) ||
    (names.includes('en') && namesIn('en').some((name) => SETTINGS.test(name))),
  pages(folder) {
    if (!folder.names.some((name) => SETTINGS.test(name))) return { root: '', folders: null };
    return firstFolder(folder, [textAt(settingsOf(folder), 'docs_dir'), 'docs']);
  },
  selection: (folder) => ({
    only: null,
    except: [textAt(settingsOf(folder), 'exclude_docs') ?? ''].flatMap((text) => text.split('\n')),
  }),
  titles: (folder) => navigationTitles(valueAt(settingsOf(folder, true), 'nav'), 0),
  language: (folder) => {
    const settings = settingsOf(folder);
    const languages = valueAt(pluginOf(settings, 'i18n'), 'languages');
    const first = (Array.isArray(languages) ? languages : []).find((each) => textAt(each, 'default') === 'true');
    return textAt(first, 'locale') ?? textAt(settings, 'theme', 'language') ?? textAt(settings, 'theme', 'locale');
  },
  languages(folder) {
    const languages = valueAt(pluginOf(settingsOf(folder), 'i18n'), 'languages');
    if (!Array.isArray(languages)) return null;
    return languages.flatMap((each): LanguageFolder[] => {
      const locale = textAt(each, 'locale');
      return locale === null || locale === 'null' ? [] : [[locale, locale]];
    });
  },
  base: (folder) => pathOfAddress(textAt(settingsOf(folder), 'site_url')),
  addressStyle: (folder) => (textAt(settingsOf(folder), 'use_directory_urls') === 'false' ? 'html' : 'slash'),
  mounts(files, folder) {
    const plugin = pluginOf(settingsOf(folder), 'i18n');
    const language = mkdocs.language!(folder);
    if (textAt(plugin, 'docs_structure') === 'folder' && language !== null) return [[language, '']];
    const inner = new Set<string>();
    for (const file of files) {
      const code = /^([A-Za-z]{2,3}(?:-[A-Za-z]+)?)\/docs\//.exec(file)?.[1];
      if (code !== undefined) inner.add(code);
    }
    return [...inner].map((code) => [`${code}/docs`, code] as const);
  },
  patterns(folder): AddressPattern[] {
    const blog = pluginOf(settingsOf(folder), 'blog') ?? pluginOf(settingsOf(folder), 'material/blog');
    if (blog === null) return [];
    const place = trimPath(textAt(blog, 'blog_dir') ?? 'blog');
    const posts = (textAt(blog, 'post_dir') ?? '{blog}/posts').replace('{blog}', place);
    const format = textAt(blog, 'post_url_date_format') ?? 'yyyy/MM/dd';
    const date = format.replace(/yyyy|MM|dd|M|d/g, (key) => DATE_KEYS[key]!);
    const address = (textAt(blog, 'post_url_format') ?? '{date}/{slug}').replace('{date}', date);
    const pattern = `${place}/${address.replace(/\{(slug|categories|file)\}/g, ':$1')}`;
    return [{ folder: trimPath(posts), posts: false, pattern: pattern.replace(/^\//, '') }];
  },
  patternValues: ({ name, slug, title, categories }) => ({
    ...{ slug: slug ?? titleSlug(title), file: name, categories: categories.map(titleSlug).join('/') },
  }),
  inclusion: {
    // `{!file!}` of markdown-include and `--8<-- "file"` of the extension Snippets.
    mark: '',
    pattern:
      /^[ \t]*(?:\{!>?|--8<--[ \t]+["'])[ \t]*(?<path>[^!{}"']+?)(?::(?<part>[\w:-]+))?[ \t]*(?:!\}|["'])[ \t]*$/,
    from: ['root', 'file', 'above'],
  },
  languageSuffix: true,
  metaLines: true,
  isIndex: (name) => /^(?:index|readme)$/i.test(name),
  numbers: 'kept',
  dates: 'kept',
  anchors: pythonAnchors,
};

function settingsOf(folder: FolderView, keepsCase = false): Settings {
  const name = folder.names.find((each) => SETTINGS.test(each)) ?? '';
  return parseSettings(name, folder.text(name), keepsCase);
}

/** The settings of a plugin; an empty record when it is only named, null when it is not used. */
function pluginOf(settings: Settings, name: string): unknown {
  if (textsAt(settings, 'plugins').includes(name)) return {};
  const plugins = valueAt(settings, 'plugins');
  const listed = Array.isArray(plugins) ? plugins.flatMap((each) => entriesAt(each)) : entriesAt(plugins);
  const found = listed.find(([key]) => key === name);
  return found === undefined ? null : (found[1] ?? {});
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

/** As Material makes a slug of a title: punctuation is removed, and each space becomes a hyphen. */
function titleSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
