import { byCodePoint } from '../../text/by_code_point.ts';
import { parentOf } from '../../text/paths.ts';
import { plainVersion } from '../../text/plain_version.ts';
import { nameOfVersion } from '../../text/version_place.ts';
import { isLanguageCode, languageOfCountry, languageSuffix, localeFolderOf } from '../site/languages.ts';
import type { SiteContext } from '../site/site_context.ts';
import type { CopyPage } from './copy_page.ts';
import { Groups } from './groups.ts';
import { joinNearTexts } from './join_near_texts.ts';
import { findVersionFolders, type VersionFolders } from './version_folders.ts';
import { compareReleases, compareVersions, type VersionName } from './version_name.ts';

/** The pages of a site that are copies of each other: versions, translations, equal texts. */
export interface SiteCopies {
  /** Names of versions as their folders spell them, or declared places, in the order of `compareVersions`, the current one first. */
  readonly versions: readonly string[];
  /** By page: 1 + the index of its version; 0: it is in none. */
  readonly versionOf: Uint16Array<ArrayBuffer>;
  /** Pages that are copies of each other, at least two, in the order in which one speaks for all. */
  readonly groups: readonly (readonly number[])[];
}

/** The facts of a site that tell which copy is the current one. */
export type CopyFacts = Pick<
  SiteContext,
  'language' | 'locales' | 'languageSuffixes' | 'currentVersion' | 'versionFolders' | 'declared'
>;

/** A declared version that has no folder. */
const UNNAMED: VersionName = { kind: 'latest', numbers: [], stage: '', isBare: false, rest: '' };

/** Bound on the versions of a site, whose numbers have 16 bits. */
const MOST_VERSIONS = 0xffff;

/**
 * Groups the pages that are copies of each other. Of a group those in the site's language come first, of these the current version: the
 * one that the settings name, else what is in no folder of a version, else the highest release.
 * @param pages sorted by path
 */
export function groupCopies(pages: readonly CopyPage[], facts: CopyFacts): SiteCopies {
  const folders = findVersionFolders(pages, facts.versionFolders);
  const isTranslated = pages.some(({ language }) => language !== pages[0]!.language);
  const places = pages.map((page) => placeOf(page, folders, isTranslated));
  const groups = new Groups(pages.length);
  const languageOf = (page: number): string => pages[page]!.language;
  const slotOf = (page: number): string => `${languageOf(page)}\n${places[page]!.versions}`;
  groups.joinFamilies((page) => (places[page]!.repeats ? places[page]!.key : `\n${page}`), slotOf);
  joinTitled(pages, places, groups);
  if (isTranslated) groups.joinFamilies((page) => fileKey(pages[page]!, facts), languageOf);
  const order = createOrder(pages, places, facts);
  joinNearTexts(pages, groups, order);
  const own = places.map(({ version }, page) => facts.declared?.[pages[page]!.file]?.version ?? version?.name ?? null);
  const names = new Map<string, VersionName>();
  for (const [page, name] of own.entries()) if (name !== null) names.set(name, places[page]!.version?.says ?? UNNAMED);
  const versions = sortVersions(names, facts.currentVersion).slice(0, MOST_VERSIONS);
  const numbers = new Map(versions.map((name, i) => [name, i + 1]));
  return {
    versions,
    versionOf: Uint16Array.from(own, (name) => (name === null ? 0 : (numbers.get(name) ?? 0))),
    groups: groups.listed().map((members) => members.toSorted(order)),
  };
}

/** Joins the pages of versions that are only beside others to those with the same path and title. */
function joinTitled(pages: readonly CopyPage[], places: readonly Place[], groups: Groups): void {
  const known = new Map<string, number>();
  const keyOf = (page: number): string => `${places[page]!.key}\n${pages[page]!.title}`;
  for (const [page, { repeats }] of places.entries())
    if (repeats && !known.has(keyOf(page))) known.set(keyOf(page), page);
  for (const [page, { repeats }] of places.entries()) {
    const copy = repeats ? undefined : known.get(keyOf(page));
    if (copy !== undefined) groups.join(copy, page);
  }
}

