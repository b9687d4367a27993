import { posix } from 'node:path';
import type { Inclusion } from '../files/inclusions.ts';
import type { AnchorRule } from './anchor_rules.ts';
import type { FolderListing, FolderPlace, MenuEntry, NeighbourForm, PageTree } from './menu_rules.ts';

/** The name of a site generator, as in `generators.ts`. `plain`: none was recognised. */
export type Generator = string;

/** Read access to a folder, to recognise its generator. Paths are relative to it. */
export interface FolderView {
  /** The folder's own name. */
  readonly folderName: string;
  readonly names: readonly string[];
  /** Text of a file; '' when it is missing. @param warns whether one that cannot be read is a fault of the project */
  text(path: string, warns?: boolean): string;
  /** Whether a folder contains a page, at most five levels below. */
  holdsPages(path: string): boolean;
  /** Names of the entries of a folder. */
  namesIn(path: string): readonly string[];
}

/** Where a generator's pages are, relative to the folder with its marker. */
export interface PagePlace {
  /** '' is that folder itself; `..` are its parents. */
  readonly root: string;
  /** Folders that contain pages, relative to the root and perhaps outside it (`../docs`); null: all of the root. */
  readonly folders: readonly string[] | null;
}

/** A text that a settings file gives. */
export interface Setting {
  /** Relative to the folder of the settings. */
  readonly file: string;
  /** From 1; 0 when it is not known. */
  readonly line: number;
  /** With dots between the names of its levels. */
  readonly key: string;
  /** Null: only running the file would tell. */
  readonly value: string | null;
}

/** What settings say of the whole site; a member that is null or absent is not set. */
export interface SiteStatements {
  /** Its address, or the origin of it. */
  readonly address?: Setting | null;
  /** Its path on its host, where the address may lack it. */
  readonly base?: Setting | null;
  readonly title?: Setting | null;
  /** The default language of its pages. */
  readonly language?: string | null;
  /** The version of its documents that readers are shown first, as its folder or its settings spell it. */
  readonly currentVersion?: string | null;
  /** The folders of its pages, relative to the folder with the marker. */
  readonly folders?: readonly (Setting | null)[];
}

/** A folder of pages, or one file, and its path in addresses, both without slashes at their ends; '' is the root. */
export type Mount = readonly [folder: string, address: string];

/** A language folder and the BCP 47 tag of its pages. */
export type LanguageFolder = readonly [folder: string, tag: string];

/** How the addresses of a live site end: `/a/`, `/a.html` (and `/folder/` for an index) or `/a`. */
export type AddressStyle = 'slash' | 'html' | 'bare';

/** The addresses of the pages below a folder, as the generator's settings give them. */
export interface AddressPattern {
  /** '' is the root; a file is a folder with itself alone. */
  readonly folder: string;
  /** Whether it applies to posts only. */
  readonly posts: boolean;
  /** Such as `:year/:month/:day/:title`; complete, so it includes the folder if addresses do. */
  readonly pattern: string;
}

/** The values that fill a pattern of addresses. */
export interface PatternedPage {
  /** The folders above the page in addresses, without a folder such as `_posts`. */
  readonly folders: readonly string[];
  /** The address of the page's mount, with which `folders` begins; '' for none. */
  readonly mount: string;
  /** The file's name without extension; for an index the folder's. */
  readonly name: string;
  /** `name` without a leading date. */
  readonly bare: string;
  readonly title: string;
  readonly slug: string | null;
  readonly categories: readonly string[];
}

/** Pages that a section's front matter excludes from publication: those below its folder that fit. */
export interface HiddenPages {
  /** A pattern of paths such as `/news/**`, or alternatives in braces; null: all. */
  readonly path: string | null;
  /** `page` or `section`, or alternatives in braces; null: both. */
  readonly kind: string | null;
}

