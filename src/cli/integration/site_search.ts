import { lostBy } from './generator_options.ts';
import type { SiteSearch, SiteSearchOptions } from './open_site_search.ts';

/** The oldest version of Node that the program runs on. */
const NODE = 24;

/**
 * Opens the search of a site. Nothing of the program is loaded before.
 * @param load the program; injected by tests
 * @returns null where it cannot run, which the owner is told
 */
export async function openSiteSearch(
  options: SiteSearchOptions,
  load = () => import('./open_site_search.ts'),
): Promise<SiteSearch | null> {
  const version = process.versions.node;
  let problem = `Catchword needs Node ${NODE} or newer; this is ${version}.`;
  if (Number.parseInt(version, 10) >= NODE) {
    try {
      const { openSiteSearch: open } = await load();
      return await open(options);
    } catch (error) {
      if (!isNotLoaded(error)) throw error;
      problem = `Catchword cannot be loaded: ${error.message.split('\n', 1)[0]}. Reinstall it.`;
    }
  }
  const { name, options: given = {} } = options;
  const told = `${name}: ${lostBy(given)}. ${problem}`;
  if (given.strict === true) throw new Error(told);
  options.warn(told);
  return null;
}

/** Whether a module or a library of the program is missing. */
function isNotLoaded(error: unknown): error is Error {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED';
}
