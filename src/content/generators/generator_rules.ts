/** The programs whose conventions a content folder may follow. `plain` is a folder that shows no marker. */
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

/** A folder as far as its entries tell what it is. Paths are below it. */
export interface FolderView {
  readonly names: readonly string[];
  /** '' for a file that is not there. */
  text(path: string): string;
  /** Whether a page stands in the folder or at most five levels below. */
  holdsPages(path: string): boolean;
  /** Names in a folder below this one. */
  namesIn(path: string): readonly string[];
}

/** Where a generator's pages are, below the folder that it marks. */
export interface PagePlace {
  /** '' is that folder itself. */
  readonly root: string;
  /** Folders of the root that hold pages; null: all do. */
  readonly folders: readonly string[] | null;
}

/** A folder of pages and where it stands in addresses, both without slashes at their ends; '' is the root. */
export type Mount = readonly [folder: string, address: string];

/** What is particular to a generator. What is left out is as in a plain folder. */
export interface GeneratorRules {
  readonly name: Generator;
  /** Whether a folder's entries give the generator away. */
  marks(folder: FolderView): boolean;
  /** Default: all of the folder that it marks. */
  pages?(folder: FolderView): PagePlace;
  /** The language of pages that name none, as the generator's settings say it, or null. */
  language?(folder: FolderView): string | null;
  /** Folders whose place in addresses is another one. Only asked where the root was found by `pages`. */
  mounts?(files: readonly string[], folder: FolderView): readonly Mount[];
  /** A name without a number that only sorts; `kept`: none does; `sorting`: where most names beside it have one. */
  readonly numbers: 'kept' | 'sorting' | ((name: string) => string);
  /** What becomes of `2024-01-02-` before a name that is no post's. A date that is cut is the page's. */
  readonly dates: 'kept' | 'cut';
  /** Whether a date before the name of any page is the page's although the address keeps it. */
  readonly datedNames?: boolean;
  /** Files whose dated names the generator reads, and the pattern of their addresses: `:year/:month/:day/:title`. */
  readonly posts?: {
    readonly at: RegExp;
    /** Whether a post without a date in its name has such an address too, by the date in its front matter. */
    readonly undated?: boolean;
    /** Whether a slug stands for the date too. */
    readonly slugIsWhole?: boolean;
    pattern(folder: FolderView | null): string;
  };
  /** How a name is published. Default: as it is. */
  publish?(name: string): string;
  /** Files that are pieces of pages. */
  readonly pieces?: RegExp;
  /** Finds the language of a file as its first group, where no folder's name alone tells it. */
  readonly languageOfFile?: RegExp;
  /** `page.fr.md` is the French page. */
  readonly languageSuffix?: boolean;
  /** A title from a file's name. Default: hyphens and underscores are spaces, numbers and dates go. */
  titleOfName?(name: string): string;
  /** The heading that a page begins with is its title, even where others of its level follow. */
  readonly titledByFirstHeading?: boolean;
  /** `build.render: never` hides a page, and in a section's `cascade` all pages below it. */
  readonly hidesByBuild?: boolean;
  /** Notes: wiki links that name nothing are dead links, `#tags` in the text are tags, titles are names. */
  readonly vault?: boolean;
  /** `[[label|target]]` instead of `[[target|label]]`. */
  readonly labelFirst?: boolean;
  /** `(name)=` names a place, to which `#name` leads from every page. */
  readonly labels?: boolean;
  /** `key:: value` lines are properties of the page. */
  readonly propertyLines?: boolean;
  /** A string of tags is split on spaces. */
  readonly tagsBySpace?: boolean;
  /** `id` replaces the last segment of the address. */
  readonly idIsSlug?: boolean;
  /** An address that a page gives itself counts below its folder's mount or its language's folder. */
  readonly ownAddressIsMounted?: boolean;
}

/** The first group of a pattern in a settings file, or null. */
export function setting(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

/** The first of these folders that holds pages, as the whole place; else all of the folder. */
export function firstFolder(folder: FolderView, candidates: readonly (string | null)[]): PagePlace {
  const root = candidates.find((candidate) => candidate !== null && isInner(candidate) && folder.holdsPages(candidate));
  return { root: root == null ? '' : trimPath(root), folders: null };
}

/** A path of a settings file without `./` and slashes at its ends. */
export function trimPath(path: string): string {
  return path.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/^\.$/, '');
}

function isInner(path: string): boolean {
  return !path.split('/').includes('..');
}
