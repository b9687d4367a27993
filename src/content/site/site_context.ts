import { join, posix, relative } from 'node:path';
import { byCodePoint } from '../../text/by_code_point.ts';
import { blankCode } from '../../text/markdown/hide_code.ts';
import { foldersAbove, lastSegment, parentOf } from '../../text/paths.ts';
import type { DeclaredSite } from '../declared_site.ts';
import type { ListedFiles } from '../files/list_files.ts';
import type { Project } from '../files/project.ts';
import {
  type AddressPattern,
  type AddressStyle,
  type DatePrefix,
  type Generator,
  type GeneratorRules,
  type LanguageFolder,
  type Mount,
  pathOfAddress,
  type SiteSettings,
  type SiteStatements,
} from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import type { FolderPlace, MenuEntry, PageTree } from '../generators/menu_rules.ts';
import { languageTag } from '../markdown/front_matter/page_fields.ts';
import type { SiteOrigins } from '../markdown/page_link.ts';
import type { ContentSettings, FieldSetting } from '../site_content.ts';
import { type DeclaredPlace, declaredPath, declaredPlaces } from './declared_places.ts';
import { type ContentRoot, type PlacedPages, placePagesOf } from './find_content_root.ts';
import { viewOf } from './folder_view.ts';
import { findLanguageSuffixes, findLocales, languageOfCountry } from './languages.ts';
import type { RedirectPattern } from './redirect_patterns.ts';
import { sampleLinks } from './sample_links.ts';
import { pathOfSite } from './site_facts.ts';
import { redirectsOf } from './site_redirects.ts';

/** Facts about the whole site that reading one file needs. Plain data, the same for every file of a build. */
export interface SiteContext {
  readonly generator: Generator;
  /** The origins of the site. */
  readonly origins: SiteOrigins;
  /** BCP 47 tag of pages that name no language. */
  readonly language: string;
  /** The version of its documents that its settings name as the current one; absent: none. */
  readonly currentVersion?: string;
  /** Paths of folders that hold a version each, as its generator declares them. */
  readonly versionFolders?: readonly string[];
  /** Folders that contain one language each. */
  readonly locales: readonly string[];
  /** Tags of language folders and suffixes that differ from their names. */
  readonly languageTags: Readonly<Record<string, string>>;
  /** Suffixes of file names that are languages: `fr` of `page.fr.md`. */
  readonly languageSuffixes: readonly string[];
  /** Folders (`''` is the root) in which number prefixes of names are only for sorting. */
  readonly numberedFolders: readonly string[];
  /** Whether the settings keep number prefixes that the generator would remove. */
  readonly keepsNumbers: boolean;
  /** Whether a date before a name stays in the address. */
  readonly dates: DatePrefix;
  /** The time zone in which dates with a time are days; null: as written. */
  readonly timeZone: string | null;
  /** Folders that have another path in addresses. */
  readonly mounts: readonly Mount[];
  /** Patterns of addresses, the innermost folder first. */
  readonly patterns: readonly AddressPattern[];
  /** Folders whose files the settings make dated posts. */
  readonly postFolders: readonly string[];
  /** How addresses end on the live site. */
  readonly addressStyle: AddressStyle;
  /** The site's path on its host by its generator's settings, such as `docs`; `''`: none is known. */
  readonly base: string;
  /** Paths that links may begin with, because the site is below them on its host. */
  readonly bases: readonly string[];
  /** The title of a home page that has none; null: that of its file. */
  readonly homeTitle: string | null;
  /** Files that are published and not read, such as HTML: links to them are not dead. */
  readonly others: readonly string[];
  /** Where old addresses lead, both without slashes at their ends. */
  readonly redirects: Readonly<Record<string, string>>;
  readonly redirectPatterns: readonly RedirectPattern[];
  /** Folders in which included files are looked for first, relative to the content root. */
  readonly includeFolders?: readonly string[];
  /** Whether addresses are in lower case whatever the names of files. */
  readonly isLower?: boolean;
  /** Titles that a table of contents gives to files. */
  readonly titles: Readonly<Record<string, string>>;
  /** The pages of each menu in its order, by their files or their addresses; absent: none is known. */
  readonly menus?: readonly (readonly MenuEntry[])[];
  /** Where the lists of pages in pages begin; absent: the settings do not tell. */
  readonly tree?: PageTree;
  /** The places of folders in these menus; absent: none is known. */
  readonly folderPlaces?: Readonly<Record<string, FolderPlace>>;
  /** Whether the published Markdown begins with the front matter. */
  readonly keepsFrontMatter?: boolean;
  /** The front matter keys that the site declares; absent: none. */
  readonly fields?: readonly FieldSetting[];
  /** Absolute path of the folder with the built pages, where the generator declares it. */
  readonly built?: string;
  /** The places of pages by file, where the generator declares them. */
  readonly declared?: Readonly<Record<string, DeclaredPlace>>;
}

