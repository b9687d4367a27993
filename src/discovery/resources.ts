/**
 * THE resource table. Routing, 405, `Allow`, OPTIONS, HEAD, negotiation, validators and the catalogue all read it: a
 * resource is one row here and one handler of the same name in `http/`.
 */

/** What a resource answers beside HEAD (as GET) and OPTIONS, which all do. */
export type ResourceMethod = 'GET' | 'QUERY';

export interface Resource {
  readonly name: string;
  /** Path, with at most one variable in braces. */
  readonly path: string;
  /** What the variable of a templated path stands for: one segment, or one and more. */
  readonly variable: 'segment' | 'segments' | null;
  readonly methods: readonly ResourceMethod[];
  /** Content types of its representations, the favourite first. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Whether GET carries an `ETag` when the corpus has both stamps (specification 4.15). */
  readonly validator: boolean;
  /** Media types of the bodies that QUERY reads. */
  readonly queryFormats: readonly string[];
  /** Whether the API catalogue speaks of it; templated ones are named as templates (RFC 9652). */
  readonly catalogue: boolean;
  /** What it is, in a few words. */
  readonly title: string;
}

const json = 'application/json';
export const markdown = 'text/markdown; charset=utf-8';

export const resources = [
  {
    name: 'pages',
    path: '/api/pages',
    variable: null,
    methods: ['GET', 'QUERY'],
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
    mediaTypes: [json, markdown],
    validator: true,
    queryFormats: [],
    catalogue: true,
    title: 'One page and the pages it references',
  },
  {
    name: 'version',
    path: '/version.json',
    variable: null,
    methods: ['GET'],
    mediaTypes: [json],
    validator: false,
    queryFormats: [],
    catalogue: true,
    title: 'Stamps of the build and its content',
  },
] as const satisfies readonly Resource[];

type Row = (typeof resources)[number];
export type ResourceName = Row['name'];
export type ResourceNamed<Name extends ResourceName> = Extract<Row, { readonly name: Name }>;

/** Header that carries the method of a POST that is meant as another one. */
export const overrideHeader = 'x-http-method-override';

/** Value of `Allow` for a resource, in alphabetical order. */
export function allowedMethods(resource: Resource): string {
  return ['HEAD', 'OPTIONS', ...resource.methods].sort().join(', ');
}
