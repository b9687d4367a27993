import { isLanguageCode } from '../language_code.ts';
import { type FolderView, firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

const SETTINGS = /^hugo\.(?:toml|ya?ml|json)$/;
/** Hugo's older name for its settings is anyone's, so its keys must tell; Zola's are snake_case where Hugo's are camelCase. */
const OLDER_SETTINGS = /^config\.(?:toml|ya?ml|json)$/;
const KEY =
  /^\s*["']?(?:baseurl|languagecode|defaultcontentlanguage|contentdir|theme|markup|disablekinds)["']?\s*[:=]/im;

/**
 * Hugo. Settings: gohugo.io/configuration/introduction; pages: gohugo.io/content-management/organization; addresses:
 * gohugo.io/content-management/urls, which keeps numbers and dates of file names; languages: gohugo.io/content-management/multilingual.
 */
export const hugo: GeneratorRules = {
  name: 'hugo',
  marks: (folder) =>
    settingsOf(folder).length > 0 || (folder.names.includes('archetypes') && folder.names.includes('layouts')),
  pages(folder) {
    const named = settingsOf(folder).map((file) =>
      setting(folder.text(file), /^\s*["']?contentDir["']?\s*[:=]\s*["']?([\w./-]+)/im),
    );
    const place = firstFolder(folder, [...named, 'content']);
    const only = onlyLanguageFolder(folder, place.root);
    return only === null ? place : { root: `${place.root}/${only}`, folders: null };
  },
  language: (folder) =>
    first(
      settingsOf(folder).map((file) =>
        setting(folder.text(file), /^\s*["']?defaultContentLanguage["']?\s*[:=]\s*["']?([\w-]+)/im),
      ),
    ),
  numbers: 'kept',
  dates: 'kept',
  languageSuffix: true,
  publish: (name) => name.toLowerCase().replace(/\s+/g, '-'),
};

function settingsOf(folder: FolderView): string[] {
  const own = folder.names.filter((name) => SETTINGS.test(name));
  const older = folder.names.filter(
    (name) => OLDER_SETTINGS.test(name) && KEY.test(folder.text(name)) && !/^\s*base_url\s*=/m.test(folder.text(name)),
  );
  const split = folder.names.includes('config')
    ? folder.namesIn('config/_default').filter((name) => /^(?:hugo|config)\.(?:toml|ya?ml|json)$/.test(name))
    : [];
  return [...own, ...older, ...split.map((name) => `config/_default/${name}`)];
}

function first(values: readonly (string | null)[]): string | null {
  return values.find((value) => value !== null) ?? null;
}

/** `en` when the folder's pages all stand in that one language's folder. */
function onlyLanguageFolder(folder: FolderView, root: string): string | null {
  if (root === '') return null;
  const names = folder.namesIn(root).filter((name) => !name.startsWith('.') && !/^(?:readme|licen[cs]e)/i.test(name));
  const [only] = names;
  return names.length === 1 && isLanguageCode(only!) ? only! : null;
}
