/** The description of every resource, by the name of its row in the resource table. What follows from the row is not said again. */
import { submissionCaps } from '../../feedback/submission.ts';
import { SEARCH_PARAMETERS } from '../../query/ask/read_search.ts';
import type { ResourceName, ResourceNamed } from '../resources.ts';
import { answerExample, exampleQueries, submissionExample } from './examples.ts';
import { fields } from './headers.ts';
import type { ApiFacts, Content, Headers, RequestBody, Schema } from './openapi_document.ts';
import type { ParameterName } from './parameters.ts';
import type { Refused } from './refusals.ts';
import { schemaNamed } from './schema.ts';

type Descriptions = { readonly [Name in ResourceName]: ResourceDescription<Name> };

/** A missing resource is a compile error. */
export function describeResources(facts: ApiFacts): Descriptions {
  return { ...pages(facts), ...lists, ...feedback(facts), ...discovery, ...service, ...files, ...explorer };
}

function json(schema: string | Schema): Content {
  return { 'application/json': { schema: typeof schema === 'string' ? schemaNamed(schema) : schema } };
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
    page: {
      tag: 'Pages',
      GET: {
        summary: 'One page',
        description:
          'With its headings and links. Accept: text/markdown gets its Markdown, under its own validator, with a Link to the address at which that publishes itself. There is no HTML here.',
        parameters: ['page-path'],
        content: { ...json('PageAnswer'), 'text/markdown': { schema: schemaNamed('Markdown') } },
        headers: fields('Link'),
      },
    },
    search: {
      tag: 'Pages',
      GET: {
        summary: 'Search as people type',
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
        content: json('SearchAnswer'),
        headers: fields('Link'),
        refused: ['invalid-query'],
      },
    },
    markdown: {
      tag: 'Pages',
      GET: {
        summary: 'The Markdown of a page',
        description: 'At the address that the page names in its member markdown.',
        parameters: ['page-path'],
        content: { 'text/markdown': { schema: schemaNamed('Markdown') } },
        headers: fields('Link'),
      },
    },
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
            'application/json': {
              schema: schemaNamed('McpMessage'),
              example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
            },
          },
        },
        content: json('McpAnswer'),
      },
    },
  } satisfies Partial<Descriptions>;
}

/** Specification 4.5 to 4.7. */
const lists = {
  sitePages: { tag: 'Lists', GET: list('Site pages', 'Pages of no collection, by path.', 'SitePageList') },
  collections: {
    tag: 'Lists',
    GET: list('Collections', 'In the order in which the site declares them.', 'CollectionList'),
  },
  tags: { tag: 'Lists', GET: list('Tags', 'Those that a page carries, by slug.', 'TagList') },
} satisfies Partial<Descriptions>;

function list(summary: string, description: string, schema: string): MethodDescription {
  return { summary, description, parameters: ['list-limit'], content: json(schema) };
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
    feedbackForm: {
      tag: 'Feedback',
      GET: {
        summary: 'The feedback form',
        description: 'Each time it is shown it has a new key.',
        content: text('text/html'),
      },
    },
  } satisfies Partial<Descriptions>;
}

/** Specification 4.8 to 4.11, and 9.2. */
const discovery = {
  querySchema: {
    tag: 'Discovery',
    GET: {
      summary: 'The query grammar',
      description:
        'What the body of a QUERY can be, as JSON Schema 2020-12. flavour=tool gives one query as an object without choices, references and recursion.',
      parameters: ['schema-flavour'],
      refused: ['invalid-query'],
      content: json({ type: 'object', description: 'A JSON Schema.' }),
    },
  },
  openapi: {
    tag: 'Discovery',
    GET: {
      summary: 'This description',
      description: 'Its server and the types of its problems name the origin that answered.',
      content: json({ type: 'object', description: 'An OpenAPI 3.1 description.' }),
    },
  },
  apiCatalog: {
    tag: 'Discovery',
    GET: {
      summary: 'The API catalogue',
      description:
        'The resources as a linkset (RFC 9727); those whose addresses have a variable are in Link-Template. Accept: application/json alone is refused.',
      content: { 'application/linkset+json': { schema: schemaNamed('Linkset') } },
      headers: fields('Link', 'Link-Template'),
    },
  },
  problem: {
    tag: 'Discovery',
    GET: {
      summary: 'The page about one problem type',
      description:
        'What it means and what to do about it, for people. The type of a problem document is the address of this page.',
      parameters: ['problem-slug'],
      content: text('text/html'),
    },
  },
  version: {
    tag: 'Discovery',
    GET: {
      summary: 'Stamps of the build and its content',
      description: 'Two deployments of both answer alike.',
      content: json('Version'),
    },
  },
} satisfies Partial<Descriptions>;

