import type { AnchorRule } from './anchor_rules.ts';

/** The site generators whose conventions are supported. `plain`: no generator was recognised. */
export type Generator =
  | 'antora'
  | 'astro'
  | 'bookdown'
  | 'bridgetown'
  | 'dendron'
  | 'docc'
  | 'docfx'
  | 'docusaurus'
  | 'docsify'
  | 'eleventy'
  | 'fumadocs'
  | 'gatsby'
  | 'gitbook'
  | 'githubwiki'
  | 'grav'
  | 'hexo'
  | 'hugo'
  | 'jekyll'
  | 'logseq'
  | 'lume'
  | 'mdbook'
  | 'mdn'
  | 'middleman'
  | 'mintlify'
  | 'mkdocs'
  | 'mystmd'
  | 'next'
  | 'nextra'
  | 'nuxt'
  | 'obsidian'
  | 'pelican'
  | 'plain'
  | 'quartz'
  | 'quarto'
  | 'rspress'
  | 'sphinx'
  | 'starlight'
  | 'vitepress'
  | 'vuepress'
  | 'zola';

/** Read access to a folder, to recognise its generator. Paths are relative to it. */
export interface FolderView {
  /** The folder's own name. */
  readonly folderName: string;
  readonly names: readonly string[];
  /** Text of a file; '' when it is missing. */
  text(path: string): string;
  /** Whether a folder contains a page, at most five levels below. */
  holdsPages(path: string): boolean;
  /** Names of the entries of a folder. */
  namesIn(path: string): readonly string[];
}

