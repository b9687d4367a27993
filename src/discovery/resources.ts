/**
 * The one resource table. Routing, 405, `Allow`, OPTIONS, HEAD, negotiation, validators and the catalogue all read it. A
 * resource is one row here and one handler of the same name in `http/`.
 */

import type { OptionalFeatures, Resource } from './resource.ts';
import type { SiteFile } from './site_file.ts';

const json = 'application/json';
/** RFC 9727 3. */
export const linkset = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
export const markdown = 'text/markdown; charset=utf-8';
export const htmlType = 'text/html; charset=utf-8';
export const plainText = 'text/plain; charset=utf-8';

/** A page of the explorer that has one address. */
function explorerPage<const Name extends string, const Path extends string>(name: Name, path: Path, title: string) {
  return {
    name,
    path,
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title,
  } as const;
}

/** A file for programs at the root, which the setting `siteFiles` can leave out. */
function siteFile<const Name extends string, const File extends SiteFile, const Type extends string>(
  name: Name,
  file: File,
  mediaType: Type,
  title: string,
) {
  return {
    name,
    path: `/${file}`,
    variable: null,
    methods: ['GET'],
    purpose: 'file',
    mediaTypes: [mediaType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title,
    needs: file,
  } as const;
}

export const resources = [
  {
    name: 'pages',
    path: '/api/pages',
    variable: null,
    methods: ['GET', 'QUERY'],
    purpose: 'read',
    mediaTypes: [json],
    validator: true,
    queryFormats: [json],
    catalogue: true,
    title: 'Pages found by search, filter, links or look-up',
  },
  {
    name: 'page',
    path: '/api/pages/{path}',
    variable: 'segments',
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json, markdown],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'One page and the pages it references',
  },
  {
    name: 'search',
    path: '/api/search',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'Search as people type',
  },
  {
    name: 'sitePages',
    path: '/api/site-pages',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'Pages that belong to no collection',
  },
  {
    name: 'collections',
    path: '/api/collections',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'Collections with their numbers of pages',
  },
  {
    name: 'tags',
    path: '/api/tags',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'Tags with their numbers of pages by collection',
  },
  {
    name: 'feedback',
    path: '/api/feedback',
    variable: null,
    methods: ['GET', 'POST', 'QUERY'],
    purpose: 'read',
    purposes: { POST: 'submit' },
    mediaTypes: [json],
    validator: false,
    queryFormats: [json],
    catalogue: true,
    title: 'Recent feedback without its messages',
    needs: 'feedback',
  },
  {
    name: 'feedbackForm',
    path: '/feedback',
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: false,
    queryFormats: [],
    catalogue: true,
    title: 'The form by which people send feedback',
    needs: 'feedback',
  },
  {
    name: 'mcp',
    path: '/mcp',
    variable: null,
    methods: ['POST'],
    purpose: 'rpc',
    mediaTypes: [json],
    validator: false,
    queryFormats: [],
    catalogue: true,
    title: 'Model Context Protocol for agents',
    needs: 'mcp',
  },
  {
    name: 'querySchema',
    path: '/api/query-schema.json',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'The query grammar as JSON Schema',
  },
  {
    name: 'openapi',
    path: '/api/openapi.json',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'This API as an OpenAPI 3.1 description',
  },
  {
    name: 'apiCatalog',
    path: '/.well-known/api-catalog',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [linkset],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'This catalogue',
  },
  {
    name: 'problem',
    path: '/api/problems/{slug}',
    variable: 'segment',
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'What one problem type means and what to do about it',
  },
  {
    name: 'version',
    path: '/version.json',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: false,
    queryFormats: [],
    catalogue: true,
    title: 'Stamps of the build and its content',
  },
  {
    name: 'live',
    path: '/health/live',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: false,
    queryFormats: [],
    catalogue: false,
    title: 'Whether the process answers',
  },
  {
    name: 'ready',
    path: '/health/ready',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [json],
    validator: false,
    queryFormats: [],
    catalogue: false,
    title: 'Whether the server takes requests',
  },
  {
    name: 'home',
    path: '/',
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'The explorer at the root',
    needs: 'home',
    onlyForHtml: true,
  },
  explorerPage('explore', '/explore', 'The explorer: search for people'),
  {
    name: 'explorePage',
    path: '/explore/page/{path}',
    variable: 'segments',
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'One page to read',
  },
  explorerPage('exploreQuery', '/explore/query', 'The query builder'),
  explorerPage('exploreMap', '/explore/map', 'The map of all pages and their links'),
  explorerPage('exploreApi', '/explore/api', 'The reference of this API for people'),
  explorerPage('exploreEmbed', '/explore/embed', 'How to put the search box into another site'),
  {
    name: 'exploreBox',
    path: '/explore/search.js',
    variable: null,
    methods: ['GET'],
    purpose: 'asset',
    mediaTypes: ['text/javascript; charset=utf-8'],
    validator: true,
    queryFormats: [],
    catalogue: false,
    title: 'The search box for other sites',
  },
  {
    name: 'exploreGraph',
    path: '/explore/graph.bin',
    variable: null,
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: ['application/octet-stream'],
    validator: true,
    queryFormats: [],
    catalogue: false,
    title: 'The map as numbers',
  },
  {
    name: 'exploreAsset',
    path: '/explore/assets/{name}',
    variable: 'segment',
    methods: ['GET'],
    purpose: 'asset',
    mediaTypes: ['text/javascript; charset=utf-8', 'text/css; charset=utf-8'],
    validator: true,
    queryFormats: [],
    catalogue: false,
    title: 'Scripts and style sheets of the explorer',
  },
  siteFile('llms', 'llms.txt', plainText, 'The pages for language models, as links to their Markdown'),
  siteFile('llmsFull', 'llms-full.txt', plainText, 'The text of these pages in one file'),
  siteFile('sitemap', 'sitemap.xml', 'application/xml', 'The sitemap: the addresses of all pages'),
  siteFile('atomFeed', 'feed.xml', 'application/atom+xml', 'The newest pages as an Atom feed'),
  siteFile('jsonFeed', 'feed.json', 'application/feed+json', 'The newest pages as a JSON Feed'),
  siteFile('robots', 'robots.txt', plainText, 'What crawlers may fetch, and where the sitemap is'),
  {
    name: 'markdown',
    path: '/{path}.md',
    variable: 'segments',
    methods: ['GET'],
    purpose: 'read',
    mediaTypes: [markdown],
    validator: true,
    queryFormats: [],
    catalogue: false,
    title: 'The Markdown that a page publishes',
  },
] as const satisfies readonly Resource[];

type Row = (typeof resources)[number];
export type ResourceName = Row['name'];
export type ResourceNamed<Name extends ResourceName> = Extract<Row, { readonly name: Name }>;

/** The rows of the resources that a service has. */
export function servedResources(features: OptionalFeatures): readonly Row[] {
  return resources.filter((row) => !('needs' in row) || features[row.needs]);
}

/**
 * The scheduler's address (specification 4.16). It is not a resource and has no row: routing, OPTIONS, the catalogue and
 * the description do not include it.
 */
export const rollUpPath = '/api/cron/feedback-rollup';

/** Header that names the intended method of a request sent as POST. */
export const overrideHeader = 'x-http-method-override';
