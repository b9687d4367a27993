import { byCodePoint } from '../../text/by_code_point.ts';
import { lastSegment } from '../../text/paths.ts';
import { bodyFileOf, withBody } from '../files/included_bodies.ts';
import { shortcodeForm } from '../files/inclusion_forms.ts';
import { inclusionOf } from '../files/inclusions.ts';
import { PAGE_FILE } from '../files/regular_file.ts';
import { hiddenByCascade, isNeverRendered } from '../markdown/cascade.ts';
import { languageTag } from '../markdown/front_matter/page_fields.ts';
import { findLocales, onlyLanguage } from '../site/languages.ts';
import { generator } from './generator.ts';
import {
  commonFolder,
  type FolderView,
  fileLike,
  firstFolder,
  folderPath,
  type GeneratorRules,
  type LanguageFolder,
  type Mount,
  type Setting,
  trimPath,
} from './generator_rules.ts';
import { hugoAnchors, publishedName, urlized } from './hugo_names.ts';
import { lineOf, settingsOfFiles } from './settings/find_setting.ts';
import { entriesAt, listAt, type Settings, settingsIn, textAt, textsAt, valueAt } from './settings/settings.ts';

const SETTINGS = /^hugo\.(?:toml|ya?ml|json)$/;
/** Hugo's older settings file has a common name, so its keys decide; Zola's keys are snake_case, Hugo's are camelCase. */
const OLDER_SETTINGS = /^config\.(?:toml|ya?ml|json)$/;
const KEY =
  /^[ \t]*["']?(?:baseurl|languagecode|defaultcontentlanguage|contentdir|theme|markup|disablekinds)["']?\s*[:=]/im;
const ZOLA_KEY = /^[ \t]*base_url\s*=/m;
/** Files of `config/_default`: the settings, the member that the file is named after, or one language's settings. */
const SPLIT_SETTINGS =
  /^(?:hugo|config|languages(?:\.[a-z-]{2,20})?|permalinks|module|frontmatter|cascade|uglyurls)\.(?:toml|ya?ml|json)$/i;

const SHORTCODES = inclusionOf(shortcodeForm);

/**
 * Hugo. Settings: gohugo.io/configuration/introduction; pages and bundles, whose other files are no pages:
 * gohugo.io/content-management/organization and gohugo.io/content-management/page-bundles; addresses, which keep numbers and
 * dates of file names, and patterns of them: gohugo.io/content-management/urls and gohugo.io/configuration/permalinks;
 * `uglyURLs`, for all or for some sections: gohugo.io/configuration/ugly-urls; dates from names:
 * gohugo.io/configuration/front-matter; languages, each of which may have its own content folder:
 * gohugo.io/content-management/multilingual; mounts: gohugo.io/configuration/module.
 */
export const hugo: GeneratorRules = generator('hugo', {
  sortsByWeight: true,
  marks: (folder) =>
    settingsFiles(folder).length > 0 ||
    (folder.names.includes('archetypes') && folder.names.includes('layouts')) ||
    sectionsOfMkdocs(folder) !== null,
  // A theme has settings of its own and no content; its documentation is a site below, or its `exampleSite`.
  yieldsToSiteBelow: (folder) => {
    const { root, folders } = hugo.pages(folder);
    return root === '' && folders === null;
  },
  pages(folder) {
    const named = contentFolders(settingsOf(folder));
    if (isScattered(settingsOf(folder))) {
      const found = named.filter((path) => path !== '' && folder.holdsPages(path));
      return { root: '', folders: found.length === 0 ? null : found };
    }
    // With one folder per language, the root is their common parent.
    const place = firstFolder(folder, [
      ...[named.length > 0 ? commonFolder(named) : null, 'content'],
      sectionsOfMkdocs(folder),
    ]);
    const only = place.root === '' ? null : onlyLanguage(folder.namesIn(place.root));
    if (only !== null) return { root: `${place.root}/${only}`, folders: null };
    // Where every language has its own folder, other folders of the root are not published.
    const inner = languagesOf(settingsOf(folder)).map(({ content }) => below(place.root, content));
    return inner.length > 1 && !inner.includes('') ? { root: place.root, folders: inner } : place;
  },
  selection: (folder, root) => ({
    except: [
      // Simple patterns of names; any other regular expression is left alone.
      ...textsAt(settingsOf(folder), 'ignorefiles').flatMap((pattern) => {
        const name = /^\/?([\w-]+(?:\\?\.[\w-]+)*)(\/|\$)$/.exec(pattern);
        return name === null ? [] : [`${name[1]!.replaceAll('\\', '')}${name[2] === '/' ? '/' : ''}`];
      }),
      ...disabledPages(settingsOf(folder), root),
    ],
  }),
  says(folder) {
    const settings = settingsOf(folder);
    const files = settingsFiles(folder);
    const production = folder.namesIn('config/production').filter((name) => /^(?:hugo|config)\./.test(name));
    const whole = files.filter((file) => !isMember(file));
    const find = settingsOfFiles(folder, [...production.map((name) => `config/production/${name}`), ...whole]);
    const codes = entriesAt(settings, 'languages').map(([code]) => code);
    const usual = textAt(settings, 'defaultcontentlanguage')?.toLowerCase() ?? codes[0] ?? 'en';
    const findIn = (isFile: (file: string) => boolean) => settingsOfFiles(folder, files.filter(isFile));
    const ofLanguage = (key: string) =>
      findIn((file) => file.includes(`/languages.${usual}.`))(key) ??
      findIn((file) => /\/languages\.\w+$/.test(file))(`${usual}.${key}`);
    return {
      address: find('baseURL', `languages.${usual}.baseURL`) ?? ofLanguage('baseURL'),
      title: find('title', `languages.${usual}.title`) ?? ofLanguage('title'),
      language: languageOf(settings),
      currentVersion:
        CURRENT_VERSION.map((key) => textAt(settings, 'params', key)).find((value) => value !== null) ?? null,
      folders: [
        find('contentDir'),
        ...codes.map((code) => find(`languages.${code}.contentDir`)),
        ...contentMounts(settings).map(({ source }) => mountSetting(folder, files, source)),
      ],
    };
  },
  settings(folder, root, files) {
    const settings = settingsOf(folder);
    const language = textAt(settings, 'defaultcontentlanguage') ?? 'en';
    const isInside = textAt(settings, 'defaultcontentlanguageinsubdir') === 'true';
    const languages = languagesOf(settings);
    const places = codeMounts(languages, root, isInside ? '' : language);
    const isNamed = isInside || places.length > 0;
    const isDated = textsAt(settings, 'frontmatter', 'date').some((each) => /^:filename$/i.test(each));
    return {
      addressStyle: textAt(settings, 'uglyurls') === 'true' ? 'html' : 'slash',
      languages:
        languages.length < 2
          ? null
          : languages.map(({ code, tag, content }): LanguageFolder => [below(root, content) || code, tag]),
      mounts:
        !isInside && isScattered(settings)
          ? scatteredMounts(settings, places, language)
          : isNamed
            ? places
            : defaultMount(files, language),
      // A section is the same folder in each language.
      patterns: [['', ''] as const, ...places].flatMap(([place, address]) =>
        sectionPatterns(settings).map(([section, pattern]) => ({
          folder: trimPath(`${place}/${section}`),
          posts: false,
          pattern: address === '' ? pattern : `/${address}/${pattern.replace(/^\//, '')}`,
        })),
      ),
      dates: isDated ? 'cut' : 'kept',
    };
  },
  patternValues: ({ folders, mount, name, bare, slug, title }) => ({
    ...sectionsOf(mount === '' ? folders : folders.slice(mount.split('/').length)),
    ...{ title: urlized(title), slug: urlized(slug ?? title) },
    ...{ filename: publishedName(name), contentbasename: publishedName(name) },
    ...{ slugorfilename: nameOr(slug, bare), slugorcontentbasename: nameOr(slug, bare) },
  }),
  languageSuffix: true,
  head: 'blank lines',
  hidesItself: isNeverRendered,
  hidesBelow: hiddenByCascade,
  bodyFile: (fields) => bodyFileOf(fields.get('source')),
  inclusion: {
    marks: ['source:', ...SHORTCODES.marks],
    read: (text, page) => withBody(text, page) ?? SHORTCODES.read(text, page),
  },
  // The default taxonomies: gohugo.io/configuration/taxonomies.
  generated: /^(?:tags|categories)(?:\/|$)/,
  bundles: true,
  isIndex: (name) => /^_?index$/.test(name),
  publish: publishedName,
  slugged: (slug, path) => path.slice(0, path.lastIndexOf('/') + 1) + publishedName(slug),
  anchors: hugoAnchors(),
});

/** Parameters by which sites of several versions name the current one. Hugo reads keys without regard to case. */
const CURRENT_VERSION = [
  'latest_stable_version',
  'latest_version',
  'latestversion',
  'latest',
  'current_version',
  'version',
];

function languageOf(settings: Settings): string | null {
  const code = textAt(settings, 'defaultcontentlanguage') ?? entriesAt(settings, 'languages')[0]?.[0] ?? null;
  const own = code === null ? null : localeOf(valueAt(settings, 'languages', code.toLowerCase()));
  return own ?? code ?? textAt(settings, 'locale') ?? textAt(settings, 'languagecode');
}

/** Language folders whose names differ from the languages' codes, and the default language, which is at the root. */
function codeMounts(languages: readonly Language[], root: string, atRoot: string): Mount[] {
  return languages.flatMap(({ code, content }): Mount[] => {
    const own = content === '' ? code : below(root, content);
    return own === '' ? [] : [[own, code === atRoot.toLowerCase() ? '' : code]];
  });
}

/** Pages in the default language have addresses at the root, beside the folders of the other languages. */
function defaultMount(files: readonly string[], language: string): Mount[] {
  const locales = findLocales(files);
  return locales.length > 1 && locales.includes(language) ? [[language, '']] : [];
}

interface Language {
  readonly code: string;
  /** Its BCP 47 tag. */
  readonly tag: string;
  /** Its content folder; '' when it has none of its own. */
  readonly content: string;
}

/** The languages of the settings that are not disabled. */
function languagesOf(settings: Settings): Language[] {
  return namedLanguages(settings).filter(({ isDisabled }) => !isDisabled);
}

function namedLanguages(settings: Settings): (Language & { readonly isDisabled: boolean })[] {
  const disabled = new Set(textsAt(settings, 'disablelanguages').map((code) => code.toLowerCase()));
  return entriesAt(settings, 'languages').map(([code, each]) => ({
    ...{ code, tag: localeOf(each) ?? languageTag(code) ?? code },
    content: folderPath(textAt(each, 'contentdir') ?? mountedFolder(settings, code) ?? ''),
    isDisabled: disabled.has(code) || textAt(each, 'disabled') === 'true',
  }));
}

/** Patterns of the pages in disabled languages: gohugo.io/configuration/all/#disablelanguages. */
function disabledPages(settings: Settings, root: string): string[] {
  const disabled = namedLanguages(settings).filter(({ isDisabled }) => isDisabled);
  return disabled.flatMap(({ code, content }) => {
    const own = content === '' ? code : below(root, content);
    return [`*.${code}.*`, ...(own === '' ? [] : [`/${own}/`])];
  });
}

/**
 * The folder of pages of a lone `mkdocs.yml` that has section pages of Hugo: its settings are elsewhere, and those of MkDocs are left from
 * before or for another purpose.
 */
function sectionsOfMkdocs(folder: FolderView): string | null {
  const file = fileLike(folder, /^mkdocs\.ya?ml$/);
  if (file === '') return null;
  const docs = folderPath(textAt(settingsIn(folder, [file]), 'docs_dir') ?? 'docs');
  return folder.namesIn(docs).includes('_index.md') ? docs : null;
}

/** The path of a folder below the root; '' when it is not below it. */
function below(root: string, folder: string): string {
  if (root === '') return folder;
  return folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : '';
}

/** The addresses of the pages of sections, from `permalinks` and `uglyURLs`. */
function sectionPatterns(settings: Settings): (readonly [section: string, pattern: string])[] {
  const isUgly = textAt(settings, 'uglyurls') === 'true';
  const ugly = entriesAt(settings, 'uglyurls').flatMap(([section, each]) => (each === true ? [section] : []));
  const patterns = new Map<string, string>(ugly.map((section) => [section, '/:sections/:slugorcontentbasename.html']));
  for (const [kind, each] of entriesAt(settings, 'permalinks')) {
    const listed = kind === 'page' ? entriesAt(each) : kind === 'section' ? [] : [[kind, each] as const];
    for (const [written, pattern] of listed) {
      const section = written === '/' ? '' : trimPath(written);
      if (typeof pattern !== 'string') continue;
      patterns.set(section, isUgly || ugly.includes(section) ? pattern.replace(/\/?$/, '.html') : pattern);
    }
  }
  return [...patterns];
}

function nameOr(slug: string | null, name: string): string {
  return slug === null ? publishedName(name) : urlized(slug);
}

function sectionsOf(folders: readonly string[]): { readonly section: string; readonly sections: string } {
  return { section: folders[0] ?? '', sections: folders.join('/') };
}

/** The folder that a module mount gives to a language. */
function mountedFolder(settings: Settings, code: string): string | null {
  return (
    contentMounts(settings).find(({ target, languages }) => target === '' && languages.includes(code))?.source ?? null
  );
}

interface ContentMount {
  readonly source: string;
  /** Below `content`. */
  readonly target: string;
  readonly languages: readonly string[];
}

/** The module mounts that bring pages, as folders or as single files. One inside another would bring the same pages twice. */
function contentMounts(settings: Settings): ContentMount[] {
  const found = listAt(settings, 'module', 'mounts').flatMap((mount): ContentMount[] => {
    const target = folderPath(textAt(mount, 'target') ?? '');
    const source = folderPath(textAt(mount, 'source') ?? '');
    const isPages = !/\.\w+$/.test(target) || PAGE_FILE.test(target);
    if (source === '' || !isPages || (target !== 'content' && !target.startsWith('content/'))) return [];
    const languages = [...textsAt(mount, 'lang'), ...textsAt(mount, 'sites', 'matrix', 'languages')];
    return [{ source, target: targetAddress(target.slice('content/'.length)), languages }];
  });
  return found.filter(({ source }) => !found.some((other) => source.startsWith(`${other.source}/`)));
}

/** The address of a mounted folder, or of a mounted file. */
function targetAddress(target: string): string {
  if (!PAGE_FILE.test(target)) return target;
  const names = target.replace(PAGE_FILE, '').split('/').map(publishedName);
  return (hugo.isIndex(names.at(-1)!, '') ? names.slice(0, -1) : names).join('/');
}

function mountSetting(folder: FolderView, files: readonly string[], source: string): Setting {
  const file = files.find((each) => folder.text(each).includes(source)) ?? files[0]!;
  const line = lineOf(folder.text(file), ['mounts'], source);
  return { file, line, key: 'module.mounts.source', value: source };
}

/** Whether pages are in several places of the project, or outside the site's folder. */
function isScattered(settings: Settings): boolean {
  const below = contentMounts(settings).some(({ target }) => target !== '');
  return below || contentFolders(settings).some((path) => path.startsWith('..'));
}

/** The addresses of such places. */
function scatteredMounts(settings: Settings, languages: readonly Mount[], language: string): Mount[] {
  const own = textAt(settings, 'contentdir');
  const mounted = contentMounts(settings).map(({ source, target, languages: [code] }): Mount => {
    const above = code === undefined || code === language ? '' : code;
    return [source, trimPath(`${above}/${target}`)];
  });
  return [...(own === null ? [] : [[folderPath(own), ''] as const]), ...languages, ...mounted];
}

function contentFolders(settings: Settings): string[] {
  const mounted = contentMounts(settings).map(({ source }) => source);
  const languages = entriesAt(settings, 'languages').map(([, each]) => textAt(each, 'contentdir') ?? '');
  const own = [textAt(settings, 'contentdir') ?? '', ...languages].map((path) => folderPath(path));
  return [...new Set([...own, ...mounted])].filter((path) => path !== '');
}

/** The BCP 47 tag of a language's settings; older versions call it `languageCode`. */
function localeOf(language: unknown): string | null {
  return languageTag(textAt(language, 'locale') ?? textAt(language, 'languagecode') ?? '');
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

/** Whether a file is named after the member that it has. */
function isMember(file: string): boolean {
  return /^config\/_default\/(?!hugo|config)/i.test(file);
}

function settingsOf(folder: FolderView): Settings {
  const files = settingsFiles(folder);
  const members: Record<string, Settings> = {};
  for (const file of files.filter(isMember).toSorted(byCodePoint)) {
    const [name, code] = lastSegment(file).toLowerCase().split('.') as [string, string];
    const own = settingsIn(folder, [file]);
    const isLanguage = name === 'languages' && file.split('.').length > 2;
    members[name] = { ...members[name], ...(isLanguage ? { [code]: own } : own) };
  }
  return {
    ...members,
    ...settingsIn(
      folder,
      files.filter((file) => !isMember(file)),
    ),
  };
}
