/**
 * The one resource table. Routing, 405, `Allow`, OPTIONS, HEAD, negotiation, validators and the catalogue all read it. A
 * resource is one row here and one handler of the same name in `http/`.
 */

/** Methods of a resource besides HEAD (answered as GET) and OPTIONS, which every resource has. */
export type ResourceMethod = 'GET' | 'POST' | 'QUERY';

/**
 * What a method of a resource is for:
 * - `read`: data for any caller. Open to scripts of all origins.
 * - `submit`: records what the caller sends. Scripts of few origins may use it (CORS); its handler negotiates the media type.
 * - `rpc`: a protocol of its own over POST, whose handler negotiates the media type. Scripts of few origins may use it.
 * - `page`: an HTML document.
 * - `asset`: a file that such documents load.
 */
export type Purpose = 'read' | 'submit' | 'rpc' | 'page' | 'asset';

export interface Resource {
  readonly name: string;
  /** Path, with at most one variable in braces. */
  readonly path: string;
  /** What the variable in the path matches: one segment, or one or more; null for a path without a variable. */
  readonly variable: 'segment' | 'segments' | null;
  readonly methods: readonly ResourceMethod[];
  /** Purpose of every method that `purposes` does not list. */
  readonly purpose: Purpose;
  readonly purposes?: { readonly [Method in ResourceMethod]?: Purpose };
  /** Media types of its representations, preferred first. The handler of a POST chooses its own. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Whether GET carries an `ETag` when the corpus has both stamps (specification 4.15). */
  readonly validator: boolean;
  /** Media types of the bodies that QUERY reads. */
  readonly queryFormats: readonly string[];
  /** Whether the API catalogue lists it; a path with a variable is listed as a link template (RFC 9652). */
  readonly catalogue: boolean;
  /** A short description. */
  readonly title: string;
  /** The feature without which a service does not have it; absent: every service has it. */
  readonly needs?: OptionalFeature;
  /** Whether it exists only for requests that name `text/html` or `text/*` with at least the weight of JSON. */
  readonly onlyForHtml?: true;
}

/** A part of a service that its owner may leave out: the store of feedback, MCP, the explorer at the root. */
export type OptionalFeature = 'feedback' | 'mcp' | 'home';
/** Whether a service has each optional feature. */
export type OptionalFeatures = Readonly<Record<OptionalFeature, boolean>>;

const json = 'application/json';
/** RFC 9727 3. */
export const linkset = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
export const markdown = 'text/markdown; charset=utf-8';
export const htmlType = 'text/html; charset=utf-8';

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
  {
    name: 'explore',
    path: '/explore',
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'The explorer: search for people',
  },
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
  {
    name: 'exploreQuery',
    path: '/explore/query',
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'The query builder',
  },
  {
    name: 'exploreMap',
    path: '/explore/map',
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'The map of all pages and their links',
  },
  {
    name: 'exploreApi',
    path: '/explore/api',
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'The reference of this API for people',
  },
  {
    name: 'exploreEmbed',
    path: '/explore/embed',
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: [htmlType],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'How to put the search box into another site',
  },
  {
    name: 'exploreBox',
    path: '/explore/search.js',
    variable: null,
    methods: ['GET'],
    purpose: 'asset',
    mediaTypes: ['text/javascript; charset=utf-8'],
    validator: false,
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
    validator: false,
    queryFormats: [],
    catalogue: false,
    title: 'Scripts and style sheets of the explorer',
  },
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

/** Purpose of a method of a resource; null for a method that the resource does not have. */
export function purposeOf(resource: Resource, method: ResourceMethod): Purpose | null {
  return resource.methods.includes(method) ? (resource.purposes?.[method] ?? resource.purpose) : null;
}

/** Value of `Allow` for a resource, in alphabetical order. */
export function allowedMethods(resource: Resource): string {
  const head = resource.methods.includes('GET') ? ['HEAD'] : [];
  return [...head, 'OPTIONS', ...resource.methods].sort().join(', ');
}
