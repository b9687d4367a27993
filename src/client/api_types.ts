/** Types of the API. Written by `scripts/write_client_types.ts` from the OpenAPI description: change that instead. */

/** One of several objects that have no keys of each other. */
type OneOf<Part, Keys extends PropertyKey = Part extends unknown ? keyof Part : never> = Part extends unknown
  ? Part & { readonly [Key in Exclude<Keys, keyof Part>]?: never }
  : never;

export type PageAnswer = { readonly page: SinglePage };

export type Answer = { readonly items: readonly PageInfo[]; readonly count: number; readonly total: number; readonly facets?: FacetCounts | undefined; readonly relaxed?: true | undefined };

export type SearchAnswer = { readonly items: readonly SearchRow[]; readonly count: number; readonly total: number; readonly exactTotal: number; readonly words: readonly SearchWord[]; readonly relaxed?: true | undefined; readonly didYouMean: DidYouMean; readonly facets?: SearchFacets | undefined; readonly suggestions?: readonly Suggestion[] | undefined };

/** One query; its keys determine its form. */
export type Query = OneOf<MatchQuery | LikeQuery | TraverseQuery | SlugQuery | PathQuery | FilterQuery>;

/** Feedback about the site or one of its tools. Lengths count Unicode code points. */
export type Submission = { readonly kind: 'missing' | 'broken' | 'confusing' | 'inaccurate' | 'other'; readonly severity: 'high' | 'medium' | 'low'; readonly message: string; readonly about?: string | undefined };

export type FeedbackItem = { readonly id: string; readonly kind: 'missing' | 'broken' | 'confusing' | 'inaccurate' | 'other'; readonly severity: 'high' | 'medium' | 'low'; readonly about: string | null; readonly submittedAt: string };

/** The reason for an error (RFC 9457). */
export type Problem = { readonly type: string; readonly title: string; readonly status: number; readonly detail: string; readonly dimension?: string | undefined; readonly maximum?: number | undefined; readonly actual?: number | undefined; readonly errors?: readonly ({ readonly detail: string; readonly pointer?: string | undefined; readonly parameter?: string | undefined })[] | undefined };

/** A page with its headings and links. */
export type SinglePage = Page & { readonly references: readonly PageReference[]; readonly referencedBy: readonly PageReference[]; readonly headings: readonly Heading[] };

/** One result. */
export type PageInfo = Page & { readonly match?: Match | undefined };

/** Counts over all matches, not only the results returned; most frequent first. */
export type FacetCounts = { readonly collection?: readonly CollectionFacet[] | undefined; readonly tags?: readonly TagFacet[] | undefined };

/** A page that a search found. */
export type SearchRow = PageBasics & { readonly version?: string | undefined; readonly copies?: Copies | undefined; readonly titleRanges: readonly Range[]; readonly typos: number; readonly rules?: readonly RowRule[] | undefined; readonly match: Hit | null; readonly sections: readonly SearchSection[]; readonly moreSections: number; readonly explain?: readonly ScoreStep[] | undefined };

export type SearchWord = { readonly text: string; readonly as: 'exact' | 'prefix' | 'synonym' | 'name' | 'typo' | 'joined' | 'split' | 'none'; readonly distance: number | null; readonly matched: readonly string[] };

/** A corrected query. The service never runs it in place of q. */
export type DidYouMean = { readonly q: string; readonly total: number } | null;

export type SearchFacets = FacetCounts & { readonly fields?: Readonly<Record<string, readonly FieldFacet[]>> | undefined };

export type Suggestion = { readonly text: string; readonly total: number; readonly path?: string | undefined };

/** Pages that match a boolean tree of text clauses, best first. */
export type MatchQuery = { readonly match: MatchNode; readonly collection?: Collection | undefined; readonly tag?: Tag | undefined; readonly limit?: Limit | undefined; readonly facets?: Facets | undefined };

/** Pages that are similar to a passage, most similar first. */
export type LikeQuery = { readonly like: string; readonly collection?: Collection | undefined; readonly tag?: Tag | undefined; readonly limit?: Limit | undefined; readonly facets?: Facets | undefined };

/** Pages that can be reached by links from a page, nearest first. */
export type TraverseQuery = { readonly traverse: { readonly from: string; readonly follow: 'outgoing' | 'incoming' | 'both'; readonly depth: number }; readonly collection?: Collection | undefined; readonly tag?: Tag | undefined; readonly limit?: Limit | undefined; readonly facets?: Facets | undefined };

