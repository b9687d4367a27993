import type { ApiFacts } from '../api_facts.ts';
import { examples } from '../examples.ts';
import type { MethodDescription, ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/site-pages` (specification 4.5). */
export function describeSitePages({ settings }: ApiFacts): ResourceDescription<'sitePages'> {
  return {
    tag: 'Lists',
    GET: list(
      'Site pages',
      'Pages that belong to no collection, by path.',
      'SitePageList',
      examples(settings).sitePages,
    ),
  };
}

/** `/api/collections` (specification 4.6). */
export function describeCollections({ settings }: ApiFacts): ResourceDescription<'collections'> {
  return {
    tag: 'Lists',
    GET: list(
      'Collections',
      'The collections, in the order in which the site declares them, with their numbers of pages.',
      'CollectionList',
      examples(settings).collections,
    ),
  };
}

/** `/api/tags` (specification 4.7). */
export function describeTags({ settings }: ApiFacts): ResourceDescription<'tags'> {
  return {
    tag: 'Lists',
    GET: list(
      'Tags',
      'The tags that a page carries, by slug, with their numbers of pages. Queries narrow by slug, never by title.',
      'TagList',
      examples(settings).tags,
    ),
  };
}

function list(summary: string, description: string, schema: string, example: unknown): MethodDescription {
  return {
    summary,
    description,
    parameters: ['list-limit'],
    content: { 'application/json': { schema: schemaNamed(schema), example } },
  };
}
