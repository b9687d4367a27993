import type { Schema } from './openapi_document.ts';
import { count, list, object, schemaNamed, text } from './schema.ts';

/** Answers to queries, by GET and by QUERY. */
export function answerSchemas(): Readonly<Record<string, Schema>> {
  return {
    TextMatch: object('Why a page answers a match or a passage.', {
      score: { type: 'number', minimum: 0, description: 'Weight in the ranking; comparable within one answer only.' },
      excerpt: text('Plain text around the best hit, at most 240 characters.'),
      ranges: list(schemaNamed('Range'), 'Hits within the excerpt, in UTF-16 code units: what JavaScript slices by.'),
      section: schemaNamed('SectionOfMatch'),
      titleRanges: list(schemaNamed('Range'), 'Hits within the title, likewise.'),
    }),
    Range: {
      type: 'array',
      prefixItems: [count('Where the hit begins.'), count('Where it has ended.')],
      minItems: 2,
      maxItems: 2,
    },
    SectionOfMatch: {
      description: 'The section of the page that the excerpt shows; null before the first heading.',
      oneOf: [
        object('A section by its heading.', {
          heading: text('The heading above the excerpt.'),
          anchor: text('Fragment of the page at which the heading stands.'),
        }),
        { type: 'null' },
      ],
    },
    TraverseMatch: object('How a page was reached by links.', {
      distance: { type: 'integer', minimum: 1, maximum: 5, description: 'Links away from the start.' },
    }),
    Match: {
      description: 'Why the page is a row. Look-ups and answers that are only filtered have none.',
      oneOf: [schemaNamed('TextMatch'), schemaNamed('TraverseMatch')],
    },
    CollectionFacet: object('Matches in one collection.', {
      value: schemaNamed('CollectionName'),
      count: count('Matches in the collection.'),
    }),
    TagFacet: object('Matches that carry one tag.', {
      value: text('Slug of the tag.', 'http'),
      title: text('Title of the tag.', 'HTTP'),
      count: { type: 'integer', minimum: 1, description: 'Matches that carry the tag.' },
    }),
    FacetCounts: object('All matches, not the rows alone, counted by what was asked; the most frequent first.', {
      'collection?': list(schemaNamed('CollectionFacet'), 'Every declared collection.'),
      'tags?': list(schemaNamed('TagFacet'), 'Every tag that a match carries.'),
    }),
    Answer: object('The answer to one query.', {
      items: list(schemaNamed('PageInfo'), 'The rows, best first.'),
      count: count('Rows in this answer.'),
      total: count('All pages that match.'),
      'facets?': schemaNamed('FacetCounts'),
      'relaxed?': {
        type: 'boolean',
        enum: [true],
        description: 'No page holds every term, so these hold some; absent otherwise.',
      },
    }),
    BatchAnswer: object('The answers to a batch.', {
      answers: list(schemaNamed('Answer'), 'In the order asked.'),
    }),
    QueryAnswer: {
      description: 'One answer for a query, a list of them for a batch.',
      oneOf: [schemaNamed('Answer'), schemaNamed('BatchAnswer')],
    },
  };
}
