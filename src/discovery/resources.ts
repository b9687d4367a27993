/**
 * The one resource table. Routing, 405, `Allow`, OPTIONS, HEAD, negotiation, validators and the catalogue all read it. A
 * resource is one row here and one handler of the same name in `http/`.
 */

import type { OptionalFeatures, Resource, SiteFile } from './resource.ts';

const json = 'application/json';
/** RFC 9727 3. */
export const linkset = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
export const markdown = 'text/markdown; charset=utf-8';
export const htmlType = 'text/html; charset=utf-8';
export const plainText = 'text/plain; charset=utf-8';

/** What most rows say: read by GET at a plain path, as JSON, under a validator. */
const usual = {
  variable: null,
  methods: ['GET'],
  purpose: 'read',
  mediaTypes: [json],
  validator: true,
  queryFormats: [],
  catalogue: true,
} as const;
const page = { ...usual, purpose: 'page', mediaTypes: [htmlType] } as const;
const asset = { ...usual, purpose: 'asset', catalogue: false } as const;

/** A file for programs at the root, which the setting `siteFiles` can leave out. */
function siteFile<const Name extends string, const File extends SiteFile, const Type extends string>(
  name: Name,
  file: File,
  mediaType: Type,
  title: string,
) {
  return { ...usual, name, path: `/${file}`, purpose: 'file', mediaTypes: [mediaType], title, needs: file } as const;
}

export const resources = [
  {
    ...usual,
    name: 'pages',
    path: '/api/pages',
    methods: ['GET', 'QUERY'],
    queryFormats: [json],
    title: 'Pages from a search, filter, link traversal or look-up',
  },
  {
    ...usual,
    name: 'page',
    path: '/api/pages/{path}',
    variable: 'segments',
    mediaTypes: [json, markdown],
    title: 'One page and the pages it references',
  },
  { ...usual, name: 'search', path: '/api/search', title: 'Search as you type' },
  { ...usual, name: 'sitePages', path: '/api/site-pages', title: 'Pages outside all collections' },
  { ...usual, name: 'collections', path: '/api/collections', title: 'Collections with page counts' },
  { ...usual, name: 'tags', path: '/api/tags', title: 'Tags with page counts per collection' },
  {
    ...usual,
    name: 'feedback',
    path: '/api/feedback',
    methods: ['GET', 'POST', 'QUERY'],
    purposes: { POST: 'submit' },
    validator: false,
    queryFormats: [json],
    title: 'Recent feedback, without messages',
    needs: 'feedback',
  },
  {
    ...page,
    name: 'feedbackForm',
    path: '/feedback',
    validator: false,
    title: 'Feedback form',
    needs: 'feedback',
  },
  {
    ...usual,
    name: 'mcp',
    path: '/mcp',
    methods: ['POST'],
    purpose: 'rpc',
    validator: false,
    title: 'Model Context Protocol for agents',
    needs: 'mcp',
  },
  { ...usual, name: 'querySchema', path: '/api/query-schema.json', title: 'The query grammar as JSON Schema' },
  { ...usual, name: 'openapi', path: '/api/openapi.json', title: 'This API as an OpenAPI 3.1 description' },
  { ...usual, name: 'apiCatalog', path: '/.well-known/api-catalog', mediaTypes: [linkset], title: 'This catalogue' },
  {
    ...page,
    name: 'problem',
    path: '/api/problems/{slug}',
    variable: 'segment',
    title: 'Meaning and remedy of one problem type',
  },
  { ...usual, name: 'version', path: '/version.json', validator: false, title: 'Build and content stamps' },
  {
    ...usual,
    name: 'live',
    path: '/health/live',
    validator: false,
    catalogue: false,
    title: 'Liveness: the process is running',
  },
  {
    ...usual,
    name: 'ready',
    path: '/health/ready',
    validator: false,
    catalogue: false,
    title: 'Readiness: the server accepts requests',
  },
  {
    ...page,
    name: 'home',
    path: '/',
    mediaTypes: [htmlType, markdown],
    title: 'The explorer at the root',
    needs: 'home',
    onlyForHtml: true,
  },
  { ...page, name: 'explore', path: '/explore', title: 'The explorer: search page' },
  {
    ...page,
    name: 'explorePage',
    path: '/explore/page/{path}',
    variable: 'segments',
    mediaTypes: [htmlType, markdown],
    title: 'One page, for reading',
  },
  { ...page, name: 'exploreQuery', path: '/explore/query', title: 'The query builder' },
  { ...page, name: 'exploreMap', path: '/explore/map', title: 'The map of all pages and their links' },
  { ...page, name: 'exploreApi', path: '/explore/api', title: 'API reference for people' },
  {
    ...page,
    name: 'exploreEmbed',
    path: '/explore/embed',
    title: 'Code to add the search box and the feedback element to a site',
  },
  {
    ...asset,
    name: 'exploreBox',
    path: '/explore/search.js',
    mediaTypes: ['text/javascript; charset=utf-8'],
    title: 'Script of the search box',
  },
  {
    ...asset,
    name: 'exploreFeedback',
    path: '/explore/feedback.js',
    mediaTypes: ['text/javascript; charset=utf-8'],
    title: 'Script of the feedback element',
    needs: 'feedback',
  },
  {
    ...usual,
    name: 'exploreGraph',
    path: '/explore/graph.bin',
    mediaTypes: ['application/octet-stream'],
    catalogue: false,
    title: 'Map data',
  },
  {
    ...asset,
    name: 'exploreAsset',
    path: '/explore/assets/{name}',
    variable: 'segment',
    mediaTypes: ['text/javascript; charset=utf-8', 'text/css; charset=utf-8'],
    title: 'Scripts and style sheets of the explorer',
  },
  {
    ...asset,
    name: 'exploreImage',
    path: '/explore/images/{path}',
    variable: 'segments',
    mediaTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'],
    title: 'Images of pages that a server builds from a folder',
    needs: 'images',
  },
  {
    ...asset,
    name: 'icon',
    path: '/favicon.ico',
    mediaTypes: ['image/svg+xml'],
    title: 'The icon of this service',
  },
  siteFile('llms', 'llms.txt', plainText, 'List of pages for language models, with links to their Markdown'),
  siteFile('llmsFull', 'llms-full.txt', plainText, 'The text of the pages in /llms.txt, in one file'),
  siteFile('sitemap', 'sitemap.xml', 'application/xml', 'Sitemap: the addresses of all pages'),
  siteFile('atomFeed', 'feed.xml', 'application/atom+xml', 'The newest pages as an Atom feed'),
  siteFile('jsonFeed', 'feed.json', 'application/feed+json', 'The newest pages as a JSON Feed'),
  siteFile('robots', 'robots.txt', plainText, 'What crawlers may fetch, and where the sitemap is'),
  {
    ...usual,
    name: 'markdown',
    path: '/{path}.md',
    variable: 'segments',
    mediaTypes: [markdown],
    catalogue: false,
    title: 'The Markdown of a page',
  },
] as const satisfies readonly Resource[];

type Row = (typeof resources)[number];
export type ResourceName = Row['name'];
export type ResourceNamed<Name extends ResourceName> = Extract<Row, { readonly name: Name }>;

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