const service = {
  live: {
    tag: 'Service',
    GET: {
      summary: 'Whether the process answers',
      description: 'Restart the process when this does not answer.',
      content: json('Health'),
    },
  },
  ready: {
    tag: 'Service',
    GET: {
      summary: 'Whether the server takes requests',
      description: 'Send requests while this returns 200. A server that is shutting down returns 503.',
      content: json('Health'),
    },
  },
} satisfies Partial<Descriptions>;

const files = {
  llms: {
    tag: 'Files',
    GET: {
      summary: 'The pages for language models',
      description: 'By the convention of llmstxt.org.',
      content: text('text/plain'),
    },
  },
  llmsFull: {
    tag: 'Files',
    GET: {
      summary: 'The text of these pages',
      description: 'The Markdown of the pages that /llms.txt lists, up to 4 MiB.',
      content: text('text/plain'),
    },
  },
  sitemap: {
    tag: 'Files',
    GET: {
      summary: 'The sitemap',
      description: 'Of more than 50,000 addresses or 50 MB the index of its parts.',
      parameters: ['sitemap-part'],
      refused: ['no-such-resource'],
      content: text('application/xml'),
    },
  },
  atomFeed: {
    tag: 'Files',
    GET: {
      summary: 'The newest pages as an Atom feed',
      description: '50 pages with a date (RFC 4287).',
      refused: ['no-such-resource'],
      content: text('application/atom+xml'),
    },
  },
  jsonFeed: {
    tag: 'Files',
    GET: {
      summary: 'The newest pages as a JSON Feed',
      description: '50 pages with a date (jsonfeed.org, version 1.1).',
      refused: ['no-such-resource'],
      content: { 'application/feed+json': { schema: { type: 'object' } } },
    },
  },
  robots: {
    tag: 'Files',
    GET: {
      summary: 'What crawlers may fetch',
      description: 'All but results of searches (RFC 9309), and the address of the sitemap.',
      content: text('text/plain'),
    },
  },
} satisfies Partial<Descriptions>;

const explorer = {
  home: explorerPage('The explorer at the root', ['explore-q'], 'As /explore, for requests that prefer HTML to JSON.'),
  explore: explorerPage('Search for people', ['explore-q'], 'It takes parameters of /api/search.'),
  explorePage: explorerPage('One page to read', ['page-path']),
  exploreQuery: explorerPage('The query builder'),
  exploreMap: explorerPage('The map of all pages'),
  exploreApi: explorerPage('This API for people'),
  exploreEmbed: explorerPage('The search box, to copy'),
  exploreBox: { tag: 'Explorer', GET: { summary: 'The search box', content: text('text/javascript') } },
  exploreGraph: { tag: 'Explorer', GET: { summary: 'The map as numbers', content: text('application/octet-stream') } },
  exploreAsset: {
    tag: 'Explorer',
    GET: { summary: 'A file', parameters: ['asset-name'], content: text('text/javascript', 'text/css') },
  },
} satisfies Partial<Descriptions>;

function explorerPage(summary: string, parameters: readonly ParameterName[] = [], description?: string) {
  const texts = { summary, ...(description !== undefined && { description }) };
  return { tag: 'Explorer', GET: { ...texts, parameters, content: text('text/html') } } as const;
}

/** The groups that operations are listed under. */
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
  /** Content of the 200, by media type. */
  readonly content: Content;
  /** Fields of the 200, besides those that follow from the row. */
  readonly headers?: Headers;
  /** Refusals besides those that follow from the row and those that any request can get. */
  readonly refused?: readonly Refused[];
}

/** The description of a resource: one member for each method. */
export type ResourceDescription<Name extends ResourceName> = {
  readonly tag: keyof typeof tags;
} & { readonly [Method in ResourceNamed<Name>['methods'][number]]: MethodDescription };

/** A resource's description without the type of its resource. */
export interface DescribedMethods {
  readonly tag: keyof typeof tags;
  readonly GET?: MethodDescription;
  readonly POST?: MethodDescription;
  readonly QUERY?: MethodDescription;
}
