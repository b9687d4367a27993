/**
 * What a caller asks, after validation: every default is filled in, every cap holds, and all text is in normal form C. Data only; it
 * can be kept and compared.
 */

export const FIELDS = ['title', 'body', 'description', 'aliases', 'tags', 'all'] as const;
/** Where a text clause looks; `all` is any of the other five. */
export type Field = (typeof FIELDS)[number];

export const FACETS = ['collection', 'tags'] as const;
/** What matches are counted by. */
export type Facet = (typeof FACETS)[number];

export const DIRECTIONS = ['outgoing', 'incoming', 'both'] as const;
/** Which links a traverse walks along. */
export type Direction = (typeof DIRECTIONS)[number];

export interface TextClause {
  readonly text: string;
  readonly in: Field;
}

/** Boolean tree over text clauses, at most `caps.depth.maximum` levels deep. */
export type MatchNode =
  | TextClause
  | { readonly all: readonly MatchNode[] }
  | { readonly any: readonly MatchNode[] }
  | { readonly not: MatchNode };

export interface Traverse {
  /** Path of the page that the walk starts from. */
  readonly from: string;
  readonly follow: Direction;
  /** Links away from `from`, 1 to 5. */
  readonly depth: number;
}

export interface Narrowing {
  readonly collection: string | null;
  /** Slug of a tag, which need not exist. */
  readonly tag: string | null;
}

export interface Listing extends Narrowing {
  /** Rows to answer, 1 to 100. */
  readonly limit: number;
  /** Without repeats, in the order of FACETS. */
  readonly facets: readonly Facet[];
}

export type MatchQuery = Listing & { readonly form: 'match'; readonly match: MatchNode };
export type LikeQuery = Listing & { readonly form: 'like'; readonly like: string };
export type TraverseQuery = Listing & { readonly form: 'traverse'; readonly traverse: Traverse };
/** `limit` is always the default of 10: the form has no such key. */
export type SlugQuery = Narrowing & { readonly form: 'slug'; readonly slug: string; readonly limit: number };
/** `limit` is always 1: a path names one page. */
export type PathQuery = Narrowing & { readonly form: 'path'; readonly path: string; readonly limit: number };
/** At least one of `collection` and `tag` is not null. */
export type FilterQuery = Listing & { readonly form: 'filter' };

export type Query = MatchQuery | LikeQuery | TraverseQuery | SlugQuery | PathQuery | FilterQuery;

/** One request: its queries in the order asked. */
export interface Plan {
  /** True when the caller sent a batch, even of one query: the answer is then a list of answers. */
  readonly batch: boolean;
  readonly queries: readonly Query[];
}