/** What settings say of the pages' addresses and of what is on them. Folders and files are relative to the root of the pages. */
export interface SiteSettings {
  /** How addresses end. Default: `bare`. */
  readonly addressStyle?: AddressStyle;
  /** The languages, by their folders or file suffixes; null or absent: none are named, so folders are compared. */
  readonly languages?: readonly LanguageFolder[] | null;
  /** Folders that have another path in addresses. */
  readonly mounts?: readonly Mount[];
  /** Patterns of addresses. The innermost folder wins. */
  readonly patterns?: readonly AddressPattern[];
  /** Folders whose files are dated posts. */
  readonly postFolders?: readonly string[];
  /** Whether number prefixes stay that the generator would remove. */
  readonly keepsNumbers?: boolean;
  /** Whether a date before a name stays in the address, if other than by the generator's rules. */
  readonly dates?: DatePrefix;
  /** Names of the site. Where a generator has them, the site's own links tell its path on its host. */
  readonly namesOfSite?: readonly string[];
  /** Old addresses and where they lead. */
  readonly redirects?: readonly (readonly [from: string, to: string])[];
  /** Titles that a table of contents gives to files. They apply to pages that have none. */
  readonly titles?: readonly (readonly [file: string, title: string])[];
  /** The pages of each menu in its order, by their files or their addresses; absent: the settings have no menu. */
  readonly menus?: readonly (readonly MenuEntry[])[];
  /** The lists of pages in pages, which order the pages if there is no menu. */
  readonly tree?: PageTree;
  /** The places of folders in menus, where files in them say them. */
  readonly folderPlaces?: readonly (readonly [folder: string, place: FolderPlace])[];
  /** The time zone in which dates with a time are days; null or absent: such dates are as written. */
  readonly timeZone?: string | null;
  /** Folders in which included files are looked for first, relative to the folder with the settings. */
  readonly includeFolders?: readonly string[];
}

/** Whether `2024-01-02-` before a name that is not a post's stays in the address. A date that is cut becomes the page's date. */
export type DatePrefix = 'kept' | 'cut';

/** The menus of a site whose readers find only the pages that menus and links name. */
export interface Navigation {
  /** The files of the project with menus, by their paths, in which every word may name a page; absent: none. */
  readonly menus?: RegExp;
  /** What a file has that leads to pages without naming them. */
  readonly automatic?: RegExp;
  /** The pages that the generator lists itself: their files, or patterns of `.gitignore` for them, relative to the root. */
  readonly listed: ReadonlySet<string> | readonly string[];
}

/** What a generator answers to the questions that are asked of it. A folder is that with its marker. */
export interface GeneratorRules {
  readonly name: Generator;

  // Is it mine?

  /** The settings file in a folder; null: there is none. */
  settingsFile(folder: FolderView): string | null;
  /** Whether a folder contains the generator's marker, such as its settings file. */
  marks(folder: FolderView): boolean;
  /** Whether a site below, in a folder of a usual name, wins over the marker in this folder. */
  yieldsToSiteBelow(folder: FolderView): boolean;

  // Where are its pages, and what do its settings say?

  pages(folder: FolderView): PagePlace;
  /** Which files of the root the settings leave out, and which they name as the only pages; null for no such setting. */
  selection(folder: FolderView, root: string): PageSelection | null;
  says(folder: FolderView): SiteStatements;
  /** Called also when the user named another folder than the root: then only what is not of single folders counts. */
  settings(folder: FolderView, root: string, files: readonly string[]): SiteSettings;
  /**
   * The menus, if some pages may be in none; null if the generator lists all pages, or if the settings do not tell; 'too-many' if their
   * entries are too many to tell.
   * @param files the pages, relative to the root
   */
  navigation(folder: FolderView, root: string, files: readonly string[]): Navigation | 'too-many' | null;

  // Which language?

  /** Matches the language in a file path as its first group, where it is not simply a folder name. */
  readonly languageOfFile?: RegExp;
  /** `page.fr.md` is the French page. */
  readonly languageSuffix: boolean;

  // Which address?

