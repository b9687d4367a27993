import type { ApiFacts } from '../api_facts.ts';
import type { MethodDescription, ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/site-pages` (specification 4.5). */
export function describeSitePages({ settings }: ApiFacts): ResourceDescription<'sitePages'> {
  return {
    tag: 'Lists',
    GET: list('Site pages', 'Pages that belong to no collection, by path.', 'SitePageList', [
      { path: 'about', canonical: `${settings.origin}/about`, title: 'About', description: 'Who writes this site.' },
    ]),
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
      settings.collections.map(({ name, title }) => ({ collection: name, title, count: 12 })),
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
      [
        {
          slug: 'http',
          title: 'HTTP',
          counts: Object.fromEntries(settings.collections.map(({ name }) => [name, 3])),
          total: 3 * settings.collections.length + 1,
        },
      ],
    ),
  };
}

function list(summary: string, description: string, schema: string, items: readonly unknown[]): MethodDescription {
  const example = { items, count: items.length, total: items.length };
  return {
    summary,
    description,
    parameters: ['list-limit'],
    content: { 'application/json': { schema: schemaNamed(schema), example } },
  };
}
