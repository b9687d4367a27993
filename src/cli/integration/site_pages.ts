import { relative, sep } from 'node:path';
import type { DeclaredSite } from '../../content/declared_site.ts';
import { isWithin } from '../../content/files/regular_file.ts';

/** A page as a generator knows it. */
export interface SitePage {
  /** Absolute path of the source file. */
  readonly source: string;
  /** The path that a browser requests, with the site's path on its host: `/docs/guide/intro.html`. */
  readonly address: string;
  /** Of a page that names none itself. */
  readonly title?: string | undefined;
  /** BCP 47 tag. */
  readonly language?: string | undefined;
  /**
   * Of a page in one of several versions of the same documents its place: a name of the documents, `/`, and the folder of the version in
   * addresses, as `api/1.0`. The version without a folder has the place `api/`.
   */
  readonly version?: string | undefined;
}

/** The pages of a site as its generator knows them. */
export interface SitePages {
  /** Such as `vitepress`: the conventions that the Markdown follows. */
  readonly generator: string;
  /** The site's path on its host, with slashes at its ends. */
  readonly base: string;
  /** BCP 47 tag of pages that have no language of their own. */
  readonly language?: string | undefined;
  /** The version that readers are shown first, as addresses spell it. */
  readonly currentVersion?: string | undefined;
  /** Paths of the folders that hold a version each, such as `/docs/1.0`. Others are found by their names and pages. */
  readonly versions?: readonly string[] | undefined;
  readonly pages: readonly SitePage[];
}

/**
 * The same for a bake: pages relative to a folder that has all of them.
 * @param folder of the project: that folder, if none is outside it
 */
export function declareSite({ pages, ...site }: SitePages, folder: string) {
  const root = pages.reduce((above, { source }) => commonParent(above, source), folder);
  const declared = pages.map(({ source, ...page }) => ({ ...page, file: relative(root, source).split(sep).join('/') }));
  // JSON has no undefined members.
  return { folder: root, site: JSON.parse(JSON.stringify({ ...site, pages: declared })) as DeclaredSite };
}

function commonParent(folder: string, file: string): string {
  let parent = folder;
  while (!isWithin(file, parent)) parent = parent.slice(0, Math.max(parent.lastIndexOf(sep), 1));
  return parent;
}
