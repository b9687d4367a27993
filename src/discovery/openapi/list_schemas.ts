import type { SiteSettings } from '../../corpus/corpus.ts';
import type { Schema } from './openapi_document.ts';
import { count, list, object, schemaNamed, text } from './schema.ts';

/** The list resources: their items, each in the envelope that all lists share. */
export function listSchemas(settings: SiteSettings): Readonly<Record<string, Schema>> {
  const counts = settings.collections.map(({ name }) => [name, count(`Pages of ${name} that carry the tag.`)]);
  return {
    CollectionItem: object('A collection and how many pages it holds.', {
      collection: schemaNamed('CollectionName'),
      title: text('What people read.'),
      count: count('Pages in the collection.'),
    }),
    TagItem: object('A tag and how many pages carry it.', {
      slug: text('What queries narrow by.', 'http'),
      title: text('What people read.', 'HTTP'),
      counts: object('Pages that carry the tag, by collection.', Object.fromEntries(counts)),
      total: count('Pages that carry the tag, site pages included.'),
    }),
    SitePageItem: object('A page that belongs to no collection.', {
      path: text('Path of the page.', 'about'),
      canonical: text('Canonical address of the page.'),
      title: text('Title of the page.'),
      description: text('What the page is about.'),
    }),
    CollectionList: envelope('CollectionItem', 'The collections, as the site declares them.'),
    TagList: envelope('TagItem', 'The tags that a page carries, by slug.'),
    SitePageList: envelope('SitePageItem', 'The pages of no collection, by path.'),
  };
}

function envelope(item: string, description: string): Schema {
  return object(description, {
    items: list(schemaNamed(item)),
    count: count('Items in this answer.'),
    total: count('Items that exist. When count equals it, the caller holds everything.'),
  });
}
