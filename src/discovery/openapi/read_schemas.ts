/** What the reads of many pages answer: queries, searches as people type, and lists. */
import type { FieldInfo, SiteSettings } from '../../corpus/corpus.ts';
import { caps } from '../../query/ask/caps.ts';
import type { Schema, Schemas } from './openapi_document.ts';
import { count, date, extended, list, type Members, object, schemaNamed, text } from './schema.ts';

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

/** Answers to queries, by GET and by QUERY. */
export const answerSchemas: Schemas = {
  Hit: object('The best hit.', {
    score: { type: 'number', minimum: 0, description: 'Weight in the ranking of this answer.' },
    excerpt: text('Plain text around the hit, at most 240 characters.'),
    ranges: list(schemaNamed('Range'), 'In the excerpt.'),
    section: schemaNamed('SectionOfMatch'),
  }),
  TextMatch: extended('Hit', 'Of a match or a passage.', {
    titleRanges: list(schemaNamed('Range'), 'In the title.'),
  }),
  Range: {
    description: 'Where a hit begins, and where it has ended, in UTF-16 code units: what JavaScript slices by.',
    type: 'array',
    prefixItems: [count(), count()],
    minItems: 2,
    maxItems: 2,
  },
  SectionOfMatch: {
    description: 'Of the excerpt; null before the first heading.',
    oneOf: [
      object(null, {
        heading: text(),
        anchor: text('Fragment of the page.'),
      }),
      { type: 'null' },
    ],
  },
  TraverseMatch: object('Of a traverse.', {
    distance: { type: 'integer', minimum: 1, maximum: 5, description: 'Links from the start.' },
  }),
  Match: {
    description: 'Look-ups and answers that are only filtered have none.',
    oneOf: [schemaNamed('TextMatch'), schemaNamed('TraverseMatch')],
  },
  CollectionFacet: object(null, {
    value: schemaNamed('CollectionName'),
    count: count(),
  }),
  TagFacet: object(null, {
    value: text('Its slug.'),
    title: text(),
    count: { type: 'integer', minimum: 1 },
  }),
  FacetCounts: object('All matches, not the rows alone; the most frequent first.', {
    'collection?': list(schemaNamed('CollectionFacet')),
    'tags?': list(schemaNamed('TagFacet')),
  }),
  Answer: object(null, {
    items: list(schemaNamed('PageInfo'), 'The rows, best first.'),
    count: count('Rows here.'),
    total: count('All pages that match.'),
    'facets?': schemaNamed('FacetCounts'),
    'relaxed?': {
      type: 'boolean',
      const: true,
      description: 'Few pages have all words; some rows lack words.',
    },
  }),
  BatchAnswer: object('In the order asked.', {
    answers: list(schemaNamed('Answer')),
  }),
  QueryAnswer: {
    description: 'To a query or to a batch.',
    oneOf: [schemaNamed('Answer'), schemaNamed('BatchAnswer')],
  },
};

/** Answers of `/api/search`. */
export const searchSchemas: Schemas = {
  SearchAnswer: object(null, {
    items: list(schemaNamed('SearchRow'), 'The rows, best first.'),
    count: count('Rows here.'),
    total: count('All pages found, with typos or without.'),
    exactTotal: count('Pages with all words as typed.'),
    words: list(schemaNamed('SearchWord'), 'The words typed.'),
    'relaxed?': {
      type: 'boolean',
      const: true,
      description: 'No page has all words as typed; some rows lack words.',
    },
    didYouMean: schemaNamed('DidYouMean'),
    'facets?': schemaNamed('SearchFacets'),
    'suggestions?': list(schemaNamed('Suggestion'), 'With suggest.'),
  }),
  SearchRow: extended('PageBasics', 'A page that a search found.', {
    titleRanges: ranges('title'),
    typos: count('Edits from the words typed to those of the page.'),
    match: {
      description: 'Where the page holds the words; null without q.',
      oneOf: [schemaNamed('Hit'), { type: 'null' }],
    },
    sections: list(schemaNamed('SearchSection'), 'With hits, those with most words first.'),
    moreSections: count('With hits, not shown.'),
  }),
  Days: {
    type: 'string',
    pattern: '^(?=.{11})([0-9]{4}-[0-9]{2}-[0-9]{2})?\\.\\.([0-9]{4}-[0-9]{2}-[0-9]{2})?$',
  },
  Filters: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: caps.length.maximum },
    maxItems: caps.filters.maximum,
  },
  SearchFacets: extended('FacetCounts', null, {
    'fields?': {
      type: 'object',
      description: 'By the name of the field.',
      additionalProperties: list(schemaNamed('FieldFacet')),
    },
  }),
  FieldFacet: object(null, {
    value: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    count: { type: 'integer', minimum: 1 },
  }),
  SearchSection: object('A section of a page: from its heading to the next one.', {
    anchor: text('Fragment of the page.'),
    address: text('As `canonical`.'),
    heading: text(),
    headingRanges: ranges('heading'),
    depth: { type: 'integer', minimum: 1, maximum: 6, description: '1 for the highest.' },
    trail: list({ type: 'string' }, 'The headings above it.'),
    excerpt: text(),
    ranges: ranges('excerpt'),
  }),
  SearchWord: object(null, {
    text: text(),
    as: {
      enum: ['exact', 'prefix', 'typo', 'joined', 'split', 'none'],
      description: 'How pages match it.',
    },
    distance: { type: ['integer', 'null'], minimum: 0, description: 'Edits to the nearest word.' },
    matched: list({ type: 'string' }, 'Words of the site, at most three.'),
  }),
  DidYouMean: {
    description: 'What the words probably mean. It is never searched instead.',
    oneOf: [
      object(null, {
        q: text(),
        total: count('Pages that hold its words.'),
      }),
      { type: 'null' },
    ],
  },
  Suggestion: object(null, {
    text: text('A title, a heading or a word.'),
    total: count('Pages that hold its words.'),
    'path?': text('The page of the title or heading.'),
  }),
};

function ranges(of: string): Schema {
  return list(schemaNamed('Range'), `In the ${of}.`);
}

/** The list resources: their items, each in the envelope that all lists share. */
export function listSchemas(settings: SiteSettings): Schemas {
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
