/** The description of every resource, by the name of its row in the resource table. What follows from the row is not said again. */

import type { SiteSettings } from '../../corpus/corpus.ts';
import { submissionCaps } from '../../feedback/submission.ts';
import { FACETS } from '../../query/ask/plan.ts';
import { SEARCH_PARAMETERS } from '../../query/ask/read_search.ts';
import type { ResourceMethod } from '../resource.ts';
import type { ResourceName, ResourceNamed } from '../resources.ts';
import { fields } from './headers.ts';
import type { ApiFacts, Content, Example, Headers, RequestBody, Schema } from './openapi_document.ts';
import type { ParameterName } from './parameters.ts';
import type { Refused } from './refusals.ts';
import { schemaNamed } from './schema.ts';

export const tags = {
  Pages: 'Search, look-up and single pages.',
  Lists: 'Collections, tags and site pages.',
  Feedback: 'What readers say, without their messages.',
  Discovery: 'What the service says about itself.',
  Files: 'For crawlers, feed readers and language models.',
  Explorer: 'The site for people.',
  Service: 'For those who run it.',
} as const;

/** The description of one method of a resource, besides what follows from its row in the resource table. */
export interface MethodDescription {
  readonly summary: string;
  /** Left out where the summary says it all. */
  readonly description?: string;
  /** Parameters besides those that follow from the row. */
  readonly parameters?: readonly ParameterName[];
  readonly requestBody?: RequestBody;
  readonly content: Content;
  /** Fields of the 200, besides those that follow from the row. */
  readonly headers?: Headers;
  /** What a 303 leads to; absent: there is none. */
  readonly elsewhere?: string;
  /** Refusals besides those that follow from the row and those that any request can get. */
  readonly refused?: readonly Refused[];
}

/** The description of a resource without the type of its resource. */
export type DescribedMethods = { readonly tag: keyof typeof tags } & {
  readonly [Method in ResourceMethod]?: MethodDescription;
};

/** The description of every resource: one member for each of its methods. A missing one is a compile error. */
type Descriptions = {
  readonly [Name in ResourceName]: { readonly tag: keyof typeof tags } & {
    readonly [Method in ResourceNamed<Name>['methods'][number]]: MethodDescription;
  };
};

export function describeResources(facts: ApiFacts): Descriptions {
  return { ...pages(facts), ...lists, ...feedback(facts), ...discovery, ...service, ...files, ...explorer };
}

function json(schema: string | Schema): Content {
  return { 'application/json': { schema: typeof schema === 'string' ? schemaNamed(schema) : schema } };
}

/** A resource that has only GET. @param more of its description */
function get(
  tag: keyof typeof tags,
  summary: string,
  content: Content,
  more: Partial<MethodDescription> = {},
): { readonly tag: keyof typeof tags; readonly GET: MethodDescription } {
  return { tag, GET: { summary, content, ...more } };
}

/** What is not JSON, by its media types. */
function text(...mediaTypes: readonly string[]): Content {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: { type: 'string' } }]));
}