/** Pages whose path ends in the slug, at most 10. */
export type SlugQuery = { readonly slug: string; readonly collection?: Collection | undefined; readonly tag?: Tag | undefined };

/** The page at the path. A leading slash is optional, and `/` means `index`. */
export type PathQuery = { readonly path: string; readonly collection?: Collection | undefined; readonly tag?: Tag | undefined };

/** Pages of a collection, with a tag, or both, newest first. */
export type FilterQuery = { readonly collection?: Collection | undefined; readonly tag?: Tag | undefined; readonly limit?: Limit | undefined; readonly facets?: Facets | undefined } & ({ readonly collection: Collection } | { readonly tag: Tag });

export type Page = PageBasics & { readonly description: string; readonly indexing: string; readonly slug: string; readonly aliases: readonly string[]; readonly markdown: string };

export type PageReference = { readonly path: string; readonly title: string; readonly collection: CollectionOfPage };

export type Heading = { readonly depth: number; readonly text: string; readonly anchor: string };

/** Absent from look-ups and from queries that only filter. */
export type Match = OneOf<TextMatch | TraverseMatch>;

export type CollectionFacet = { readonly value: CollectionName; readonly count: number };

export type TagFacet = { readonly value: string; readonly title: string; readonly count: number };

export type PageBasics = { readonly path: string; readonly canonical: string; readonly title: string; readonly collection: CollectionOfPage; readonly tags: readonly PageTag[]; readonly published: string | null; readonly updated: string | null; readonly language: string; readonly fields?: Readonly<Record<string, unknown>> | undefined };

/** Versions and translations of the page, and pages with the same title and text. */
export type Copies = { readonly total: number; readonly items: readonly ({ readonly name: string; readonly language: string; readonly path: string })[] };

/** Start and end of a match, in UTF-16 code units, as in String.slice in JavaScript. */
export type Range = readonly [number, number];

export type RowRule = { readonly rule: 'pin' | 'weight' | 'synonym'; readonly text: string; readonly line: number };

/** The best match. */
export type Hit = { readonly score: number; readonly excerpt: string; readonly ranges: readonly Range[]; readonly section: SectionOfMatch };

/** A section of a page: from its heading to the next one. */
export type SearchSection = { readonly anchor: string; readonly address: string; readonly heading: string; readonly headingRanges: readonly Range[]; readonly depth: number; readonly trail: readonly string[]; readonly excerpt: string; readonly ranges: readonly Range[] };

/** One step of a score. The gains of all steps add up to the score. */
export type ScoreStep = { readonly step: 'word' | 'function-word' | 'compound' | 'name' | 'share' | 'pairs' | 'subjects' | 'heading' | 'title' | 'title-begins' | 'weight' | 'typos'; readonly word?: string | undefined; readonly weight?: number | undefined; readonly rarity?: number | undefined; readonly typos?: number | undefined; readonly gain: number };

export type FieldFacet = { readonly value: string | number | boolean; readonly count: number };

/** A boolean tree over text clauses. */
export type MatchNode = OneOf<TextClause | Conjunction | Disjunction | Negation>;

/** Only pages of this collection. */
export type Collection = string;

/** Only pages that have the tag with this slug; an unknown slug matches no pages. */
export type Tag = string;

/** Maximum number of results. */
export type Limit = number;

/** Facets to count over all matches. */
export type Facets = readonly ('collection' | 'tags')[];

/** Null for a page in no collection. */
export type CollectionOfPage = string | null;

/** For a text query or a passage. */
export type TextMatch = Hit & { readonly titleRanges: readonly Range[] };

/** For a link traversal. */
export type TraverseMatch = { readonly distance: number };

/** A declared collection. */
export type CollectionName = string;

export type PageTag = { readonly slug: string; readonly title: string };

/** Section of the excerpt; null before the first heading. */
export type SectionOfMatch = { readonly heading: string; readonly anchor: string } | null;

/** Matches a page when every term of the text is in the field; `all` means any of the other five fields. */
export type TextClause = { readonly text: string; readonly in: 'title' | 'body' | 'description' | 'aliases' | 'tags' | 'all' };

/** Matches when every node in it matches. */
export type Conjunction = { readonly all: readonly MatchNode[] };

/** Matches when at least one node in it matches. */
export type Disjunction = { readonly any: readonly MatchNode[] };

/** Matches when the node in it does not match. */
export type Negation = { readonly not: MatchNode };