/** Where a page is among versions. */
interface Place {
  /** Its path without the folders of versions and languages. */
  readonly key: string;
  /** Whether these versions repeat pages of others. In one that is only beside such versions, a copy has the same title too. */
  readonly repeats: boolean;
  /** The folders of versions that the path has. */
  readonly versions: string;
  /** Its outermost version; null: none. */
  readonly version: { readonly folder: string; readonly name: string; readonly says: VersionName } | null;
}

function placeOf({ path, language }: CopyPage, folders: VersionFolders, isTranslated: boolean): Place {
  const segments = path.split('/');
  let version: Place['version'] = null;
  let hasLocale = !isTranslated;
  let folder = '';
  const kept: string[] = [];
  const versions: string[] = [];
  let repeats = true;
  for (const [i, name] of segments.entries()) {
    folder = i === 0 ? name : `${folder}/${name}`;
    const says = folders.get(folder);
    if (says !== undefined) {
      version ??= { folder: parentOf(folder), name, says };
      versions.push(name);
      repeats &&= says.repeats;
      // The page of the folder itself is a copy of those of other versions, but not of the page around them.
      if (says.rest !== '') kept.push(says.rest);
      if (i === segments.length - 1) kept.push('\0');
    } else if (!hasLocale && isLanguageFolder(name, language)) hasLocale = true;
    else kept.push(name);
  }
  return { key: kept.length === 0 ? 'index' : kept.join('/'), repeats, versions: versions.join('/'), version };
}

function isLanguageFolder(name: string, language: string): boolean {
  if (!isLanguageCode(name)) return false;
  const [code] = (languageOfCountry(name) ?? name).toLowerCase().split(/[-_]/);
  return code === language.toLowerCase().split('-')[0];
}

/** The file of a page without what says its language. */
function fileKey({ file }: CopyPage, { locales, languageSuffixes }: CopyFacts): string {
  const folder = localeFolderOf(file, locales);
  const suffix = languageSuffix(file, languageSuffixes);
  const bare = suffix === null ? file : file.replace(`.${suffix}.`, '.');
  return folder === null ? bare : parentOf(folder) + bare.slice(folder.length);
}

/** Orders copies so that the one that speaks for all comes first. */
function createOrder(
  pages: readonly CopyPage[],
  places: readonly Place[],
  { language, currentVersion }: CopyFacts,
): (a: number, b: number) => number {
  const primary = (tag: string): string => tag.toLowerCase().split('-')[0]!;
  const isForeign = (page: number): number => Number(primary(pages[page]!.language) !== primary(language));
  const current = currentOf(places, currentVersion);
  const standing = ({ version }: Place): number => {
    if (version === null) return 1;
    if (version.says.kind === 'archive') return 4;
    const released = current.get(version.folder);
    if (released === undefined) return 2;
    const order = compareReleases(version.says, released);
    return order === 0 ? 0 : order > 0 && version.says.kind === 'release' ? 3 : 2;
  };
  return (a, b) => {
    const [at, bt] = [places[a]!, places[b]!];
    return (
      isForeign(a) - isForeign(b) ||
      byCodePoint(pages[a]!.language, pages[b]!.language) ||
      standing(at) - standing(bt) ||
      (at.version !== null && bt.version !== null ? compareVersions(at.version.says, bt.version.says) : 0) ||
      a - b
    );
  };
}

/** By folder around versions: the one that the settings name as the current one, where it is there. */
function currentOf(
  places: readonly Place[],
  currentVersion: string | null | undefined,
): ReadonlyMap<string, VersionName> {
  const found = new Map<string, VersionName>();
  if (currentVersion == null) return found;
  const wanted = plainVersion(currentVersion);
  for (const { version } of places) {
    if (version !== null && plainVersion(version.name) === wanted) found.set(version.folder, version.says);
  }
  return found;
}

function sortVersions(names: ReadonlyMap<string, VersionName>, currentVersion: string | null | undefined): string[] {
  const wanted = plainVersion(currentVersion ?? '');
  const isOther = (name: string): number => Number(plainVersion(nameOfVersion(name)) !== wanted);
  return [...names]
    .sort(([a, says], [b, others]) => isOther(a) - isOther(b) || compareVersions(says, others) || byCodePoint(a, b))
    .map(([name]) => name);
}
