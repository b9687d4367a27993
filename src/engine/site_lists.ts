/** The rows of one list resource (specification 2.5), in the list's order. */
export interface SiteList {
  readonly total: number;
  /**
   * The first rows as JSON in UTF-8, separated by commas: `{...},{...}`.
   * @param count 0 to `total`
   */
  rows(count: number): Uint8Array | Promise<Uint8Array>;
}

/** The lists of a site that are fixed at build time. */
export interface SiteLists {
  /** `{collection, title, count}` as declared (specification 4.6). */
  readonly collections: SiteList;
  /** `{slug, title, counts, total}` by slug (specification 4.7). */
  readonly tags: SiteList;
  /** `{path, canonical, title, description}` by path (specification 4.5). */
  readonly sitePages: SiteList;
}