const NUMBER_PREFIX = /^\d{1,3}(?:[-_. ]+|\.)(?=\D)/;

/**
 * Detects the conventions of a content folder: from its generator's settings, else from its files.
 * @param sample reads what links tell; it may know it from an earlier call
 */
export function detectSite(
  project: Project,
  { root, rules: marked, home }: ContentRoot,
  { files, others }: ListedFiles,
  settings: ContentSettings,
  sample: typeof sampleLinks = sampleLinks,
): SiteContext {
  const absolute = join(project.folder, root);
  const rules = marked ?? rulesOf(generatorByLook(project, absolute, files));
  const view = home === null ? null : viewOf(project, home);
  const says = view === null ? {} : rules.says(view);
  const placed = view === null ? null : placePagesOf(project, home!, rules);
  const moved = placed?.moved ?? ((path: string) => path);
  // The files as the rules know them, whose root may be another one.
  const inside = moved('');
  const known = inside === '' ? files : files.map((file) => posix.relative(inside, file));
  const all: SiteSettings = view === null ? {} : rules.settings(view, rules.pages(view).root, known);
  // Paths in settings apply only to the generator's own content root, not to a folder in it that the user named.
  const isWhole = placed !== null && absolute === placed.root;
  const own = isWhole ? all : {};
  // Only the site's own links tell something about its addresses.
  const isByLinks = all.namesOfSite !== undefined || rules.byLinks !== undefined;
  const evidence = isByLinks ? sample(project, absolute, files) : null;
  const mounts = isWhole ? mountsOf(own, evidence?.bases ?? [], moved) : [];
  const named = all.namesOfSite === undefined ? [] : mounts.map(([, address]) => address);
  const bases = [pathOfSite(says), pathOfAddress(settings.origin), ...named].filter((each) => each !== '');
  const patterns = (own.patterns ?? []).map((pattern) => ({ ...pattern, folder: moved(pattern.folder) }));
  if (evidence?.posts != null) patterns.push(evidence.posts);
  const byLinks = rules.byLinks === 'addresses' ? evidence?.style : null;
  const menus = (own.menus ?? [])
    .map((entries) => entries.map((entry) => movedEntry(entry, moved)))
    .filter((entries) => entries.length > 0);
  const places = (own.folderPlaces ?? []).map(([folder, place]) => [moved(folder), place] as const);
  const included = (own.includeFolders ?? []).slice(0, MOST_INCLUDE_FOLDERS);
  return {
    generator: rules.name,
    origins: { origin: settings.origin ?? '', hosts: hostsOf(says) },
    language: settings.language ?? languageTag(says.language ?? '') ?? 'en',
    ...(says.currentVersion == null ? {} : { currentVersion: says.currentVersion }),
    ...languagesOf(rules, own.languages ?? null, files, moved),
    numberedFolders: rules.numbers === 'sorting' ? findNumberedFolders(files) : [],
    keepsNumbers: own.keepsNumbers ?? false,
    dates: own.dates ?? rules.dates,
    timeZone: all.timeZone ?? null,
    mounts,
    patterns: patterns.sort((a, b) => b.folder.length - a.folder.length),
    postFolders: (own.postFolders ?? []).map(moved),
    addressStyle: settings.addressStyle ?? byLinks ?? all.addressStyle ?? 'bare',
    base: isWhole ? pathOfSite(says) : '',
    bases: [...new Set(bases)],
    others,
    ...(view === null ? { redirects: {}, redirectPatterns: [] } : redirectsOf(all.redirects ?? [], view)),
    keepsFrontMatter: settings.frontMatter === 'keep',
    fields: settings.fields ?? [],
    ...(all.namesOfSite !== undefined && evidence?.areLower === true ? { isLower: true } : {}),
    homeTitle: isWhole ? (says.title?.value ?? null) : null,
    includeFolders: included.map((folder) => relative(absolute, join(home!, folder)).replaceAll('\\', '/')),
    titles: Object.fromEntries((own.titles ?? []).map(([file, title]) => [moved(file), title])),
    ...(menus.length === 0 ? {} : { menus }),
    ...(own.tree === undefined || inside !== '' ? {} : { tree: own.tree }),
    ...(places.length === 0 ? {} : { folderPlaces: Object.fromEntries(places) }),
  };
}

