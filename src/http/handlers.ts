import type { ResourceName } from '../discovery/resources.ts';
import { handlePage } from './page.ts';
import { handlePages } from './pages.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';
import { handleVersion } from './version.ts';

/** One handler for every row of the resource table, by its name: leaving one out does not compile. */
export function createHandlers(site: Site): { readonly [Name in ResourceName]: HandlerOf<Name> } {
  return {
    pages: handlePages(site),
    page: handlePage(site),
    version: handleVersion(site),
  };
}
