/** The answers of the API as the explorer reads them: `SearchAnswer`, `PageAnswer` and the lists of the OpenAPI description. */

/** UTF-16 offsets of a hit, end exclusive. */
export type Range = readonly [start: number, end: number];

export interface PageTag {
  readonly slug: string;
  readonly title: string;
}

export interface SearchSection {
  readonly anchor: string;
  /** On the published site: the `canonical` of the page with the anchor. */
  readonly address: string;
  readonly heading: string;
  readonly headingRanges: readonly Range[];
  readonly trail: readonly string[];
  readonly excerpt: string;
  readonly ranges: readonly Range[];
}

export interface SearchRow {
  readonly path: string;
  readonly canonical: string;
  readonly title: string;
  readonly titleRanges: readonly Range[];
  readonly collection: string | null;
  readonly tags: readonly PageTag[];
  readonly published: string | null;
  readonly updated: string | null;
  readonly language: string;
  readonly match: { readonly excerpt: string; readonly ranges: readonly Range[] } | null;
  readonly sections: readonly SearchSection[];
  readonly moreSections: number;
}

export interface SearchWord {
  readonly text: string;
  readonly as: 'exact' | 'prefix' | 'typo' | 'joined' | 'split' | 'none';
  readonly matched: readonly string[];
}

export interface CollectionCount {
  readonly value: string;
  readonly count: number;
}

export interface TagCount extends CollectionCount {
  readonly title: string;
}

export interface SearchAnswer {
  readonly items: readonly SearchRow[];
  readonly count: number;
  readonly total: number;
  readonly exactTotal: number;
  readonly words: readonly SearchWord[];
  readonly relaxed?: true;
  readonly didYouMean: { readonly q: string; readonly total: number } | null;
  readonly facets?: { readonly collection?: readonly CollectionCount[]; readonly tags?: readonly TagCount[] };
}

export interface PageReference {
  readonly path: string;
  readonly title: string;
  readonly collection: string | null;
}

export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

export type FieldValue = string | number | boolean | null | readonly string[];

/** The member `page` of `/api/pages/{path}`. */
export interface SinglePage {
  readonly path: string;
  readonly canonical: string;
  readonly title: string;
  readonly description: string;
  readonly collection: string | null;
  readonly aliases: readonly string[];
  readonly tags: readonly PageTag[];
  readonly published: string | null;
  readonly updated: string | null;
  readonly language: string;
  readonly fields?: Readonly<Record<string, FieldValue>>;
  readonly references: readonly PageReference[];
  readonly referencedBy: readonly PageReference[];
  readonly headings: readonly Heading[];
}