/** The same of a site that its generator declares: what it says replaces what settings and files tell. */
export function withDeclared(context: SiteContext, site: DeclaredSite): SiteContext {
  const { language, currentVersion, versions, built, pages } = site;
  const base = pathOfAddress(site.base);
  const titles = pages.flatMap(({ file, title }) => (title === undefined ? [] : [[file, title] as const]));
  return {
    ...context,
    ...{ base, bases: [...new Set([...context.bases, base])].filter((each) => each !== '') },
    ...(language === undefined ? {} : { language }),
    ...(currentVersion === undefined ? {} : { currentVersion }),
    ...(built === undefined ? {} : { built }),
    ...(versions === undefined ? {} : { versionFolders: versions.map((folder) => declaredPath(folder, site.base)) }),
    titles: { ...context.titles, ...Object.fromEntries(titles) },
    declared: declaredPlaces(site),
  };
}

const MOST_INCLUDE_FOLDERS = 20;

function movedEntry(entry: MenuEntry, moved: PlacedPages['moved']): MenuEntry {
  if (entry === null) return null;
  if (typeof entry === 'string') return entry.startsWith('/') ? entry : moved(entry);
  const { below, instead } = entry;
  return { below: moved(below), ...(instead === undefined ? {} : { instead: moved(instead) }) };
}

/** The mounts of the settings. Where these do not say where the site is on its host, links do. @param bases found in links */
function mountsOf(
  { mounts: listed = [], namesOfSite }: SiteSettings,
  bases: readonly string[],
  moved: PlacedPages['moved'],
): readonly Mount[] {
  const own = moved('');
  const mounts = listed.map(([folder, address]): Mount => [moved(folder), address]);
  // Where the content root is above that of the rules, the way down to theirs is not part of addresses.
  if (own !== '' && !mounts.some(([folder]) => folder === own)) mounts.push([own, '']);
  if (namesOfSite === undefined || mounts.length !== 1 || mounts[0]![0] !== '') return mounts;
  // After a move, links have the old path and the new one, which mostly has the site's name.
  const names = namesOfSite.map((name) => name.toLowerCase());
  const named = bases.find((base) => names.includes(lastSegment(base).toLowerCase()));
  const base = named ?? bases[0];
  return base === undefined ? mounts : [['', base]];
}

/** The languages that the settings name, else those that the files show. */
function languagesOf(
  rules: GeneratorRules,
  listed: readonly LanguageFolder[] | null,
  files: readonly string[],
  moved: PlacedPages['moved'],
): Pick<SiteContext, 'locales' | 'languageTags' | 'languageSuffixes'> {
  const { languageOfFile } = rules;
  const named =
    languageOfFile === undefined ? (listed?.map(([folder, tag]) => [moved(folder), tag] as const) ?? null) : listed;
  // A translation that the settings forget is still one if its files show it and it is beside one that they name.
  const places =
    named === null || languageOfFile !== undefined ? null : new Set(named.map(([folder]) => parentOf(folder)));
  const shown = findLocales(files).filter((folder) => places?.has(parentOf(folder)) ?? true);
  const locales = new Set([...shown, ...(named ?? []).map(([folder]) => folder)]);
  // A generator that keeps translations elsewhere has their language as the first segment of addresses.
  if (languageOfFile !== undefined) for (const file of files) locales.add(languageOfFile.exec(file)?.[1] ?? '');
  locales.delete('');
  const known = named === null ? null : new Set(named.map(([folder]) => lastSegment(folder)));
  const suffixes = rules.languageSuffix ? findLanguageSuffixes(files, known) : [];
  return {
    locales: [...locales].sort(byCodePoint),
    languageTags: Object.fromEntries([...shown.flatMap(tagOfEnding), ...(named ?? [])]),
    languageSuffixes: suffixes,
  };
}

