import type { AnchorRule } from './anchor_rules.ts';

/** The site generators whose conventions are supported. `plain`: no generator was recognised. */
export type Generator =
  | 'astro'
  | 'dendron'
  | 'docfx'
  | 'docusaurus'
  | 'eleventy'
  | 'gatsby'
  | 'hexo'
  | 'hugo'
  | 'jekyll'
  | 'logseq'
  | 'mdbook'
  | 'mdn'
  | 'mintlify'
  | 'mkdocs'
  | 'next'
  | 'nuxt'
  | 'obsidian'
  | 'plain'
  | 'quartz'
  | 'sphinx'
  | 'starlight'
  | 'vitepress'
  | 'vuepress'
  | 'zola';

/** Read access to a folder, to recognise its generator. Paths are relative to it. */
export interface FolderView {
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
  /** '' is that folder itself. */
  readonly root: string;
  /** Folders of the root that contain pages; null: all. */
  readonly folders: readonly string[] | null;
}

/** A folder of pages and its path in addresses, both without slashes at their ends; '' is the root. */
export type Mount = readonly [folder: string, address: string];

/** The conventions of a generator. An omitted member means the behaviour of a plain folder. */
export interface GeneratorRules {
  readonly name: Generator;
  /** Whether a folder contains the generator's marker, such as its settings file. */
  marks(folder: FolderView): boolean;
  /** Where the pages are. Default: in the whole folder with the marker. */
  pages?(folder: FolderView): PagePlace;
  /** The default language of pages according to the generator's settings, or null. */
  language?(folder: FolderView): string | null;
  /** Folders that have another path in addresses. Called only when `pages` found the root. */
  mounts?(files: readonly string[], folder: FolderView): readonly Mount[];
  /**
   * How number prefixes that only sort (`01-intro`) are removed from names. `kept`: never; `sorting`: when most sibling
   * names have one; a function: returns the name without its prefix.
   */
  readonly numbers: 'kept' | 'sorting' | ((name: string) => string);
  /** Whether `2024-01-02-` before a name that is not a post's stays in the address. A date that is cut becomes the page's date. */
  readonly dates: 'kept' | 'cut';
  /** Whether a date before a name is the page's date although it stays in the address. */
  readonly datedNames?: boolean;
  /** Files that the generator treats as dated posts, and the pattern of their addresses: `:year/:month/:day/:title`. */
  readonly posts?: {
    readonly at: RegExp;
    /** Whether the pattern also applies to a post without a date in its name, with the date in its front matter. */
    readonly undated?: boolean;
    /** Whether a slug replaces the date too. */
    readonly slugIsWhole?: boolean;
    pattern(folder: FolderView | null): string;
  };
  /** Converts a file name into its address segment. Default: unchanged. */
  publish?(name: string): string;
  /** How headings get their anchors. Default: as on GitHub. */
  readonly anchors?: AnchorRule;
  /** Files that are fragments of pages. */
  readonly pieces?: RegExp;
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
  /** A vault of notes: unresolved wiki links are dead links, `#tags` in the text are tags, titles are file names. */
  readonly vault?: boolean;
  /** Whether wiki links are `[[label|target]]` instead of `[[target|label]]`. */
  readonly labelFirst?: boolean;
  /** Whether `(name)=` defines a label, to which `#name` links from every page. */
  readonly labels?: boolean;
  /** Whether `key:: value` lines are properties of the page. */
  readonly propertyLines?: boolean;
  /** Whether a string of tags is split on spaces. */
  readonly tagsBySpace?: boolean;
  /** Whether `id` replaces the last segment of the address. */
  readonly idIsSlug?: boolean;
  /** Whether an address in front matter is relative to the mount of the page's folder or to its language folder. */
  readonly ownAddressIsMounted?: boolean;
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
