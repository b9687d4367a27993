import type { SiteSettings } from '../../corpus/corpus.ts';
import { listLimits } from '../../feedback/list_feedback.ts';
import { caps } from '../../query/ask/caps.ts';
import { FIELDS } from '../../query/ask/plan.ts';
import type { PARAMETERS } from '../../query/ask/read_parameters.ts';
import { FIELD_PREFIX, type SearchParameter } from '../../query/ask/read_search.ts';
import { SORTS } from '../../query/ask/search_plan.ts';
import { overrideHeader } from '../resources.ts';
import type { Parameter, Reference, Schema } from './openapi_document.ts';
import { schemaNamed } from './schema.ts';

export function parameters(settings: SiteSettings): Readonly<Record<string, Parameter>> {
  return {
    ...inQuery('search', search(settings)),
    ...inQuery('typed', typed(settings)),
    ...ownFields(settings),
    ...others,
  };
}

export type ParameterName =
  | keyof typeof others
  | `search-${(typeof PARAMETERS)[number]}`
  | `typed-${SearchParameter | 'final'}`
  | `field-${string}`;

export function parameterNamed(name: ParameterName): Reference {
  return { $ref: `#/components/parameters/${name}` };
}

/** A parameter of one of the searches, by its name. */
type Described<Name extends string> = Readonly<
  Record<Name, readonly [description: string, schema: Schema, example?: unknown]>
>;

function inQuery(component: 'search' | 'typed', described: Described<string>): Readonly<Record<string, Parameter>> {
  return Object.fromEntries(
    Object.entries(described).map(([name, texts]) => [`${component}-${name}`, parameter('query', name, ...texts)]),
  );
}

function parameter(
  place: Parameter['in'],
  name: string,
  description: string,
  schema: Schema,
  example?: unknown,
  isRequired = place === 'path',
): Parameter {
  return { name, in: place, required: isRequired || undefined, description, schema, example };
}

const FACET_LISTS = ['collection', 'tags', 'collection,tags', 'tags,collection'];
const text = { type: 'string' };

function whole(minimum: number, maximum: number, otherwise: number): Schema {
  return { type: 'integer', minimum, maximum, default: otherwise };
}

/** The parameters of `GET /api/pages` (specification 4.3). */
function search({ collections }: SiteSettings): Described<(typeof PARAMETERS)[number]> {
  const { length, limit } = caps;
  return {
    q: ['Text to search for; must not be empty.', { type: 'string', minLength: 1, maxLength: length.clause }, 'cache'],
    in: ['Field that q searches; allowed only with q.', { enum: FIELDS, default: 'all' }],
    collection: ['Only pages of this collection.', schemaNamed('CollectionName'), collections[0]?.name],
    tag: [
      'Slug of a tag: only pages with this tag.',
      { type: 'string', minLength: 1, maxLength: length.maximum },
      'http',
    ],
    limit: [
      'Maximum number of results. A value out of range is an error; it is never reduced.',
      whole(1, limit.maximum, limit.default),
    ],
    facets: ['Facets to count over all matches.', { enum: FACET_LISTS }],
  };
}

function typed({ collections, fields = [] }: SiteSettings): Described<SearchParameter | 'final'> {
  const { length, limit, offset, sections, suggest, values } = caps;
  const facets = ['collection', 'tags', ...fields.map(({ name }) => FIELD_PREFIX + name)];
  return {
    q: [
      'The typed text. In a long text, only the rarest words count. Absent: all pages that match the filters.',
      { type: 'string', maxLength: length.search },
      'cach',
    ],
    prefix: [
      'Whether the last word may be incomplete. A space or a closing quotation mark after it makes it complete.',
      { enum: ['last', 'none'], default: 'last' },
    ],
    typos: [
      'Whether typos are forgiven when few pages contain the words as typed.',
      { enum: ['auto', 'none'], default: 'auto' },
    ],
    collection: ['Only pages of this collection.', schemaNamed('CollectionName'), collections[0]?.name],
    tag: ['Tag slugs; pages must have all of them.', schemaNamed('Filters')],
    language: [
      'Language range (RFC 4647, section 3.3.1): en matches en and en-GB.',
      { type: 'string', pattern: '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,7}$' },
      'en',
    ],
    version: [
      '`current`: one result for all copies of a page. `all`: every page separately. Any other value is the name of a version, for only its pages, or declared places of versions, such as `api/1.0,app/next`, for all pages except those of other versions of the same documents.',
      { type: 'string', minLength: 1, maxLength: length.maximum, default: 'current' },
      'all',
    ],
    updated: [
      'Only pages updated between these two days, inclusive; either day may be omitted.',
      schemaNamed('Days'),
      '2026-01-01..2026-06-30',
    ],
    published: [
      'Only pages published between these two days, inclusive; either day may be omitted.',
      schemaNamed('Days'),
      '2026-01-01..',
    ],
    sort: [
      'When sorted by date, the newest pages come first, and pages without a date come last. Without q, relevance means published.',
      { enum: SORTS, default: 'relevance' },
    ],
    limit: ['Maximum number of results.', whole(1, limit.search, limit.default)],
    offset: [
      `Number of results to skip. With q, offset and limit together are at most ${offset.maximum}.`,
      { type: 'integer', minimum: 0, default: 0 },
    ],
    sections: ['Maximum number of sections per page.', whole(0, sections.maximum, sections.default)],
    facets: [
      'Facets to count over all results.',
      fields.length === 0 ? { enum: FACET_LISTS } : { type: 'string', pattern: distinctList(facets) },
    ],
    values: ['Maximum number of values per facet; 0 = all.', whole(0, values.maximum, 0)],
    suggest: ['Maximum number of suggested titles, headings and words.', whole(0, suggest.maximum, 0)],
    explain: ['1: each result explains its score.', { enum: ['0', '1'], default: '0' }],
    final: [
      '1 when the reader has finished typing. Never changes the response; the owner may count such searches that find nothing.',
      { anyOf: [{ const: '1' }, text] },
    ],
  };
}

