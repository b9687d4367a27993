import type { FieldInfo, SiteSettings } from '../../corpus/corpus.ts';
import type { Schema } from './openapi_document.ts';
import { list, type Members, object, schemaNamed, text } from './schema.ts';

/** Schemas of a page as a row of an answer, of the single page of `/api/pages/{path}`, and of their parts. */
export function pageSchemas(settings: SiteSettings): Readonly<Record<string, Schema>> {
  const members = { ...pageMembers(), ...fieldMembers(settings) };
  return {
    CollectionName: {
      type: 'string',
      description: 'A collection that the site declares.',
      // An enumeration needs a value; a site may declare no collection.
      ...(settings.collections.length > 0 && { enum: settings.collections.map(({ name }) => name) }),
    },
    CollectionOfPage: {
      description: 'The collection that a page belongs to; null for a site page.',
      enum: [...settings.collections.map(({ name }) => name), null],
    },
    PageTag: object('A tag as a page carries it.', {
      slug: text('What queries narrow by.', 'http'),
      title: text('What people read.', 'HTTP'),
    }),
    PageReference: object('A page that another one links to or is linked from.', {
      path: text('Path of the page.', 'glossary/entity-tag'),
      title: text('Title of the page.', 'Entity tag'),
      collection: schemaNamed('CollectionOfPage'),
    }),
    Heading: object('A heading of a page.', {
      depth: { type: 'integer', minimum: 1, maximum: 6, description: '1 for the highest.' },
      text: text('The heading as plain text.'),
      anchor: text('Fragment of the page at which the heading stands.'),
    }),
    PageInfo: object('A page, as a row of an answer.', { ...members, 'match?': schemaNamed('Match') }),
    SinglePage: object('A page with its headings and the pages that it is linked with.', {
      ...members,
      references: list(schemaNamed('PageReference'), 'Pages that this page links to, in order of first mention.'),
      referencedBy: list(schemaNamed('PageReference'), 'Pages that link to this page, by path.'),
      headings: list(schemaNamed('Heading'), 'Headings in the order of the page.'),
    }),
    PageAnswer: object('One page.', { page: schemaNamed('SinglePage') }),
  };
}

function pageMembers(): Members {
  const date = (description: string) => ({ type: ['string', 'null'], format: 'date', description });
  return {
    path: text('Path of the page, without a slash at either end; the site root is `index`.', 'writing/caching'),
    canonical: text('Canonical address of the page.'),
    title: text('Title of the page.'),
    description: text('What the page is about; the beginning of its text when it says nothing about itself.'),
    indexing: text('Robots directive of the page.', 'index, follow'),
    collection: schemaNamed('CollectionOfPage'),
    slug: text('Last segment of the path.', 'caching'),
    aliases: list({ type: 'string' }, 'Other names that the page goes by.'),
    tags: list(schemaNamed('PageTag'), 'Tags that the page carries, by slug.'),
    published: date('Day of publication, as the page states it.'),
    updated: date('Day of the last change, as the page states it.'),
    language: text('Language of the page (BCP 47).', 'en'),
    markdown: text('Address at which the Markdown of the page publishes itself.'),
  };
}

const FIELD_TYPES = {
  string: { type: ['string', 'null'] },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  date: { type: ['string', 'null'], format: 'date' },
  list: { type: ['array', 'null'], items: { type: 'string' } },
} as const satisfies Record<FieldInfo['type'], Schema>;

/** The member `fields` of a page; none when the site declares no fields of its own. */
export function fieldMembers({ fields = [] }: SiteSettings): Members {
  if (fields.length === 0) return {};
  const values = Object.fromEntries(fields.map(({ name, type }) => [name, FIELD_TYPES[type]]));
  return { fields: object('Front matter of the site itself; null for what the page has not.', values) };
}
