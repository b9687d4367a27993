import type { SiteSettings } from '../../corpus/corpus.ts';
import { listLimits } from '../../feedback/list_feedback.ts';
import { SLUGS } from '../../problems/catalogue.ts';
import { caps } from '../../query/ask/caps.ts';
import { FIELDS } from '../../query/ask/plan.ts';
import type { PARAMETERS } from '../../query/ask/read_parameters.ts';
import { overrideHeader } from '../resources.ts';
import type { Parameter, Reference } from './openapi_document.ts';
import { schemaNamed } from './schema.ts';

/** Every parameter of a request, by the name of its component. */
export function parameters(settings: SiteSettings) {
  return { ...search(settings), ...others } satisfies Record<string, Parameter>;
}

export type ParameterName = keyof typeof others | `search-${(typeof PARAMETERS)[number]}`;

export function parameterNamed(name: ParameterName): Reference {
  return { $ref: `#/components/parameters/${name}` };
}

/** The parameters of `GET /api/pages` (specification 4.3). */
function search({ collections }: SiteSettings) {
  const inQuery = (name: (typeof PARAMETERS)[number], description: string, schema: Parameter['schema']) => ({
    name,
    in: 'query' as const,
    description,
    schema,
  });
  const { length, limit } = caps;
  return {
    'search-q': {
      ...inQuery('q', 'Text to search. Absent differs from empty, which is refused.', {
        type: 'string',
        minLength: 1,
        maxLength: length.clause,
      }),
      example: 'cache',
    },
    'search-in': inQuery('in', 'Field that q searches; refused without q.', { enum: FIELDS, default: 'all' }),
    'search-collection': {
      ...inQuery('collection', 'Only pages of this collection.', schemaNamed('CollectionName')),
      ...(collections[0] === undefined ? {} : { example: collections[0].name }),
    },
    'search-tag': {
      ...inQuery('tag', 'Only pages that carry the tag with this slug; an unknown slug has no pages.', {
        type: 'string',
        minLength: 1,
        maxLength: length.maximum,
      }),
      example: 'http',
    },
    'search-limit': inQuery('limit', 'Rows to answer, in digits only. Out of range is refused, never lowered.', {
      type: 'integer',
      minimum: 1,
      maximum: limit.maximum,
      default: limit.default,
    }),
    'search-facets': inQuery('facets', 'What to count all matches by: one value, comma-separated.', {
      enum: ['collection', 'tags', 'collection,tags', 'tags,collection'],
    }),
  } satisfies Record<`search-${(typeof PARAMETERS)[number]}`, Parameter>;
}

const others = {
  'list-limit': {
    name: 'limit',
    in: 'query',
    description: 'Items to answer, a whole number of at least 1. Without it, or with any other value, all of them.',
    schema: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] },
  },
  'page-path': {
    name: 'path',
    in: 'path',
    required: true,
    description:
      'Path of the page; `index` is the site root. It may span several segments: each is percent-encoded on its own and the slashes between them are sent as they are (`a/b`, never `a%2Fb`, which is another address: the detail of its 404 names the address that was meant).',
    schema: { type: 'string', minLength: 1 },
    example: 'index',
  },
  'problem-slug': {
    name: 'slug',
    in: 'path',
    required: true,
    description: 'Slug of the problem type: the last segment of `type` in a problem document.',
    schema: { enum: SLUGS },
    example: 'invalid-query',
  },
  'feedback-limit': {
    name: 'limit',
    in: 'query',
    description: `Items to answer, a whole number. Below 0 it counts as 0, above ${listLimits.maximum} as ${listLimits.maximum}; any other value as the default.`,
    schema: { anyOf: [{ type: 'integer' }, { type: 'string' }], default: listLimits.default },
  },
  'feedback-cursor': {
    name: 'cursor',
    in: 'query',
    description:
      'Where the page begins, from the address in Link of the page before; any other value begins at the newest.',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'A fresh value for each submission, the same when it is sent again: visible ASCII characters, bare or in double quotes.',
    schema: { type: 'string', pattern: '^[\\x21\\x23-\\x7e]+$|^"([\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\["\\\\])+"$' },
    example: '019aa5b0-2c5a-7c3e-8f21-3d5a7b9c1e42',
  },
  override: {
    name: overrideHeader,
    in: 'header',
    required: true,
    description: 'The method that is meant: edges refuse a bare QUERY, so it is sent as POST.',
    schema: { const: 'QUERY' },
    example: 'QUERY',
  },
  condition: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Validators of the answers that the caller holds: 304 when one of them is the current one.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Parameter>;
