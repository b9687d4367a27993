import type { Schema } from './openapi_document.ts';
import { count, extended, list, object, schemaNamed, text } from './schema.ts';

/** Answers to queries, by GET and by QUERY. */
export function answerSchemas(): Readonly<Record<string, Schema>> {
  return {
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
        description: 'No page holds every term; these hold some.',
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
}
