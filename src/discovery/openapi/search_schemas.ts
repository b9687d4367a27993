import { caps } from '../../query/ask/caps.ts';
import type { Schema } from './openapi_document.ts';
import { count, extended, list, object, schemaNamed, text } from './schema.ts';

/** Answers of `/api/search`. */
export function searchSchemas(): Readonly<Record<string, Schema>> {
  const ranges = (of: string) => list(schemaNamed('Range'), `In the ${of}.`);
  return {
    SearchAnswer: object(null, {
      items: list(schemaNamed('SearchRow'), 'The rows, best first.'),
      count: count('Rows here.'),
      total: count('All pages found, with typos or without.'),
      exactTotal: count('Pages found without typos.'),
      words: list(schemaNamed('SearchWord'), 'The words typed.'),
      'relaxed?': {
        type: 'boolean',
        const: true,
        description: 'No page holds all words; these hold some.',
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
      address: text('Canonical address.'),
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
}
