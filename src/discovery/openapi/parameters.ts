import type { SiteSettings } from '../../corpus/corpus.ts';
import { listLimits } from '../../feedback/list_feedback.ts';
import { caps } from '../../query/ask/caps.ts';
import { FIELDS } from '../../query/ask/plan.ts';
import type { PARAMETERS } from '../../query/ask/read_parameters.ts';
import { FIELD_PREFIX, type SearchParameter } from '../../query/ask/read_search.ts';
import { SORTS } from '../../query/ask/search_plan.ts';
import { overrideHeader } from '../resources.ts';
import type { Parameter, Reference } from './openapi_document.ts';
import { schemaNamed } from './schema.ts';

/** Every parameter of a request, by the name of its component. */
export function parameters(settings: SiteSettings) {
  return { ...search(settings), ...typed(settings), ...ownFields(settings), ...others } satisfies Record<
    string,
    Parameter
  >;
}

export type ParameterName =
  | keyof typeof others
  | `search-${(typeof PARAMETERS)[number]}`
  | `typed-${SearchParameter | 'final'}`
  | `field-${string}`;

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
      ...inQuery('q', 'Text to search; empty is refused.', {
        type: 'string',
        minLength: 1,
        maxLength: length.clause,
      }),
      example: 'cache',
    },
    'search-in': inQuery('in', 'Field that q searches; refused without q.', { enum: FIELDS, default: 'all' }),
    'search-collection': {
      ...inQuery('collection', 'Only pages of it.', schemaNamed('CollectionName')),
      ...(collections[0] === undefined ? {} : { example: collections[0].name }),
    },
    'search-tag': {
      ...inQuery('tag', 'Only pages that carry the tag with this slug.', {
        type: 'string',
        minLength: 1,
        maxLength: length.maximum,
      }),
      example: 'http',
    },
    'search-limit': inQuery('limit', 'Rows to answer. Out of range is refused, never lowered.', {
      type: 'integer',
      minimum: 1,
      maximum: limit.maximum,
      default: limit.default,
    }),
    'search-facets': inQuery('facets', 'What to count all matches by.', {
      enum: FACET_LISTS,
    }),
  } satisfies Record<`search-${(typeof PARAMETERS)[number]}`, Parameter>;
}

const FACET_LISTS = ['collection', 'tags', 'collection,tags', 'tags,collection'];

/** A regular expression that matches a list of these names with commas between them, none of them twice. */
function distinctList(names: readonly string[]): string {
  const name = names.map((each) => each.replaceAll(/[^A-Za-z0-9_-]/g, '\\$&')).join('|');
  return `^(?!(?:.*,)?([^,]+),(?:.*,)?\\1(?:,|$))(?:${name})(?:,(?:${name}))*$`;
}

/** A parameter of `GET /api/search` for each field of the owner's own. */
function ownFields({ fields = [] }: SiteSettings): Readonly<Record<`field-${string}`, Parameter>> {
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      `field-${name}`,
      {
        name: FIELD_PREFIX + name,
        in: 'query',
        description: `Values of ${name} (${type}): pages must have all.`,
        schema: schemaNamed('Filters'),
      },
    ]),
  );
}

