import { curationLimits as limits } from './curation_limits.ts';

const text = { type: ['string', 'number'], description: 'Words that people search for.' };
const path = { type: ['string', 'number'], minLength: 1, maxLength: limits.text };
const language = { type: 'string', pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' };
const twoWays = {
  type: 'array',
  items: text,
  minItems: 2,
  maxItems: limits.synonyms,
  description: 'Texts that mean the same thing.',
};
const oneWay = {
  type: 'string',
  pattern: '^(?!.*->.*->)\\s*\\S.*->\\s*\\S',
  description: 'A search for the text before the arrow also finds the text after it.',
};
const words = { anyOf: [twoWays, oneWay] };

/** The JSON Schema of the curation file, for editors. It admits every file without faults. */
export function buildCurationSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Search rules',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      synonyms: {
        type: ['array', 'null'],
        description: `Words that pages may use instead of the words searched for. At most ${limits.texts} texts in all.`,
        items: {
          anyOf: [
            twoWays,
            oneWay,
            {
              type: 'object',
              additionalProperties: false,
              required: ['words'],
              properties: {
                words,
                language: { ...language, description: 'The rule applies only to pages in this language.' },
              },
            },
          ],
        },
      },
      pins: {
        type: ['array', 'null'],
        description:
          'Pages to show at a fixed place in the results, for one query or for all queries that contain certain words.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['page'],
          oneOf: [{ required: ['query'] }, { required: ['words'] }],
          properties: {
            query: { ...text, description: 'The whole query.' },
            words: { ...text, description: 'Words that the query contains, with or without others.' },
            page: { ...path, description: 'Path of the page, as in /api/pages.' },
            place: { type: 'integer', minimum: 1, maximum: limits.place, default: 1 },
          },
        },
      },
      weights: {
        type: ['object', 'null'],
        description:
          'Factors that multiply the scores of pages. If several apply to a page, the one with the longest path counts.',
        propertyNames: { minLength: 1, maxLength: limits.text },
        additionalProperties: { type: 'number', minimum: limits.leastFactor, maximum: limits.mostFactor },
      },
      exclude: {
        type: ['array', 'null'],
        description: 'Pages to leave out of search: paths of pages, or of folders ending in "/".',
        items: path,
      },
    },
  };
}
