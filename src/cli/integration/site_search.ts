import type { SiteSearch, SiteSearchOptions } from './open_site_search.ts';

/** The oldest version of Node that the program runs on. */
const NODE = 24;

/**
 * Opens the search of a site. Nothing of the program is loaded before.
 * @returns null where it cannot run, which the owner is told
 */
export async function openSiteSearch(options: SiteSearchOptions): Promise<SiteSearch | null> {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) < NODE) {
    const problem = `${options.name}: the site has no search. Catchword needs Node ${NODE} or newer; this is ${version}.`;
    if (options.strict === true) throw new Error(problem);
    options.warn(problem);
    return null;
  }
  const { openSiteSearch: open } = await import('./open_site_search.ts');
  return open(options);
}
