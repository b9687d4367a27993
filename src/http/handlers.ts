import type { ResourceName } from '../discovery/resources.ts';
import { handleApiCatalog } from './api_catalog.ts';
import { handleCollections } from './collections.ts';
import { handleHealth } from './health.ts';
import { handleMarkdown } from './markdown.ts';
import { handleOpenapi } from './openapi.ts';
import { handlePage } from './page.ts';
import { handlePages } from './pages.ts';
import { handleProblem } from './problem.ts';
import { handleQuerySchema } from './query_schema.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';
import { handleSitePages } from './site_pages.ts';
import { handleTags } from './tags.ts';
import { handleVersion } from './version.ts';

/** One handler for every row of the resource table, by its name: leaving one out does not compile. */
export function createHandlers(site: Site): { readonly [Name in ResourceName]: HandlerOf<Name> } {
  return {
    pages: handlePages(site),
    page: handlePage(site),
    sitePages: handleSitePages(site),
    collections: handleCollections(site),
    tags: handleTags(site),
    querySchema: handleQuerySchema(site),
    apiCatalog: handleApiCatalog(site),
    openapi: handleOpenapi(site),
    problem: handleProblem(site),
    version: handleVersion(site),
    live: handleHealth(),
    ready: handleHealth(),
    markdown: handleMarkdown(site),
  };
}