/** Where a generator's pages are, relative to the folder with its marker. */
export interface PagePlace {
  /** '' is that folder itself; `..` are its parents. */
  readonly root: string;
  /** Folders of the root that contain pages; null: all. */
  readonly folders: readonly string[] | null;
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

/** What a pattern of addresses is filled with. */
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

/** The conventions of a generator. An omitted member means the behaviour of a plain folder. */
export interface GeneratorRules {
  readonly name: Generator;
  /** Whether a folder contains the generator's marker, such as its settings file. */
  marks(folder: FolderView): boolean;
  /** Whether a site below, in a folder of a usual name, wins over the marker in this folder. */
  yieldsToSiteBelow?(folder: FolderView): boolean;
  /** Where the pages are. Default: in the whole folder with the marker. */
  pages?(folder: FolderView): PagePlace;
  /** Which files of the root the settings leave out, and which they name as the only pages; null for no such setting. */
  selection?(folder: FolderView): PageSelection | null;
  /** Titles that a table of contents gives to files. They apply to pages that have none. */
  titles?(folder: FolderView): readonly (readonly [file: string, title: string])[];
  /** The site's title in the settings: the title of a home page without one. */
  siteTitle?(folder: FolderView): string | null;
  /** The default language of pages according to the generator's settings, or null. */
  language?(folder: FolderView): string | null;
  /** The languages of the settings, by their folders or file suffixes; null: none are named, so folders are compared. */
  languages?(folder: FolderView): readonly LanguageFolder[] | null;
  /** The site's path on its host according to the settings, such as `docs`. Links may begin with it. */
  base?(folder: FolderView): string | null;
  /** How addresses end according to the settings. Default: `bare`. */
  addressStyle?(folder: FolderView): AddressStyle;
  /** Whether the site's own links tell how addresses end and whether those of posts have a date, because no settings do. */
  readonly addressesByLinks?: boolean;
  /** Whether only the site's own links tell whether the addresses of posts have a date. */
  readonly postsByLinks?: boolean;
  /** Names of the site. Where a generator has them, the site's own links tell its path on its host. */
  namesOfSite?(folder: FolderView): readonly string[];
  /** Folders that have another path in addresses. Called only when `pages` found the root. */
  mounts?(files: readonly string[], folder: FolderView): readonly Mount[];
  /** Old addresses and where the settings lead them. */
  redirects?(folder: FolderView): readonly (readonly [from: string, to: string])[];
  /** Patterns of addresses. The innermost folder wins. Called only when `pages` found the root. */
  patterns?(folder: FolderView): readonly AddressPattern[];
  /**
   * How number prefixes that only sort (`01-intro`) are removed from names. `kept`: never; `sorting`: when most sibling
   * names have one; a function: returns the name without its prefix.
   */
  readonly numbers: 'kept' | 'sorting' | ((name: string) => string);
  /** Whether the settings keep number prefixes. Called only when `pages` found the root. */
  keepsNumbers?(folder: FolderView): boolean;
  /** Whether `2024-01-02-` before a name that is not a post's stays in the address. A date that is cut becomes the page's date. */
  readonly dates: 'kept' | 'cut';
  /** Whether the settings change `dates` to `cut` or to `kept`; null when they do not. */
  datesBySettings?(folder: FolderView): 'kept' | 'cut' | null;
  /** The time zone of the settings, in which dates with a time are days; null: such dates are as written. */
  timeZone?(folder: FolderView): string | null;
  /** Whether a folder named `(group)` is not part of addresses. */
  readonly groups?: boolean;
  /** Whether a date before a name is the page's date although it stays in the address. */
  readonly datedNames?: boolean;
  /** Files that the generator treats as dated posts. */
  readonly posts?: RegExp;
  /** Folders whose files the settings make dated posts. Called only when `pages` found the root. */
  postFolders?(folder: FolderView): readonly string[];
  /** Whether patterns apply to an index of this name that is in a folder of its own. Default: they do not. */
  patternsOfIndex?(name: string): boolean;
  /** The values of a pattern's keys besides dates. */
  patternValues?(page: PatternedPage): Readonly<Record<string, string>>;
  /** Turns an address in front matter that is a template into a pattern with `:keys`, or null when that is not possible. */
  patternOfTemplate?(address: string): string | null;
  /** The path of a post below its mount; null for the default. @param rest its file below the mount, without extension */
  addressOfPost?(rest: string): string | null;
  /** Whether the address of an index ends with a slash where those of other pages have no ending. */
  readonly slashOfIndex?: boolean;
  /** Which file names stand for their folder. Default: `index`, `_index` and `README`. */
  isIndex?(name: string, folder: string): boolean;
  /** Converts the name of a file or folder into its address segment. Default: unchanged. */
  publish?(name: string, isLast: boolean): string;
  /** Whether `publish` also applies to a slug in front matter. */
  readonly publishesSlug?: boolean;
  /** How headings get their anchors. Default: as on GitHub. */
  readonly anchors?: AnchorRule;
  /** Files that are fragments of pages. */
  readonly pieces?: RegExp;
  /** Whether all other files below a folder with an `index` page belong to that page and are no pages. */
  readonly bundles?: boolean;
  /** Matches the language in a file path as its first group, where it is not simply a folder name. */
  readonly languageOfFile?: RegExp;
  /** `page.fr.md` is the French page. */
  readonly languageSuffix?: boolean;
  /** Makes a title from a file name. Default: hyphens and underscores become spaces, number prefixes and dates are removed. */
  titleOfName?(name: string): string;
  /** Whether the heading at the start of a page is its title even when others of its level follow. */
  readonly titledByFirstHeading?: boolean;
  /** Whether `build.render: never` hides a page, and in a section's `cascade` all pages below it. */
  readonly hidesByBuild?: boolean;
  /** Whether `render: false` hides a page. */
  readonly hidesByRender?: boolean;
  /** Whether `permalink: false` hides a page. */
  readonly hidesByPermalink?: boolean;
  /** A vault of notes: unresolved wiki links are dead links, `#tags` in the text are tags, titles are file names. */
  readonly vault?: boolean;
  /** Whether a name in double brackets also means a topic that has no page of its own. */
  readonly namesNeedNoPage?: boolean;
  /** Whether wiki links are `[[label|target]]` instead of `[[target|label]]`. */
  readonly labelFirst?: boolean;
  /** Addresses at which the generator puts pages of its own, such as an index. */
  readonly generated?: RegExp;
  /** Whether `(name)=` defines a label, to which `#name` links from every page. */
  readonly labels?: boolean;
  /** How a page includes another file. */
  readonly inclusion?: {
    /** A text that every inclusion contains. */
    readonly mark: string;
    /**
     * Matches a line that includes a file: the groups `path` and, for a part of the file, `part`. With a group `code`, the language, the
     * file is read in as a block of code.
     */
    readonly pattern: RegExp;
    /** What paths are relative to, in the order in which they are tried: the page, the content root or the folder above. */
    readonly from: readonly ('file' | 'root' | 'above')[];
  };
  /** Whether `source: file.md` in the front matter names the file with the text of a page that has none. */
  readonly bodyOfSource?: boolean;
  /** Whether `key:: value` lines are properties of the page. */
  readonly propertyLines?: boolean;
  /** Whether `includes` in the front matter names partials of the folder `includes` that follow the text of the page. */
  readonly endsWithIncludes?: boolean;
  /** Folders in which the settings look for included files, relative to the folder with the settings. They come first. */
  includeFolders?(folder: FolderView): readonly string[];
  /** Whether blank lines may come before the front matter. */
  readonly blankBeforeFrontMatter?: boolean;
  /** Whether a page may begin with `Key: value` lines instead of fenced front matter. */
  readonly metaLines?: boolean;
  /** Whether a string of tags is split on spaces. */
  readonly tagsBySpace?: boolean;
  /** Whether `id` replaces the last segment of the address of a page that is no index. */
  readonly idIsSlug?: boolean;
  /** Whether the anchor of the first heading is the slug of a page that names none. */
  readonly slugOfHeading?: boolean;
  /** Whether files of R Markdown (`.Rmd`) are pages. Others publish what R makes of them. */
  readonly readsRMarkdown?: boolean;
  /**
   * What a `slug` replaces: the last segment, everything below the page's folder (also for an index), or everything below the root
   * or the page's top folder. Several segments replace the whole path, but for `nameInFolder`.
   */
  readonly slugReplaces?: 'name' | 'nameInFolder' | 'path' | 'pathInTopFolder';
  /** Whether an address in front matter is relative to the mount of the page's folder or to its language folder. */
  readonly ownAddressIsMounted?: boolean;
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
  const root = candidates.find((candidate) => candidate !== null && isInner(candidate) && folder.holdsPages(candidate));
  return { root: root == null ? '' : trimPath(root), folders: null };
}

/** A path from a settings file, without a leading `./` and slashes at its ends. */
export function trimPath(path: string): string {
  return path.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/^\.$/, '');
}

function isInner(path: string): boolean {
  return !path.split('/').includes('..');
}

/** The path of an address, without slashes at its ends: `docs` of `https://host/docs/` and of `/docs/`; '' for the root. */
export function pathOfAddress(address: string | null): string {
  return trimPath((address ?? '').replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/, ''));
}

/** Whether a file stands for its folder. */
export function isIndexOf(file: string, { isIndex }: GeneratorRules): boolean {
  const [name = '', folder = ''] = file
    .replace(/\.\w+$/, '')
    .split('/')
    .toReversed();
  return isIndex === undefined ? /^(?:_?index|readme)$/i.test(name) : isIndex(name, folder);
}
