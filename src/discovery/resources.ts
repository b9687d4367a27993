/**
 * THE resource table. Routing, 405, `Allow`, OPTIONS, HEAD, negotiation, validators and the catalogue all read it: a
 * resource is one row here and one handler of the same name in `http/`.
 */

/** What a resource answers besides HEAD (as GET) and OPTIONS, which all do. */
export type ResourceMethod = 'GET' | 'POST' | 'QUERY';

/**
 * What a method of a resource is for:
 * - `read`: data for any caller. Open to scripts of all origins.
 * - `submit`: records what the caller sends, so that CORS and the fields of its answers are narrower. It negotiates by itself.
 * - `rpc`: a protocol of its own over POST, which negotiates by itself.
 * - `page`: a document for people.
 * - `asset`: what such documents load.
 */
export type Purpose = 'read' | 'submit' | 'rpc' | 'page' | 'asset';

export interface Resource {
  readonly name: string;
  /** Path, with at most one variable in braces. */
  readonly path: string;
  /** What the variable of a templated path stands for: one segment, or one and more. */
  readonly variable: 'segment' | 'segments' | null;
  readonly methods: readonly ResourceMethod[];
  /** What it is for, by all methods that `purposes` does not name. */
  readonly purpose: Purpose;
  readonly purposes?: { readonly [Method in ResourceMethod]?: Purpose };
  /** Content types of its representations, the favourite first. What a POST answers with is for its handler. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Whether GET carries an `ETag` when the corpus has both stamps (specification 4.15). */
  readonly validator: boolean;
  /** Media types of the bodies that QUERY reads. */
  readonly queryFormats: readonly string[];
  /** Whether the API catalogue speaks of it; templated ones it names as templates (RFC 9652). */
  readonly catalogue: boolean;
  /** What it is, in a few words. */
  readonly title: string;
  /** Whether it is there only where feedback is kept. */
  readonly needsFeedback?: true;
}

const json = 'application/json';
/** RFC 9727 3. */
export const linkset = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
export const markdown = 'text/markdown; charset=utf-8';

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
    needsFeedback: true,
  },
  {
    name: 'feedbackForm',
    path: '/feedback',
    variable: null,
    methods: ['GET'],
    purpose: 'page',
    mediaTypes: ['text/html; charset=utf-8'],
    validator: false,
    queryFormats: [],
    catalogue: true,
    title: 'The form by which people send feedback',
    needsFeedback: true,
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
    mediaTypes: ['text/html; charset=utf-8'],
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

/** The rows that a service answers. @param hasFeedback whether it keeps feedback */
export function servedResources(hasFeedback: boolean): readonly Row[] {
  return hasFeedback ? resources : resources.filter((row) => !('needsFeedback' in row));
}

/**
 * The scheduler's address (specification 4.16). It is no resource, so it has no row: routing, OPTIONS, the catalogue and
 * the description do not know it.
 */
export const rollUpPath = '/api/cron/feedback-rollup';

/** Header that carries the method of a POST that is meant as another one. */
export const overrideHeader = 'x-http-method-override';

/** What a method of a resource is for; null for a method that it does not answer. */
export function purposeOf(resource: Resource, method: ResourceMethod): Purpose | null {
  return resource.methods.includes(method) ? (resource.purposes?.[method] ?? resource.purpose) : null;
}

/** Value of `Allow` for a resource, in alphabetical order. */
export function allowedMethods(resource: Resource): string {
  return ['HEAD', 'OPTIONS', ...resource.methods].sort().join(', ');
}
