import type { MethodDescription, ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/site-pages` (specification 4.5). */
export function describeSitePages(): ResourceDescription<'sitePages'> {
  return { tag: 'Lists', GET: list('Site pages', 'Pages of no collection, by path.', 'SitePageList') };
}

/** `/api/collections` (specification 4.6). */
export function describeCollections(): ResourceDescription<'collections'> {
  return { tag: 'Lists', GET: list('Collections', 'In the order in which the site declares them.', 'CollectionList') };
}

/** `/api/tags` (specification 4.7). */
export function describeTags(): ResourceDescription<'tags'> {
  return { tag: 'Lists', GET: list('Tags', 'Those that a page carries, by slug.', 'TagList') };
}

function list(summary: string, description: string, schema: string): MethodDescription {
  return {
    summary,
    description,
    parameters: ['list-limit'],
    content: { 'application/json': { schema: schemaNamed(schema) } },
  };
}
