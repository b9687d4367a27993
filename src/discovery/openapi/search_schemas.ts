import type { SiteSettings } from '../../corpus/corpus.ts';
import type { Schema } from './openapi_document.ts';
import { fieldMembers } from './page_schemas.ts';
import { count, list, object, schemaNamed, text } from './schema.ts';

/** Answers of `/api/search`. */
export function searchSchemas(settings: SiteSettings): Readonly<Record<string, Schema>> {
  const date = (description: string) => ({ type: ['string', 'null'], format: 'date', description });
  const ranges = (of: string) => list(schemaNamed('Range'), `Hits in the ${of}, in UTF-16 code units.`);
  const members = {
    score: { type: 'number', minimum: 0, description: 'Weight in the ranking, within one tier of typos.' },
  };
  return {
    SearchAnswer: object('The answer to a search.', {
      items: list(schemaNamed('SearchRow'), 'The rows, best first.'),
      count: count('Rows in this answer.'),
      total: count('All pages found, with typos or without.'),
      exactTotal: count('Pages found without typos.'),
      words: list(schemaNamed('SearchWord'), 'What became of each word typed.'),
      'relaxed?': {
        type: 'boolean',
        enum: [true],
        description: 'No page holds all words, so these hold some; absent otherwise.',
      },
      didYouMean: schemaNamed('DidYouMean'),
      'facets?': schemaNamed('SearchFacets'),
      'suggestions?': list(schemaNamed('Suggestion'), 'Present when suggest is not 0.'),
    }),
    SearchRow: object('A page that a search found.', {
      path: text('Path of the page.', 'writing/caching'),
      canonical: text('Canonical address of the page.'),
      title: text('Title of the page.'),
      titleRanges: ranges('title'),
      collection: schemaNamed('CollectionOfPage'),
      tags: list(schemaNamed('PageTag'), 'Tags that the page carries, by slug.'),
      published: date('Day of publication, as the page states it.'),
      updated: date('Day of the last change, as the page states it.'),
      language: text('Language of the page (BCP 47).', 'en'),
      ...fieldMembers(settings),
      typos: count('Edits between the words typed and those of the page.'),
      match: {
        description: 'Where the page holds the words; null without q.',
        oneOf: [
          object('The place of the best hit.', {
            ...members,
            excerpt: text('Plain text around the best hit, at most 240 characters.'),
            ranges: ranges('excerpt'),
            section: schemaNamed('SectionOfMatch'),
          }),
          { type: 'null' },
        ],
      },
      sections: list(schemaNamed('SearchSection'), 'Sections with hits: those with most words first.'),
      moreSections: count('Sections with hits that are not shown.'),
    }),
    SearchFacets: object('All pages found, counted by what was asked; the most frequent first.', {
      'collection?': list(schemaNamed('CollectionFacet'), 'Every declared collection.'),
      'tags?': list(schemaNamed('TagFacet'), 'Every tag that a page found carries.'),
      'fields?': {
        type: 'object',
        description: 'Values of the fields asked for, by the name of the field.',
        additionalProperties: list(schemaNamed('FieldFacet')),
      },
    }),
    FieldFacet: object('Pages with one value of a field.', {
      value: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }], description: 'The value.' },
      count: { type: 'integer', minimum: 1, description: 'Pages with the value.' },
    }),
    SearchSection: object('A section of a page: from its heading to the next one.', {
      anchor: text('Fragment of the page at which the section begins.'),
      address: text('Canonical address of the section.'),
      heading: text('The heading.'),
      headingRanges: ranges('heading'),
      depth: { type: 'integer', minimum: 1, maximum: 6, description: 'Level of the heading, 1 for the highest.' },
      trail: list({ type: 'string' }, 'The headings above it, the highest first.'),
      excerpt: text('Plain text around the best hit of the section, at most 240 characters.'),
      ranges: ranges('excerpt'),
    }),
    SearchWord: object('A word typed.', {
      text: text('The word as typed.'),
      as: {
        enum: ['exact', 'prefix', 'typo', 'joined', 'split', 'none'],
        description:
          'How pages match it: as typed, as a beginning, by near words, joined with its neighbour, as two words, or not.',
      },
      distance: { type: ['integer', 'null'], minimum: 0, description: 'Edits to the nearest word; null for none.' },
      matched: list({ type: 'string' }, 'Words of the site that it matches, at most three.'),
    }),
    DidYouMean: {
      description:
        'What the typed words probably mean; null when nothing better is known. It is never searched instead.',
      oneOf: [
        object('Another text to search.', {
          q: text('The text with its words replaced.'),
          total: count('Pages that hold its words.'),
        }),
        { type: 'null' },
      ],
    },
    Suggestion: object('What may be typed.', {
      text: text('A title, a heading or a word.'),
      total: count('Pages that hold its words.'),
      'path?': text('Path of the page that has the title or heading.'),
    }),
  };
}
