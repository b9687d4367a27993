/** What generators say of the order of pages. Folders and files are relative to the root of the pages. */
import type { Toctree } from '../markdown/toctrees.ts';

/** A folder whose pages the generator lists in a menu itself. */
export interface ListedFolder {
  readonly below: string;
  /** The folder whose pages the menu has where this one, a translation of it, has none. */
  readonly instead?: string;
}

/** A page of a menu: its file, or its address; or a folder of pages; null where the menu has pages that it does not name. */
export type MenuEntry = string | ListedFolder | null;

/** What a settings file in a folder says of its place in menus. */
export interface FolderPlace {
  readonly weight: number | null;
  /** The page that stands for the folder, by its name; `''`: a page that the generator makes; null: none; absent: its index. */
  readonly page?: string | null | undefined;
}

/** How a generator lists the pages of a folder in a menu: by weights, then by names or addresses. */
export interface FolderListing {
  /** The weight that a name gives (`01-intro`), where the front matter gives none. */
  weightOfName(name: string): number | null;
  /**
   * Whether equal weights are by file name, and a folder begins with its index and has its weight. Else they are by address, and a
   * folder has the least weight of its pages.
   */
  readonly byFileName: boolean;
  /** Whether a menu may name a page that lists of folders leave out. */
  readonly namesUnlisted?: boolean;
}

/** Where lists of pages in pages begin. Documents are named by their paths without extension. */
export interface PageTree {
  readonly root: string;
  /** The lists of documents that are not read as pages. */
  readonly others: readonly (readonly [doc: string, toctrees: readonly Toctree[]])[];
}

/**
 * How a generator's front matter names the pages beside a page: by `pagination_next` with an id (docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter),
 * or by `next`, where a text is the label of the link (vitepress.dev/reference/default-theme-prev-next-links,
 * starlight.astro.build/reference/frontmatter/#prev) or the link itself (ecosystem.vuejs.press/themes/default/frontmatter.html#next).
 */
export type NeighbourForm = 'ids' | 'labels' | 'links';
