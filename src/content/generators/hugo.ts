import { languageTag } from '../markdown/page_fields.ts';
import { plainSlug } from '../site/address_pattern.ts';
import { findLocales } from '../site/find_locales.ts';
import { isLanguageCode } from '../site/language_code.ts';
import { type AnchorRule, withoutMarks } from './anchor_rules.ts';
import {
  type AddressPattern,
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type LanguageFolder,
  pathOfAddress,
  trimPath,
} from './generator_rules.ts';
import { entriesAt, type Settings, settingsIn, textAt, textsAt, valueAt } from './parse_settings.ts';

const ASCII = /^[\u0000-\u007f]*$/;
const SETTINGS = /^hugo\.(?:toml|ya?ml|json)$/;
/** Hugo's older settings file has a common name, so its keys decide; Zola's keys are snake_case, Hugo's are camelCase. */
const OLDER_SETTINGS = /^config\.(?:toml|ya?ml|json)$/;
const KEY =
  /^[ \t]*["']?(?:baseurl|languagecode|defaultcontentlanguage|contentdir|theme|markup|disablekinds)["']?\s*[:=]/im;
const ZOLA_KEY = /^[ \t]*base_url\s*=/m;
/** Files of `config/_default`: the settings, or the member that the file is named after. */
const SPLIT_SETTINGS = /^(hugo|config|languages|permalinks|module|frontmatter|cascade)\.(?:toml|ya?ml|json)$/;

/**
 * Hugo. Settings: gohugo.io/configuration/introduction; pages and bundles, whose other files are no pages:
 * gohugo.io/content-management/organization and gohugo.io/content-management/page-bundles; addresses, which keep numbers and
 * dates of file names, and patterns of them: gohugo.io/content-management/urls and gohugo.io/configuration/permalinks;
 * dates from names: gohugo.io/configuration/front-matter; languages: gohugo.io/content-management/multilingual; mounts:
 * gohugo.io/configuration/module.
 */
export const hugo: GeneratorRules = {
  name: 'hugo',
  marks: (folder) =>
    settingsFiles(folder).length > 0 || (folder.names.includes('archetypes') && folder.names.includes('layouts')),
  pages(folder) {
    const named = contentFolders(settingsOf(folder));
    // With one folder per language, the root is their common parent.
    const place = firstFolder(folder, [named.length > 0 ? commonFolder(named) : null, 'content']);
    const only = onlyLanguageFolder(folder, place.root);
    return only === null ? place : { root: `${place.root}/${only}`, folders: null };
  },
  selection: (folder) => {
    // Simple patterns of names; any other regular expression is left alone.
    const names = textsAt(settingsOf(folder), 'ignorefiles').flatMap((pattern) => {
      const name = /^\/?([\w-]+(?:\\?\.[\w-]+)*)(\/|\$)$/.exec(pattern);
      return name === null ? [] : [`${name[1]!.replaceAll('\\', '')}${name[2] === '/' ? '/' : ''}`];
    });
    return { only: null, except: names };
  },
  language(folder) {
    const settings = settingsOf(folder);
    const code = textAt(settings, 'defaultcontentlanguage') ?? entriesAt(settings, 'languages')[0]?.[0] ?? null;
    const own = code === null ? null : localeOf(valueAt(settings, 'languages', code.toLowerCase()));
    return own ?? code ?? textAt(settings, 'locale') ?? textAt(settings, 'languagecode');
  },
  languages(folder) {
    const settings = settingsOf(folder);
    const root = hugo.pages!(folder).root;
    const languages = entriesAt(settings, 'languages').filter(([, each]) => textAt(each, 'disabled') !== 'true');
    if (languages.length < 2) return null;
    return languages.map(([code, each]): LanguageFolder => {
      const content = trimPath(textAt(each, 'contentdir') ?? mountedFolder(settings, code) ?? '');
      const below = content.startsWith(`${root}/`) ? content.slice(root.length + 1) : '';
      return [below || code, localeOf(each) ?? languageTag(code) ?? code];
    });
  },
  base: (folder) => pathOfAddress(textAt(settingsOf(folder), 'baseurl')),
  addressStyle: (folder) => (textAt(settingsOf(folder), 'uglyurls') === 'true' ? 'html' : 'slash'),
  mounts(files, folder) {
    const settings = settingsOf(folder);
    if (textAt(settings, 'defaultcontentlanguageinsubdir') === 'true') return codeMounts(folder, '');
    const language = textAt(settings, 'defaultcontentlanguage') ?? 'en';
    const named = codeMounts(folder, language);
    if (named.length > 0) return named;
    const locales = findLocales(files);
    // Pages in the default language have addresses at the root, beside the folders of the other languages.
    return locales.length > 1 && locales.includes(language) ? [[language, '']] : [];
  },
  patterns(folder) {
    const permalinks = entriesAt(settingsOf(folder), 'permalinks');
    const pages = permalinks.flatMap(([section, each]) =>
      section === 'page' ? entriesAt(each) : section === 'section' ? [] : [[section, each] as const],
    );
    return pages.flatMap(([section, pattern]): AddressPattern[] =>
      typeof pattern === 'string' ? [{ folder: section === '/' ? '' : trimPath(section), posts: false, pattern }] : [],
    );
  },
  patternValues: ({ folders, name, bare, slug, title }) => ({
    ...{ section: folders[0] ?? '', sections: folders.join('/') },
    ...{ title: plainSlug(title), slug: slug ?? plainSlug(title) },
    ...{ filename: publishedName(name), contentbasename: publishedName(name) },
    ...{ slugorfilename: slug ?? publishedName(bare), slugorcontentbasename: slug ?? publishedName(bare) },
  }),
  datesBySettings: (folder) =>
    textsAt(settingsOf(folder), 'frontmatter', 'date').some((each) => /^:filename$/i.test(each)) ? 'cut' : null,
  numbers: 'kept',
  dates: 'kept',
  languageSuffix: true,
  hidesByBuild: true,
  bodyOfSource: true,
  bundles: true,
  isIndex: (name) => /^_?index$/.test(name),
  publish: publishedName,
  anchors: hugoAnchors(),
};

/** As Hugo writes a path: lower case, hyphens for spaces, and without most punctuation. */
function publishedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}.\-_#+~@%]/gu, '');
}

