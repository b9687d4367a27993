/** A query of the grammar as the builder edits it. Members that it does not know stay as they are. */
export interface Query {
  readonly match?: unknown;
  readonly like?: string | undefined;
  readonly traverse?: { readonly from?: string; readonly follow?: string; readonly depth?: number };
  readonly slug?: string | undefined;
  readonly path?: string | undefined;
  readonly collection?: string | undefined;
  readonly tag?: string | undefined;
  readonly limit?: number | undefined;
  readonly facets?: readonly string[] | undefined;
}

interface Clause {
  readonly text: string;
  readonly in: string;
}

export type Kind = 'words' | 'tree' | 'like' | 'traverse' | 'slug' | 'path' | 'filter';

/** Which form of the grammar a query has. A tree is edited as JSON. */
export function kindOf({ match, like, traverse, slug, path }: Query): Kind {
  if (match !== undefined) return clauseOf(match) === null ? 'tree' : 'words';
  if (like !== undefined) return 'like';
  if (traverse !== undefined) return 'traverse';
  if (slug !== undefined) return 'slug';
  return path === undefined ? 'filter' : 'path';
}

/** The text clause that a match consists of; null when it is a tree. */
export function clauseOf(match: unknown): Clause | null {
  const { text, in: field, ...others } = (match ?? {}) as Partial<Clause>;
  return typeof text === 'string' && typeof field === 'string' && Object.keys(others).length === 0
    ? { text, in: field }
    : null;
}

/** Whether a query of this form has no rows to limit and count. */
export function isLookUp(kind: Kind): kind is 'slug' | 'path' {
  return kind === 'slug' || kind === 'path';
}

/** The same filters in another form of the grammar. Members that it does not have are undefined. */
export function inKind(query: Query, kind: Kind): Query {
  const { collection, tag, limit, facets } = query;
  const rest = { collection, tag, ...(isLookUp(kind) ? {} : { limit, facets }) };
  const text = textOf(query);
  const forms: Readonly<Record<Kind, Query>> = {
    words: { match: { text, in: 'all' } },
    tree: { match: { all: [{ text, in: 'all' }, { not: { text: 'draft', in: 'title' } }] } },
    like: { like: text },
    traverse: { traverse: { from: 'index', follow: 'outgoing', depth: 1 } },
    slug: { slug: text },
    path: { path: 'index' },
    filter: {},
  };
  return { ...forms[kind], ...rest };
}

function textOf({ match, like, slug }: Query): string {
  return clauseOf(match)?.text ?? like ?? slug ?? 'search';
}

/** The queries of a body: those of a batch, or the one. */
export function queriesOf(body: unknown): readonly Query[] {
  const { batch } = (body ?? {}) as { readonly batch?: unknown };
  return Array.isArray(batch) && batch.length > 0 ? (batch as Query[]) : [(body ?? {}) as Query];
}

/** The body of a QUERY for these queries. */
export function bodyOf(queries: readonly Query[]): unknown {
  return queries.length === 1 ? queries[0] : { batch: queries };
}

/** The query of an address of `GET /api/pages`; null for all other addresses, and for parameters that no query has. */
export function queryAt(address: string): Query | null {
  const [path, search = '', ...others] = address.split('?');
  if (path !== '/api/pages' || others.length > 0) return null;
  const parameters = new URLSearchParams(search);
  const { q, in: field = 'all', collection, tag, limit, facets, ...unknown } = Object.fromEntries(parameters);
  const isOnce = new Set(parameters.keys()).size === parameters.size;
  if (!isOnce || Object.keys(unknown).length > 0 || (q === undefined && parameters.has('in'))) return null;
  if (limit !== undefined && !/^-?\d{1,15}$/.test(limit)) return null;
  return {
    ...(q !== undefined && { match: { text: q, in: field } }),
    ...(collection !== undefined && { collection }),
    ...(tag !== undefined && { tag }),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(facets !== undefined && { facets: facets.split(',') }),
  };
}

/** The address of a GET with the same answer; null when parameters cannot express the query. */
export function addressFor(body: unknown): string | null {
  const { match, collection, tag, limit, facets, ...others } = (body ?? {}) as Query;
  const clause = match === undefined ? null : clauseOf(match);
  if (Object.keys(others).length > 0 || (match !== undefined && clause === null)) return null;
  if (clause === null && collection === undefined && tag === undefined) return null;
  const parameters = new URLSearchParams();
  if (clause !== null) parameters.append('q', clause.text);
  if (clause !== null && clause.in !== 'all') parameters.append('in', clause.in);
  if (collection !== undefined) parameters.append('collection', collection);
  if (tag !== undefined) parameters.append('tag', tag);
  if (limit !== undefined) parameters.append('limit', String(limit));
  if (facets !== undefined) parameters.append('facets', facets.join(','));
  return `/api/pages?${parameters}`;
}