/** Pages, by queries (specification 4.1 to 4.3), by what people type, one by one (4.4), and for agents. */
function pages({ settings }: ApiFacts) {
  const answer = answerExample(settings);
  const hasCollections = settings.collections.length > 0;
  return {
    pages: {
      tag: 'Pages',
      GET: {
        summary: 'Search by parameters',
        description: [
          'One query as URL parameters, cacheable, with the caps and refusals of a body.',
          'At least one of q, collection and tag is needed. A known parameter given twice is refused; unknown ones are ignored.',
          'Boolean trees, batches, look-ups, traverses and passages need the QUERY.',
        ].join(' '),
        parameters: [
          ...(['search-q', 'search-in'] as const),
          ...(hasCollections ? (['search-collection'] as const) : []),
          ...(['search-tag', 'search-limit', 'search-facets'] as const),
        ],
        content: { 'application/json': { schema: schemaNamed('Answer'), example: answer } },
        refused: ['invalid-query'],
      },
      QUERY: {
        summary: 'Ask a query or a batch of queries',
        description: [
          'Safe and idempotent. Sent as POST with the field that names the method.',
          'Caps beside the schema are in its description; a refusal names the dimension that was exceeded. The answer carries no ETag.',
        ].join(' '),
        requestBody: {
          description: 'In UTF-8. Media types that end in +json are read too.',
          required: true,
          content: {
            'application/json': { schema: schemaNamed('QueryBody'), examples: exampleQueries(answer.items[0].path) },
          },
        },
        content: json('QueryAnswer'),
        headers: fields('Location'),
        refused: ['invalid-query'],
      },
    },
    page: get(
      'Pages',
      'One page',
      { ...json('PageAnswer'), 'text/markdown': { schema: schemaNamed('Markdown') } },
      {
        description:
          'With its headings and links. Accept: text/markdown gets its Markdown, under its own validator, with a Link to the address at which that publishes itself. There is no HTML here.',
        parameters: ['page-path', 'markdown-form'],
        headers: fields('Link'),
      },
    ),
    search: get('Pages', 'Search as people type', json('SearchAnswer'), {
      description: [
        'For a search box that asks with every letter: the last word may be a beginning, and near words count when few pages hold the words.',
        'Pages with fewer typos come first, then those with the higher score.',
        'Link rel="next" names the rows behind these.',
        'Parameters are given once, except tag and those of fields; unknown ones are ignored.',
      ].join(' '),
      parameters: [
        ...SEARCH_PARAMETERS.filter((name) => hasCollections || name !== 'collection').map(
          (name) => `typed-${name}` as const,
        ),
        'typed-final',
        ...(settings.fields ?? []).map(({ name }) => `field-${name}` as const),
      ],
      headers: fields('Link'),
      refused: ['invalid-query'],
    }),
    markdown: get(
      'Pages',
      'The Markdown of a page',
      { 'text/markdown': { schema: schemaNamed('Markdown') } },
      {
        description: 'At the address that the page names in its member markdown.',
        parameters: ['page-path', 'markdown-form'],
        headers: fields('Link'),
      },
    ),
    mcp: {
      tag: 'Pages',
      POST: {
        summary: 'Model Context Protocol',
        description: [
          `The pages of ${settings.title} for agents: one message in, its answer as JSON out. Revisions: 2026-07-28 and those of 2025.`,
          'Scripts of origins that are not allowed are refused.',
        ].join(' '),
        parameters: ['mcp-protocol-version', 'mcp-method', 'mcp-name'],
        requestBody: {
          description: 'One JSON-RPC message, never an array.',
          required: true,
          content: {
            'application/json': { schema: schemaNamed('McpMessage'), example: mcpExample },
          },
        },
        content: json('McpAnswer'),
      },
    },
  } satisfies Partial<Descriptions>;
}

const mcpExample = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Specification 4.5 to 4.7. */
const lists = {
  sitePages: list('Site pages', 'Pages of no collection, by path.', 'SitePageList'),
  collections: list('Collections', 'In the order in which the site declares them.', 'CollectionList'),
  tags: list('Tags', 'Those that a page carries, by slug.', 'TagList'),
} satisfies Partial<Descriptions>;

function list(summary: string, description: string, schema: string) {
  return get('Lists', summary, json(schema), { description, parameters: ['list-limit'] });
}

