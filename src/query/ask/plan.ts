/**
 * A validated request: defaults filled in, within all caps, all text in NFC. Plain data that can be cached and compared.
 */

export const FIELDS = ['title', 'body', 'description', 'aliases', 'tags', 'all'] as const;
/** The field that a text clause searches; `all` means any of the other five. */
export type Field = (typeof FIELDS)[number];

export const FACETS = ['collection', 'tags'] as const;
export type Facet = (typeof FACETS)[number];

export const DIRECTIONS = ['outgoing', 'incoming', 'both'] as const;
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
  readonly from: string;
  readonly follow: Direction;
  /** Links away from `from`, 1 to 5. */
  readonly depth: number;
}

export interface Narrowing {
  readonly collection: string | null;
  /** Slug of a tag; the tag may be unknown. */
  readonly tag: string | null;
}

export interface Listing extends Narrowing {
  /** Most rows to return, 1 to 100. */
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

/** One request: its queries in the order sent. */
export interface Plan {
  /** True when the caller sent a batch, even with one query. The response is then a list of answers. */
  readonly batch: boolean;
  readonly queries: readonly Query[];
}
