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
  Feedback: 'Feedback from readers, without their messages.',
  Discovery: 'Descriptions of the service.',
  Files: 'Files for crawlers, feed readers and language models.',
  Explorer: 'HTML pages for people.',
  Service: 'Health checks and jobs for operators.',
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
          'One query as URL parameters. The response can be cached. Limits and errors are the same as for a query body.',
          'At least one of q, collection and tag is required. Each known parameter may appear only once; unknown ones are ignored.',
          'Boolean trees, batches, look-ups, link traversals and passages need a query body.',
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
        summary: 'Run a query or a batch of queries',
        description: [
          'The request is safe and idempotent. Send it as POST with the override header.',
          'Limits that the schema cannot express are in its description. An error names the limit that was exceeded. The response has no ETag.',
        ].join(' '),
        requestBody: {
          description: 'UTF-8. Media types ending in +json are also accepted.',
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
          "A page with its headings and links. With Accept: text/markdown, returns the page's Markdown, with its own ETag and a Link to its address. Never returns HTML.",
        parameters: ['page-path', 'markdown-form'],
        headers: fields('Link'),
      },
    ),
    search: get('Pages', 'Search as you type', json('SearchAnswer'), {
      description: [
        'For a search box that sends a request per keystroke: the last word may be incomplete, and typos are forgiven when few pages contain the words.',
        'Results with fewer typos come first, then those with higher scores.',
        'Link rel="next" leads to the next results.',
        'Each known parameter may appear only once, except tag and field parameters; unknown ones are ignored.',
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
        description: 'The member markdown of a page contains this address.',
        parameters: ['page-path', 'markdown-form'],
        headers: fields('Link'),
      },
    ),
    mcp: {
      tag: 'Pages',
      POST: {
        summary: 'Model Context Protocol',
        description: [
          `The pages of ${settings.title} for agents: one message per request, one JSON response. Supports revision 2026-07-28 and those of 2025.`,
          'Scripts from origins that are not allowed get an error.',
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
  sitePages: list('Site pages', 'Pages outside all collections, sorted by path.', 'SitePageList'),
  collections: list('Collections', 'Collections, in the order that the site declares.', 'CollectionList'),
  tags: list('Tags', 'Tags used by at least one page, sorted by slug.', 'TagList'),
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
        description: `Submissions to ${settings.title}, newest first, without messages. Link leads to the next page.`,
        parameters: ['feedback-limit', 'feedback-cursor'],
        content: json('FeedbackList'),
        headers: fields('Link'),
      },
      POST: {
        summary: 'Send feedback',
        description: [
          'A retry with the same Idempotency-Key returns the same confirmation and records nothing more.',
          'A client that accepts text/html may send application/x-www-form-urlencoded with the key in the form field idempotency-key. The response is then a 303.',
          `The body is limited to ${submissionCaps.body} bytes. With the override header, the request is a QUERY instead.`,
        ].join(' '),
        parameters: ['idempotency-key'],
        requestBody: {
          description: 'UTF-8. Media types ending in +json are also accepted.',
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
        summary: 'Totals of all feedback',
        description:
          'A scheduled job updates the totals, so they lag behind the list. Send the request as POST with the override header; a POST without it is a submission.',
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
      description: 'Each response contains a new idempotency key.',
    }),
  } satisfies Partial<Descriptions>;
}

/** Specification 4.8 to 4.11, and 9.2. */
const discovery = {
  querySchema: get('Discovery', 'The query grammar', json({ type: 'object', description: 'A JSON Schema.' }), {
    description:
      'The query body, as JSON Schema 2020-12. With flavour=tool, the schema is one object without unions, references or recursion.',
    parameters: ['schema-flavour'],
    refused: ['invalid-query'],
  }),
  openapi: get('Discovery', 'This description', json({ type: 'object', description: 'An OpenAPI 3.1 description.' }), {
    description: 'The server and problem types in this description use the origin that returned it.',
  }),
  apiCatalog: get(
    'Discovery',
    'The API catalogue',
    { 'application/linkset+json': { schema: schemaNamed('Linkset') } },
    {
      description:
        'The resources as a linkset (RFC 9727). Addresses with a variable are in Link-Template. Accept must allow application/linkset+json.',
      headers: fields('Link', 'Link-Template'),
    },
  ),
  problem: get('Discovery', 'The page about one problem type', text('text/html'), {
    description:
      'Meaning and remedy of the problem type, for people. The type of a problem document is the address of its page.',
    parameters: ['problem-slug'],
  }),
  version: get('Discovery', 'Build and content stamps', json('Version'), {
    description: 'Two deployments with equal stamps return the same bytes.',
  }),
} satisfies Partial<Descriptions>;

const service = {
  live: get('Service', 'Liveness: the process is running', json('Health'), {
    description: 'Restart the process if this does not respond.',
  }),
  ready: get('Service', 'Readiness: the server accepts requests', json('Health'), {
    description: 'Send requests while this returns 200. A server that is shutting down returns 503.',
  }),
} satisfies Partial<Descriptions>;

const files = {
  llms: get('Files', 'List of pages for language models', text('text/plain'), {
    description: "In llmstxt.org format: pages of the current version, in the site's language.",
    parameters: ['llms-collection'],
  }),
  llmsFull: get('Files', 'Text of the pages in /llms.txt', text('text/plain'), {
    description: 'The Markdown of the pages that /llms.txt lists, up to 4 MiB.',
    parameters: ['llms-collection'],
  }),
  sitemap: get('Files', 'The sitemap', text('application/xml'), {
    description: 'Above 50,000 addresses or 50 MB, an index of its parts.',
    parameters: ['sitemap-part'],
    refused: ['no-such-resource'],
  }),
  atomFeed: get('Files', 'The newest pages as an Atom feed', text('application/atom+xml'), {
    description: 'Up to 50 pages that have a date (RFC 4287).',
    refused: ['no-such-resource'],
  }),
  jsonFeed: get(
    'Files',
    'The newest pages as a JSON Feed',
    { 'application/feed+json': { schema: { type: 'object' } } },
    { description: 'Up to 50 pages that have a date (jsonfeed.org, version 1.1).', refused: ['no-such-resource'] },
  ),
  robots: get('Files', 'Rules for crawlers', text('text/plain'), {
    description: 'Allows everything except search results (RFC 9309), and names the sitemap.',
  }),
} satisfies Partial<Descriptions>;

const explorer = {
  home: searchPage(
    'The explorer at the root',
    'Same as /explore, for requests that prefer HTML to JSON. With Accept: text/markdown, the Markdown of the root page, or llms.txt if there is none.',
    text('text/html', 'text/markdown'),
  ),
  explore: searchPage('Search page', 'Accepts the parameters of /api/search.'),
  explorePage: explorerPage('One page, for reading', ['page-path'], text('text/html', 'text/markdown')),
  exploreQuery: explorerPage('The query builder'),
  exploreMap: explorerPage('The map of all pages'),
  exploreApi: explorerPage('API reference'),
  exploreEmbed: explorerPage('Code to add the search box and the feedback element to a site'),
  exploreBox: get('Explorer', 'Script of the search box', text('text/javascript')),
  exploreFeedback: get('Explorer', 'Script of the feedback element', text('text/javascript')),
  exploreGraph: get('Explorer', 'Map data', text('application/octet-stream')),
  exploreAsset: get('Explorer', 'A script or style sheet of the explorer', text('text/javascript', 'text/css'), {
    parameters: ['asset-name'],
  }),
  exploreImage: get(
    'Explorer',
    'An image of a page',
    text('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'),
    {
      description: 'Only on a server that builds its pages from a folder.',
      parameters: ['image-path'],
    },
  ),
  icon: get('Explorer', 'The icon of this service', text('image/svg+xml')),
} satisfies Partial<Descriptions>;

function searchPage(summary: string, description: string, content = text('text/html')) {
  return get('Explorer', summary, content, {
    description,
    parameters: ['explore-q', 'explore-language'],
    elsewhere: "With language=auto: redirects to the same search in the reader's language, taken from Accept-Language.",
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
    description: 'How caches store responses, and when they revalidate them.',
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
    excerpt: 'How caches store responses, and when they revalidate them.',
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
    like: { value: { like: 'A cache keeps responses and checks whether they are still valid.' } },
    traverse: { value: { traverse: { from: path, follow: 'both', depth: 2 } } },
    slug: { value: { slug: 'caching' } },
    batch: { value: { batch: [{ path }, { tag: 'http' }] } },
  };
}

const submissionExample = { kind: 'confusing', severity: 'low', message: 'What is a stamp?', about: 'index' };
