import { findLocales } from '../find_locales.ts';
import { isLanguageCode } from '../language_code.ts';
import { type AnchorRule, withoutMarks } from './anchor_rules.ts';
import { type FolderView, firstFolder, type GeneratorRules, setting, trimPath } from './generator_rules.ts';

const ASCII = /^[\u0000-\u007f]*$/;
const SETTINGS = /^hugo\.(?:toml|ya?ml|json)$/;
/** Hugo's older settings file has a common name, so its keys decide; Zola's keys are snake_case, Hugo's are camelCase. */
const OLDER_SETTINGS = /^config\.(?:toml|ya?ml|json)$/;
const KEY =
  /^[ \t]*["']?(?:baseurl|languagecode|defaultcontentlanguage|contentdir|theme|markup|disablekinds)["']?\s*[:=]/im;
const ZOLA_KEY = /^[ \t]*base_url\s*=/m;
const SPLIT_SETTINGS = /^(?:hugo|config|languages)\.(?:toml|ya?ml|json)$/;
const CONTENT = /^[ \t]*["']?contentDir["']?\s*[:=]\s*["']?([\w./-]+)/gim;
const DEFAULT_LANGUAGE = /^[ \t]*["']?defaultContentLanguage["']?\s*[:=]\s*["']?([\w-]+)/im;
const DEFAULT_IN_FOLDER = /^[ \t]*["']?defaultContentLanguageInSubdir["']?\s*[:=]\s*true/im;

/**
 * Hugo. Settings: gohugo.io/configuration/introduction; pages: gohugo.io/content-management/organization; addresses:
 * gohugo.io/content-management/urls, which keep numbers and dates of file names; languages:
 * gohugo.io/content-management/multilingual.
 */
export const hugo: GeneratorRules = {
  name: 'hugo',
  marks: (folder) =>
    settingsFiles(folder).length > 0 || (folder.names.includes('archetypes') && folder.names.includes('layouts')),
  pages(folder) {
    const named = [...settingsOf(folder).matchAll(CONTENT)].map((match) => trimPath(match[1]!));
    const distinct = [...new Set(named)];
    // With one folder per language, the root is their common parent.
    const place = firstFolder(folder, [distinct.length > 0 ? commonFolder(distinct) : null, 'content']);
    const only = onlyLanguageFolder(folder, place.root);
    return only === null ? place : { root: `${place.root}/${only}`, folders: null };
  },
  language: (folder) => setting(settingsOf(folder), DEFAULT_LANGUAGE),
  mounts(files, folder) {
    const settings = settingsOf(folder);
    if (DEFAULT_IN_FOLDER.test(settings)) return [];
    const language = setting(settings, DEFAULT_LANGUAGE) ?? 'en';
    const locales = findLocales(files);
    // Pages in the default language have addresses at the root, beside the folders of the other languages.
    return locales.length > 1 && locales.includes(language) ? [[language, '']] : [];
  },
  numbers: 'kept',
  dates: 'kept',
  languageSuffix: true,
  hidesByBuild: true,
  publish: (name) => name.toLowerCase().replace(/\s+/g, '-'),
  anchors: hugoAnchors(),
};

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

function settingsOf(folder: FolderView): string {
  return settingsFiles(folder)
    .map((file) => folder.text(file))
    .join('\n');
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