  /**
   * What the site's own links tell, because no settings do: how addresses end and whether those of posts have a date, or the latter
   * alone. A pattern with a date then has that of the name.
   */
  readonly byLinks?: 'addresses' | 'posts';
  /** The values of a pattern's keys besides dates. Generators without it have no patterns. */
  patternValues?(page: PatternedPage): Readonly<Record<string, string>>;
  /** Turns an address in front matter that is a template into a pattern with `:keys`, or null when that is not possible. */
  patternOfTemplate(address: string): string | null;
  /**
   * How number prefixes that only sort (`01-intro`) are removed from names. `kept`: never; `sorting`: when most sibling
   * names have one; a function: returns the name without its prefix.
   */
  readonly numbers: 'kept' | 'sorting' | ((name: string) => string);
  readonly dates: DatePrefix;
  /** Whether a date before a name is the page's date although it stays in the address. */
  readonly datedNames: boolean;
  /** Folders that are not part of addresses, such as `(group)`. */
  readonly unaddressed?: RegExp;
  /** Whether the pages of a folder are in the order of `weight` in their front matter, with folders by that of their index. */
  readonly sortsByWeight: boolean;
  /** The key of a page's weight in its front matter, such as `sidebar.order`. */
  readonly weightKey: string;
  /** The key that leaves a page out of menus; '' for none. */
  readonly unlistedKey: string;
  /** How the front matter of a page names the pages before and after it; absent: it does not. */
  readonly neighbours?: NeighbourForm;
  /** Whether pages list the pages below them, by the directive `toctree`. */
  readonly hasToctrees: boolean;
  /** How menus list the pages of a folder, if the generator can list them itself. */
  readonly listing?: FolderListing;
  /** Files that the generator treats as dated posts. */
  readonly posts?: RegExp;
  /** The path of a post below its mount; null for the default. @param rest its file below the mount, without extension */
  addressOfPost?(rest: string): string | null;
  /** Which file names stand for their folder. */
  isIndex(name: string, folder: string): boolean;
  /** Whether the address of an index ends with a slash where those of other pages have no ending. */
  readonly slashOfIndex: boolean;
  /** Converts the name of a file or folder into its address segment. */
  publish(name: string, isLast: boolean): string;
  /** The path of a page whose front matter names a slug. @param path without the slug */
  slugged(slug: string, path: string, file: string): string;
  /** Whether a slug of several segments is one too, not a complete path. */
  readonly slugHasFolders: boolean;
  /** Whether `id` replaces the last segment of the address of a page that is not an index. */
  readonly idIsSlug: boolean;
  /** Whether the anchor of the first heading is the slug of a page that names none. */
  readonly slugOfHeading: boolean;
  /**
   * Where addresses in front matter are relative to the mount of the page's folder or to its language folder: what they are relative to
   * in a site without mounts and languages.
   */
  ownAddressBelow?(file: string): string;
  /** Addresses at which the generator puts pages of its own, such as an index. */
  readonly generated?: RegExp;

  // Which anchor?

  /** How headings get their anchors. */
  readonly anchors: AnchorRule;
  /** Whether `(name)=` defines a label, to which `#name` links from every page. */
  readonly labels: boolean;

  // How is its markup read, and what of it is a page?

  /** Files that are fragments of pages. */
  readonly pieces?: RegExp;
  /**
   * Whether all other files below a folder with an `index` page belong to that page and are no pages. Such a page is an entry of
   * the folder above, so that patterns of addresses apply to it.
   */
  readonly bundles: boolean;
  /** Whether files of R Markdown (`.Rmd`) are pages. Others publish what R makes of them. */
  readonly readsRMarkdown: boolean;
  /** Whether the front matter hides the page itself. */
  hidesItself(fields: ReadonlyMap<string, unknown>): boolean;
  /** The pages below the page's folder that its front matter hides. */
  hidesBelow(fields: ReadonlyMap<string, unknown>): readonly HiddenPages[];
  /** The file, relative to the content root, that the front matter names for the text of a page that has none. */
  bodyFile(fields: ReadonlyMap<string, unknown>): string | null;
  /** How a page includes another file. */
  readonly inclusion?: Inclusion;
  /** Makes a title from a file name. Default: hyphens and underscores become spaces, number prefixes and dates are removed. */
  titleOfName?(name: string): string;
  /** Whether the heading at the start of a page is its title even when others of its level follow. */
  readonly titledByFirstHeading: boolean;
  /** A vault of notes: unresolved wiki links are dead links, `#tags` in the text are tags, titles are file names. */
  readonly vault: boolean;
  /** Whether a name in double brackets also means a topic that has no page of its own. */
  readonly namesNeedNoPage: boolean;
  /** Whether wiki links are `[[label|target]]` instead of `[[target|label]]`. */
  readonly labelFirst: boolean;
  /**
   * What may be at the beginning of a page: blank lines before its front matter, lines `Key: value` instead of it, or lines
   * `key:: value`, which are properties of the page.
   */
  readonly head?: 'blank lines' | 'meta lines' | 'property lines';
  /** Whether a string of tags is split on spaces. */
  readonly tagsBySpace: boolean;
  /** Whether a number in the front matter is a date: milliseconds since 1970. */
  readonly datesAreTimes: boolean;
}

