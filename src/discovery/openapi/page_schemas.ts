import type { FieldInfo, SiteSettings } from '../../corpus/corpus.ts';
import type { Schema, Schemas } from './openapi_document.ts';
import { date, extended, list, type Members, object, schemaNamed, text } from './schema.ts';

/** Schemas of a page as a row of an answer, of the single page of `/api/pages/{path}`, and of their parts. */
export function pageSchemas(settings: SiteSettings): Schemas {
  return {
    CollectionName: {
      type: 'string',
      description: 'A declared collection.',
      // An enumeration needs a value; a site may declare no collection.
      ...(settings.collections.length > 0 && { enum: settings.collections.map(({ name }) => name) }),
    },
    CollectionOfPage: {
      description: 'Null for a site page.',
      enum: [...settings.collections.map(({ name }) => name), null],
    },
    PageTag: object(null, {
      slug: text('Queries narrow by it.'),
      title: text(),
    }),
    PageReference: object(null, {
      path: text(),
      title: text(),
      collection: schemaNamed('CollectionOfPage'),
    }),
    Heading: object(null, {
      depth: { type: 'integer', minimum: 1, maximum: 6, description: '1 for the highest.' },
      text: text(),
      anchor: text('Fragment of the page.'),
    }),
    // Rows of searches have these members too.
    PageBasics: object(null, { ...basics(), ...fieldMembers(settings) }),
    Page: extended('PageBasics', null, otherMembers()),
    PageInfo: extended('Page', 'A row of an answer.', { 'match?': schemaNamed('Match') }),
    SinglePage: extended('Page', 'A page with its headings and links.', {
      references: list(schemaNamed('PageReference'), 'Pages that it links to, in order of first mention.'),
      referencedBy: list(schemaNamed('PageReference'), 'Pages that link to it, by path.'),
      headings: list(schemaNamed('Heading'), 'In the order of the page.'),
    }),
    PageAnswer: object(null, { page: schemaNamed('SinglePage') }),
    Markdown: { type: 'string', contentMediaType: 'text/markdown', description: 'The Markdown of a page.' },
  };
}

function basics(): Members {
  return {
    path: text('No slash at either end; the site root is `index`.'),
    canonical: text('Absolute, or root-relative where no origin is known.'),
    title: text(),
    collection: schemaNamed('CollectionOfPage'),
    tags: list(schemaNamed('PageTag'), 'By slug.'),
    published: date('As the page states it.'),
    updated: date('As the page states it.'),
    language: text('BCP 47.'),
  };
}

function otherMembers(): Members {
  return {
    description: text('The beginning of its text if it has none.'),
    indexing: text('Robots directive.', 'index, follow'),
    slug: text('The end of the path.'),
    aliases: list({ type: 'string' }, 'Other names.'),
    markdown: text('Address of its Markdown.'),
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
