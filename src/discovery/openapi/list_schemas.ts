import type { SiteSettings } from '../../corpus/corpus.ts';
import type { Schema } from './openapi_document.ts';
import { count, extended, list, object, schemaNamed, text } from './schema.ts';

/** The list resources: their items, each in the envelope that all lists share. */
export function listSchemas(settings: SiteSettings): Readonly<Record<string, Schema>> {
  return {
    CollectionItem: object(null, {
      collection: schemaNamed('CollectionName'),
      title: text(),
      count: count(),
    }),
    TagItem: object(null, {
      slug: text('What queries narrow by.'),
      title: text(),
      counts: {
        type: 'object',
        description: 'Pages by collection.',
        // With as many members as there are names, each declared collection has one.
        propertyNames: schemaNamed('CollectionName'),
        minProperties: settings.collections.length,
        additionalProperties: count(),
      },
      total: count('Site pages included.'),
    }),
    SitePageItem: object(null, {
      path: text(),
      canonical: text(),
      title: text(),
      description: text(),
    }),
    List: {
      type: 'object',
      properties: {
        count: count('Items here.'),
        total: count('Items that exist.'),
      },
      required: ['count', 'total'],
    },
    CollectionList: envelope('CollectionItem'),
    TagList: envelope('TagItem'),
    SitePageList: envelope('SitePageItem'),
  };
}

function envelope(item: string): Schema {
  return extended('List', null, { items: list(schemaNamed(item)) });
}