/** Language folders whose names differ from the languages' codes, and the default language, which is at the root. */
function codeMounts(folder: FolderView, atRoot: string): [string, string][] {
  const root = hugo.pages!(folder).root;
  const settings = settingsOf(folder);
  return entriesAt(settings, 'languages').flatMap(([code, each]): [string, string][] => {
    const content = trimPath(textAt(each, 'contentdir') ?? mountedFolder(settings, code) ?? '');
    const below = content.startsWith(`${root}/`) ? content.slice(root.length + 1) : '';
    const own = below === '' && content === '' ? code : below;
    return own === '' ? [] : [[own, code === atRoot.toLowerCase() ? '' : code]];
  });
}

/** The folder that a module mount gives to a language. */
function mountedFolder(settings: Settings, code: string): string | null {
  const mounts = valueAt(settings, 'module', 'mounts');
  for (const mount of Array.isArray(mounts) ? mounts : []) {
    const languages = [...textsAt(mount, 'lang'), ...textsAt(mount, 'sites', 'matrix', 'languages')];
    if (textAt(mount, 'target') === 'content' && languages.includes(code)) return textAt(mount, 'source');
  }
  return null;
}

function contentFolders(settings: Settings): string[] {
  const mounts = valueAt(settings, 'module', 'mounts');
  const mounted = (Array.isArray(mounts) ? mounts : [])
    .filter((mount) => textAt(mount, 'target') === 'content')
    .map((mount) => textAt(mount, 'source') ?? '');
  const languages = entriesAt(settings, 'languages').map(([, each]) => textAt(each, 'contentdir') ?? '');
  const own = [textAt(settings, 'contentdir') ?? '', ...languages, ...mounted].map((path) => trimPath(path));
  return [...new Set(own)].filter((path) => path !== '' && !path.includes('..'));
}

/** The BCP 47 tag of a language's settings; older versions call it `languageCode`. */
function localeOf(language: unknown): string | null {
  return languageTag(textAt(language, 'locale') ?? textAt(language, 'languagecode') ?? '');
}

/**
 * Anchors by `autoIDType: github`, the default: gohugo.io/configuration/markup. Hugo reads the heading's Markdown, so the
 * address of a link in it is part of the anchor. `also`: its settings `github-ascii` and `blackfriday`.
 */
function hugoAnchors(): AnchorRule {
  const slug = (text: string) =>
    text
      .trim()
      .replace(ASCII.test(text) ? /[^\w\- ]/g : /[^\p{L}\p{Nd}_\- ]/gu, '')
      .replaceAll(' ', '-')
      .toLowerCase();
  const withoutAccents = (text: string) => text.normalize('NFKD').replace(/[^\u0000-\u007f]/g, '');
  return {
    slug,
    empty: 'heading',
    ofMarkdown: true,
    also: [
      { slug: (text) => slug(withoutAccents(text)), empty: 'heading' },
      { slug: (text) => withoutMarks(text.trim()).replaceAll(' ', '-').toLowerCase(), empty: 'heading' },
      {
        slug: (text) =>
          withoutMarks(text)
            .trim()
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]+/gu, '-'),
      },
    ],
  };
}

function settingsFiles({ names, text, namesIn }: FolderView): string[] {
  const own = names.filter((name) => SETTINGS.test(name));
  const older = names.filter((name) => {
    const settings = OLDER_SETTINGS.test(name) ? text(name) : '';
    return KEY.test(settings) && !ZOLA_KEY.test(settings);
  });
  const split = names.includes('config') ? namesIn('config/_default').filter((name) => SPLIT_SETTINGS.test(name)) : [];
  return [...own, ...older, ...split.map((name) => `config/_default/${name}`)];
}

function settingsOf(folder: FolderView): Settings {
  const files = settingsFiles(folder);
  const isMember = (file: string) => /^config\/_default\/(?!hugo|config)/.test(file);
  const members = files
    .filter(isMember)
    .map((file) => [file.replace(/^.*\//, '').replace(/\.\w+$/, ''), settingsIn(folder, [file])]);
  return {
    ...Object.fromEntries(members),
    ...settingsIn(
      folder,
      files.filter((file) => !isMember(file)),
    ),
  };
}

/** The longest common parent path of the folders. */
function commonFolder(folders: readonly string[]): string {
  const [first, ...others] = folders.map((folder) => folder.split('/'));
  const differs = first!.findIndex((part, at) => others.some((other) => other[at] !== part));
  return first!.slice(0, differs === -1 ? undefined : differs).join('/');
}

/** The only language folder, such as `en`, when all pages are in it. */
function onlyLanguageFolder(folder: FolderView, root: string): string | null {
  if (root === '') return null;
  const names = folder.namesIn(root).filter((name) => !name.startsWith('.') && !/^(?:readme|licen[cs]e)/i.test(name));
  const [only] = names;
  return names.length === 1 && isLanguageCode(only!) ? only! : null;
}