/** The files of a folder whose names fit. */
export function filesLike({ names }: FolderView, pattern: RegExp): string[] {
  return names.filter((name) => pattern.test(name));
}

/** The first of them; '' when there is none. */
export function fileLike({ names }: FolderView, pattern: RegExp): string {
  return names.find((name) => pattern.test(name)) ?? '';
}

/** Which files of a content root are pages. Paths are relative to the root, patterns in the syntax of `.gitignore`. */
export interface PageSelection {
  /** The only files that are pages; null: all. */
  readonly only: readonly string[] | null;
  /** Patterns of files and folders that are left out. */
  readonly except: readonly string[];
  /** Whether files about the project, such as its changelog, are pages where they begin with front matter. Default: no. */
  readonly projectDocuments?: boolean;
  /** Whether files of R Markdown are left out. */
  readonly withoutRMarkdown?: boolean;
}

/** The first group of a pattern's match in a settings file, or null. */
export function setting(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

/** The first candidate that contains pages, else the whole folder. */
export function firstFolder(folder: FolderView, candidates: readonly (string | null)[]): PagePlace {
  const paths = candidates.flatMap((candidate) => (candidate === null ? [] : folderPath(candidate)));
  return { root: paths.find((path) => folder.holdsPages(path)) ?? '', folders: null };
}

/** A folder of a settings file without `./`, inner `..` and slashes at its ends; '' is the folder itself. */
export function folderPath(path: string): string {
  return trimPath(posix.normalize(trimPath(path)));
}

/** The path of a file or folder in a folder; '' is the root. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Folders of a level that are read. */
const MOST_FOLDERS = 200;

/**
 * A folder and those at most five levels below it, level by level, each with the names in it. Reads only the first folders of each level.
 * @param isFolder whether a name may be that of a folder to read
 */
export function* foldersBelow(
  start: string,
  namesIn: (folder: string) => readonly string[],
  isFolder: (name: string) => boolean,
): Iterable<readonly [folder: string, names: readonly string[]]> {
  let level = [start];
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level.slice(0, MOST_FOLDERS)) {
      const names = namesIn(folder);
      yield [folder, names];
      for (const name of names) if (isFolder(name)) next.push(pathIn(folder, name));
    }
    level = next;
  }
}

/** Such paths of the folders that settings name. */
export function namedFolders({ folders = [] }: SiteStatements): string[] {
  return folders.flatMap((each) => (each?.value == null ? [] : folderPath(each.value)));
}

/** The longest common parent of paths, without one that goes up from the other: '' for none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'));
  const differs = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return first.slice(0, differs === -1 ? undefined : differs).join('/');
}

/** A path from a settings file, without a leading `./` and slashes at its ends. */
export function trimPath(path: string): string {
  return path.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/^\.$/, '');
}

/** The path of an address, without slashes at its ends: `docs` of `https://host/docs/` and of `/docs/`; '' for the root. */
export function pathOfAddress(address: string | null): string {
  return trimPath((address ?? '').replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/, ''));
}

/** The page of a bundle, possibly in another language. At the root it would be the whole site. */
const BUNDLE = /\/index(?:\.[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)?\.\w+$/;

/** Whether all other files below the folder of a file belong to it. */
export function isBundleHead(file: string, { bundles }: Pick<GeneratorRules, 'bundles'>): boolean {
  return bundles && BUNDLE.test(file);
}

/** Whether a file stands for its folder. */
export function isIndexOf(file: string, { isIndex }: Pick<GeneratorRules, 'isIndex'>): boolean {
  const [name = '', folder = ''] = file
    .replace(/\.\w+$/, '')
    .split('/')
    .toReversed();
  return isIndex(name, folder);
}