/** The language of a folder such as `pages.de`, whose name is no language itself. */
function tagOfEnding(folder: string): readonly (readonly [string, string])[] {
  const code = /[^/]\.([^./]+)$/.exec(folder)?.[1] ?? '';
  const tag = languageOfCountry(code) ?? languageTag(code);
  return tag === null ? [] : [[folder, tag]];
}

/** The page of a section of Hugo: gohugo.io/content-management/organization. */
const SECTION_PAGE = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown)$/;

/**
 * Guesses the generator from the files, of which a sample is read: notes link by `[[name]]`, Hugo's sections have pages of their own, and
 * Jekyll's pages contain Liquid tags.
 */
function generatorByLook(project: Project, root: string, files: readonly string[]): Generator {
  const step = Math.max(1, Math.floor(files.length / 40));
  const sampled = files
    .filter((_, at) => at % step === 0)
    .map((file) => blankCode(project.beginning(join(root, file), 20_000)));
  const isUsual = (pattern: RegExp) => sampled.filter((text) => pattern.test(text)).length > sampled.length * 0.2;
  if (isUsual(/\[\[[^[\]\n]+\]\](?![([])/)) return 'obsidian';
  if (hasSectionPages(files)) return 'hugo';
  return isUsual(/\{% (?:include|link|post_url|if|assign|raw|highlight)\b/) ? 'jekyll' : 'plain';
}

/** Whether at least half of the folders, and more than one, have the page of a section. Folders of one page alone do not count. */
function hasSectionPages(files: readonly string[]): boolean {
  let [sections, others] = [0, 0];
  for (const own of Map.groupBy(files, parentOf).values()) {
    if (own.some((file) => SECTION_PAGE.test(file))) sections++;
    else if (own.length > 1) others++;
  }
  return sections > 1 && sections >= others;
}

/** The site's address in its generator's settings. */
function hostsOf({ address }: SiteStatements): string[] {
  const written = address?.value ?? '';
  return /^https?:\/\/[^\s/]/.test(written) ? [written.replace(/\/+$/, '')] : [];
}

/** Folders in which most entries, and at least two, have a number prefix such as `01-` or `2.`. */
function findNumberedFolders(files: readonly string[]): string[] {
  const entries = new Set(files.flatMap((file) => [file, ...foldersAbove(file)]));
  const byFolder = Map.groupBy(entries, parentOf);
  const isNumbered = (names: readonly string[]) => {
    const own = names.map(lastSegment).filter((name) => !/^_?(?:index|readme)\./i.test(name));
    const count = own.filter((name) => NUMBER_PREFIX.test(name)).length;
    return count >= 2 && count * 5 >= own.length * 3;
  };
  return [...byFolder].flatMap(([folder, names]) => (isNumbered(names) ? [folder] : [])).sort(byCodePoint);
}

/** Whether the generator treats a file as a dated post. */
export function isPost(file: string, { generator, postFolders }: SiteContext): boolean {
  return postFolders.some((folder) => file.startsWith(`${folder}/`)) || rulesOf(generator).posts?.test(file) === true;
}

/** The mount of a file's folder, or null. */
export function mountOf(file: string, { mounts }: SiteContext): Mount | null {
  const fits = mounts.filter(([folder]) => folder === '' || file === folder || file.startsWith(`${folder}/`));
  return fits.length === 0 ? null : fits.reduce((best, each) => (each[0].length > best[0].length ? each : best));
}

/** Removes the number prefix of a name, unless nothing would remain. */
export function withoutNumber(name: string): string {
  return name.replace(NUMBER_PREFIX, '');
}