/** A regular expression that matches a list of these names with commas between them, none of them twice. */
function distinctList(names: readonly string[]): string {
  const name = names.map((each) => each.replaceAll(/[^A-Za-z0-9_-]/g, '\\$&')).join('|');
  return `^(?!(?:.*,)?([^,]+),(?:.*,)?\\1(?:,|$))(?:${name})(?:,(?:${name}))*$`;
}

function ownFields({ fields = [] }: SiteSettings): Readonly<Record<`field-${string}`, Parameter>> {
  const described = fields.map(({ name, type }) => [
    `field-${name}`,
    parameter(
      'query',
      FIELD_PREFIX + name,
      `Values of ${name} (${type}); pages must have all of them.`,
      schemaNamed('Filters'),
    ),
  ]);
  return Object.fromEntries(described);
}

const others = {
  'list-limit': parameter('query', 'limit', 'Maximum number of items, at least 1. Any other value returns all items.', {
    anyOf: [{ type: 'integer', minimum: 1 }, text],
  }),
  'page-path': parameter(
    'path',
    'path',
    'Path of the page; `index` is the site root. Percent-encode each segment, and send slashes as they are: `a/b`, never `a%2Fb`, which returns a 404 that names the intended address.',
    { type: 'string', minLength: 1 },
    'index',
  ),
  'llms-collection': parameter(
    'query',
    'collection',
    'Name of a collection: lists its pages, up to 256 KiB. Empty: the pages in no collection. Absent: pages of the whole site.',
    text,
    '',
  ),
  'markdown-form': parameter(
    'query',
    'form',
    "`source`: the Markdown as its author wrote it. Absent or another value: without the site generator's syntax.",
    { anyOf: [{ const: 'source' }, text] },
    'source',
  ),
  'explore-q': parameter('query', 'q', 'Text to search for. Absent: all pages.', text, 'cache'),
  'explore-language': parameter(
    'query',
    'language',
    "A language range as in /api/search, `all`, or `auto` for the reader's language.",
    text,
    'en',
  ),
  'asset-name': parameter('path', 'name', 'File name, as in the page that loads it.', {
    type: 'string',
    pattern: '^[a-z_]+\\.[A-Za-z0-9]+\\.(js|css)$',
  }),
  'image-path': parameter('path', 'path', 'Path of the image, as in the page that shows it.', {
    type: 'string',
    minLength: 1,
  }),
  'sitemap-part': parameter(
    'query',
    'part',
    'One part of a sitemap that has several. Absent: the whole sitemap, or the index of its parts.',
    { type: 'integer', minimum: 1 },
    1,
  ),
  'schema-flavour': parameter(
    'query',
    'flavour',
    '`tool`: a schema for the input of a tool. Absent: the whole grammar.',
    { const: 'tool' },
    'tool',
  ),
  'problem-slug': parameter(
    'path',
    'slug',
    'Last segment of `type` in a problem document.',
    { type: 'string', pattern: '^[a-z-]+$' },
    'invalid-query',
  ),
  'feedback-limit': parameter(
    'query',
    'limit',
    `Maximum number of items. A value below 0 counts as 0, one above ${listLimits.maximum} as ${listLimits.maximum}, and anything that is not a number as the default.`,
    { anyOf: [{ type: 'integer' }, text], default: listLimits.default },
  ),
  'feedback-cursor': parameter('query', 'cursor', 'From the Link header of the previous page.', text),
  'idempotency-key': parameter(
    'header',
    'Idempotency-Key',
    'A new value for each submission. When you retry, send the same value.',
    { type: 'string', pattern: '^[\\x21\\x23-\\x7e]+$|^"([\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\["\\\\])+"$' },
    '019aa5b0-2c5a-7c3e-8f21-3d5a7b9c1e42',
    true,
  ),
  'mcp-protocol-version': parameter(
    'header',
    'MCP-Protocol-Version',
    'The protocol revision; required from revision 2026-07-28 on.',
    text,
  ),
  'mcp-method': parameter('header', 'Mcp-Method', 'The JSON-RPC method; required from revision 2026-07-28 on.', text),
  'mcp-name': parameter('header', 'Mcp-Name', 'Name of the tool or resource.', text),
  override: parameter(
    'header',
    overrideHeader,
    'The intended method.',
    { type: 'string', enum: ['QUERY'] },
    'QUERY',
    true,
  ),
  condition: parameter(
    'header',
    'If-None-Match',
    'ETags that the client has. GET and HEAD return 304 if one of them is current.',
    text,
  ),
};