/** Specification 4.12 to 4.14. */
function feedback({ settings }: ApiFacts) {
  return {
    feedback: {
      tag: 'Feedback',
      GET: {
        summary: 'Recent feedback',
        description: `What ${settings.title} was told, newest first, without the messages. The next page is at the address in Link.`,
        parameters: ['feedback-limit', 'feedback-cursor'],
        content: json('FeedbackList'),
        headers: fields('Link'),
      },
      POST: {
        summary: 'Send feedback',
        description: [
          'To send it again under the same Idempotency-Key gets the same confirmation and records nothing more.',
          'A browser that accepts text/html may send application/x-www-form-urlencoded with the key in the field idempotency-key, and gets a 303.',
          `The body has at most ${submissionCaps.body} bytes. With the method override it is the QUERY.`,
        ].join(' '),
        parameters: ['idempotency-key'],
        requestBody: {
          description: 'In UTF-8. Media types that end in +json are read too.',
          required: true,
          content: { 'application/json': { schema: schemaNamed('Submission'), example: submissionExample } },
        },
        content: json('FeedbackItem'),
        refused: [
          'missing-idempotency-key',
          'invalid-idempotency-key',
          'invalid-submission',
          'conflicting-idempotency-key',
        ],
      },
      QUERY: {
        summary: 'All feedback in numbers',
        description:
          'A scheduled job counts, so this lags behind the list. Sent as POST with the override; POST without it is a submission.',
        requestBody: {
          description: 'An empty object.',
          required: true,
          content: json({ type: 'object', additionalProperties: false }),
        },
        content: json('FeedbackAggregate'),
        refused: ['invalid-query'],
      },
    },
    feedbackForm: get('Feedback', 'The feedback form', text('text/html'), {
      description: 'Each time it is shown it has a new key.',
    }),
  } satisfies Partial<Descriptions>;
}

/** Specification 4.8 to 4.11, and 9.2. */
const discovery = {
  querySchema: get('Discovery', 'The query grammar', json({ type: 'object', description: 'A JSON Schema.' }), {
    description:
      'What the body of a QUERY can be, as JSON Schema 2020-12. flavour=tool gives one query as an object without choices, references and recursion.',
    parameters: ['schema-flavour'],
    refused: ['invalid-query'],
  }),
  openapi: get('Discovery', 'This description', json({ type: 'object', description: 'An OpenAPI 3.1 description.' }), {
    description: 'Its server and the types of its problems name the origin that answered.',
  }),
  apiCatalog: get(
    'Discovery',
    'The API catalogue',
    { 'application/linkset+json': { schema: schemaNamed('Linkset') } },
    {
      description:
        'The resources as a linkset (RFC 9727); those whose addresses have a variable are in Link-Template. Accept: application/json alone is refused.',
      headers: fields('Link', 'Link-Template'),
    },
  ),
  problem: get('Discovery', 'The page about one problem type', text('text/html'), {
    description:
      'What it means and what to do about it, for people. The type of a problem document is the address of this page.',
    parameters: ['problem-slug'],
  }),
  version: get('Discovery', 'Stamps of the build and its content', json('Version'), {
    description: 'Two deployments of both answer alike.',
  }),
} satisfies Partial<Descriptions>;

const service = {
  live: get('Service', 'Whether the process answers', json('Health'), {
    description: 'Restart the process when this does not answer.',
  }),
  ready: get('Service', 'Whether the server takes requests', json('Health'), {
    description: 'Send requests while this returns 200. A server that is shutting down returns 503.',
  }),
} satisfies Partial<Descriptions>;

const files = {
  llms: get('Files', 'The pages for language models', text('text/plain'), {
    description: 'By the convention of llmstxt.org: pages of the current version in the language of the site.',
    parameters: ['llms-collection'],
  }),
  llmsFull: get('Files', 'The text of these pages', text('text/plain'), {
    description: 'The Markdown of the pages that /llms.txt lists, up to 4 MiB.',
  }),
  sitemap: get('Files', 'The sitemap', text('application/xml'), {
    description: 'Of more than 50,000 addresses or 50 MB the index of its parts.',
    parameters: ['sitemap-part'],
    refused: ['no-such-resource'],
  }),
  atomFeed: get('Files', 'The newest pages as an Atom feed', text('application/atom+xml'), {
    description: '50 pages with a date (RFC 4287).',
    refused: ['no-such-resource'],
  }),
  jsonFeed: get(
    'Files',
    'The newest pages as a JSON Feed',
    { 'application/feed+json': { schema: { type: 'object' } } },
    { description: '50 pages with a date (jsonfeed.org, version 1.1).', refused: ['no-such-resource'] },
  ),
  robots: get('Files', 'What crawlers may fetch', text('text/plain'), {
    description: 'All but results of searches (RFC 9309), and the address of the sitemap.',
  }),
} satisfies Partial<Descriptions>;