/** The parameters of `GET /api/search`. */
function typed({ collections, fields = [] }: SiteSettings) {
  const inQuery = (name: SearchParameter | 'final', description: string, schema: Parameter['schema']) => ({
    name,
    in: 'query' as const,
    description,
    schema,
  });
  const whole = (minimum: number, maximum: number, otherwise: number): Parameter['schema'] => ({
    type: 'integer',
    minimum,
    maximum,
    default: otherwise,
  });
  const { length, limit, offset, sections, suggest, values, words } = caps;
  const facets = ['collection', 'tags', ...fields.map(({ name }) => FIELD_PREFIX + name)];
  return {
    'typed-q': {
      ...inQuery('q', `What is typed: at most ${words.maximum} words. Absent: all pages that the filters admit.`, {
        type: 'string',
        maxLength: length.search,
      }),
      example: 'cach',
    },
    'typed-prefix': inQuery(
      'prefix',
      'Whether the last word may be a beginning; never before a blank or a closing quotation mark.',
      { enum: ['last', 'none'], default: 'last' },
    ),
    'typed-typos': inQuery('typos', 'Whether near words count when few pages hold the words as typed.', {
      enum: ['auto', 'none'],
      default: 'auto',
    }),
    'typed-collection': {
      ...inQuery('collection', 'Only pages of it.', schemaNamed('CollectionName')),
      ...(collections[0] === undefined ? {} : { example: collections[0].name }),
    },
    'typed-tag': {
      ...inQuery('tag', 'Slugs of tags: pages must carry all.', schemaNamed('Filters')),
    },
    'typed-language': {
      ...inQuery('language', 'RFC 4647 3.3.1: en admits en and en-GB.', {
        type: 'string',
        pattern: '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,7}$',
      }),
      example: 'en',
    },
    'typed-updated': {
      ...inQuery('updated', 'Days, both included; either may be missing.', schemaNamed('Days')),
      example: '2026-01-01..2026-06-30',
    },
    'typed-published': {
      ...inQuery('published', 'See `updated`.', schemaNamed('Days')),
      example: '2026-01-01..',
    },
    'typed-sort': inQuery('sort', 'Dates newest first, pages without one last. Without q, relevance means published.', {
      enum: SORTS,
      default: 'relevance',
    }),
    'typed-limit': inQuery('limit', 'Rows to answer.', whole(1, limit.search, limit.default)),
    'typed-offset': inQuery(
      'offset',
      `Rows to skip. With q, offset and limit together are at most ${offset.maximum}.`,
      { type: 'integer', minimum: 0, default: 0 },
    ),
    'typed-sections': inQuery('sections', 'Most sections of each page.', whole(0, sections.maximum, sections.default)),
    'typed-facets': inQuery(
      'facets',
      'What to count all rows by.',
      fields.length === 0 ? { enum: FACET_LISTS } : { type: 'string', pattern: distinctList(facets) },
    ),
    'typed-values': inQuery('values', 'Values of a facet; 0: all.', whole(0, values.maximum, 0)),
    'typed-suggest': inQuery(
      'suggest',
      'Most suggestions of titles, headings and words.',
      whole(0, suggest.maximum, 0),
    ),
    'typed-final': inQuery(
      'final',
      '1 when the text is typed to its end. Never changes the answer; the owner may count such searches that find nothing.',
      { anyOf: [{ const: '1' }, { type: 'string' }] },
    ),
  } satisfies Record<`typed-${SearchParameter | 'final'}`, Parameter>;
}

const others = {
  'list-limit': {
    name: 'limit',
    in: 'query',
    description: 'Items to answer, at least 1. With any other value, all of them.',
    schema: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] },
  },
  'page-path': {
    name: 'path',
    in: 'path',
    required: true,
    description:
      'Path of the page; `index` is the site root. Each segment is percent-encoded on its own, and slashes are sent as they are: `a/b`, never `a%2Fb`, whose 404 names the address that was meant.',
    schema: { type: 'string', minLength: 1 },
    example: 'index',
  },
  'explore-q': {
    name: 'q',
    in: 'query',
    description: 'Absent: all pages.',
    schema: { type: 'string' },
    example: 'cache',
  },
  'asset-name': {
    name: 'name',
    in: 'path',
    required: true,
    description: 'As pages name it.',
    schema: { type: 'string', pattern: '^[a-z_]+\\.[A-Za-z0-9]+\\.(js|css)$' },
  },
  'sitemap-part': {
    name: 'part',
    in: 'query',
    description: 'One part of a sitemap that has several; absent: the whole, or the index of its parts.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'schema-flavour': {
    name: 'flavour',
    in: 'query',
    description: 'The schema as the input of a tool; absent: the whole grammar.',
    schema: { const: 'tool' },
    example: 'tool',
  },
  'problem-slug': {
    name: 'slug',
    in: 'path',
    required: true,
    description: 'Last segment of `type` in a problem document.',
    schema: { type: 'string', pattern: '^[a-z-]+$' },
    example: 'invalid-query',
  },
  'feedback-limit': {
    name: 'limit',
    in: 'query',
    description: `Items to answer. Below 0 counts as 0, above ${listLimits.maximum} as ${listLimits.maximum}, no number as the default.`,
    schema: { anyOf: [{ type: 'integer' }, { type: 'string' }], default: listLimits.default },
  },
  'feedback-cursor': {
    name: 'cursor',
    in: 'query',
    description: 'From the address in Link of the page before.',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A fresh value for each submission, the same when it is sent again.',
    schema: { type: 'string', pattern: '^[\\x21\\x23-\\x7e]+$|^"([\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\["\\\\])+"$' },
    example: '019aa5b0-2c5a-7c3e-8f21-3d5a7b9c1e42',
  },
  'mcp-protocol-version': mcpField('MCP-Protocol-Version', 'The revision; from 2026-07-28 on required.'),
  'mcp-method': mcpField('Mcp-Method', 'The method; also required.'),
  'mcp-name': mcpField('Mcp-Name', 'The tool or resource.'),
  override: {
    name: overrideHeader,
    in: 'header',
    required: true,
    description: 'The method that is meant.',
    schema: { type: 'string', enum: ['QUERY'] },
    example: 'QUERY',
  },
  condition: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Validators that the caller holds: GET and HEAD answer 304 when one of them is the current one.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Parameter>;

function mcpField(name: string, description: string): Parameter {
  return { name, in: 'header', description, schema: { type: 'string' } };
}