const explorer = {
  home: searchPage(
    'The explorer at the root',
    'As /explore, for requests that prefer HTML to JSON. Accept: text/markdown gets the Markdown of the root page.',
    text('text/html', 'text/markdown'),
  ),
  explore: searchPage('Search for people', 'It takes parameters of /api/search.'),
  explorePage: explorerPage('One page to read', ['page-path'], text('text/html', 'text/markdown')),
  exploreQuery: explorerPage('The query builder'),
  exploreMap: explorerPage('The map of all pages'),
  exploreApi: explorerPage('This API for people'),
  exploreEmbed: explorerPage('The search box, to copy'),
  exploreBox: get('Explorer', 'The search box', text('text/javascript')),
  exploreGraph: get('Explorer', 'The map as numbers', text('application/octet-stream')),
  exploreAsset: get('Explorer', 'A file', text('text/javascript', 'text/css'), { parameters: ['asset-name'] }),
} satisfies Partial<Descriptions>;

function searchPage(summary: string, description: string, content = text('text/html')) {
  return get('Explorer', summary, content, {
    description,
    parameters: ['explore-q', 'explore-language'],
    elsewhere: "If language=auto: redirects to the same search in the reader's language, from Accept-Language.",
  });
}

function explorerPage(summary: string, parameters: readonly ParameterName[] = [], content = text('text/html')) {
  return get('Explorer', summary, content, { parameters });
}

/** An example answer to a query, about a page that does not exist, in a collection of the site. */
function answerExample(settings: SiteSettings) {
  const collection = settings.collections[0]?.name ?? null;
  const path = collection === null ? 'caching' : `${collection}/caching`;
  const page = {
    path,
    canonical: `${settings.origin}/${path}`,
    title: 'Caching',
    description: 'How caches keep answers, and when they ask again.',
    indexing: 'index, follow',
    collection,
    slug: 'caching',
    aliases: ['HTTP caching'],
    tags: [{ slug: 'http', title: 'HTTP' }],
    published: '2026-01-02',
    updated: null,
    language: settings.language,
    markdown: `${settings.origin}/${path}.md`,
    ...ownFields(settings),
  };
  const match = {
    score: 4.25,
    excerpt: 'How caches keep answers, and when they ask again.',
    ranges: [[4, 10]],
    section: { heading: 'Validators', anchor: 'validators' },
    titleRanges: [[0, 7]],
  };
  return { items: [{ ...page, match }] as const, count: 1, total: 1 };
}

/** The owner's own fields of a page that has none of them. */
function ownFields({ fields = [] }: SiteSettings) {
  return fields.length === 0 ? {} : { fields: Object.fromEntries(fields.map(({ name }) => [name, null])) };
}

/** One query of each form. @param path of a page */
function exampleQueries(path: string): Readonly<Record<string, Example>> {
  const match = { all: [{ text: 'cache', in: 'all' }, { not: { text: 'cookie', in: 'title' } }] };
  return {
    match: { value: { match, limit: 5, facets: FACETS } },
    like: { value: { like: 'A cache keeps answers and asks whether they still hold.' } },
    traverse: { value: { traverse: { from: path, follow: 'both', depth: 2 } } },
    slug: { value: { slug: 'caching' } },
    batch: { value: { batch: [{ path }, { tag: 'http' }] } },
  };
}

const submissionExample = { kind: 'confusing', severity: 'low', message: 'What is a stamp?', about: 'index' };
