import type { Facet } from './plan.ts';

export const SORTS = ['relevance', 'updated', 'published', 'title'] as const;
export type Sort = (typeof SORTS)[number];

/** The steps that make a score, in order. A new one is added here, and recorded where it changes sums. */
export const SCORE_STEPS = [
  'word',
  'function-word',
  'compound',
  'name',
  'share',
  'pairs',
  'subjects',
  'heading',
  'title',
  'title-begins',
  'weight',
  'typos',
] as const;
export type ScoreStep = (typeof SCORE_STEPS)[number];

/** Days from `from` to `to`, both included, as numbers that sort like dates (20260102); null: no bound. */
export interface DateRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** A validated search of `GET /api/search`: defaults filled in, within all caps, text in NFC. */
export interface SearchPlan {
  /** The typed text with its spaces; null: list all pages that the filters admit. */
  readonly q: string | null;
  /** Whether the last word may be the beginning of a word. */
  readonly prefix: 'last' | 'none';
  readonly typos: 'auto' | 'none';
  readonly collection: string | null;
  /** Slugs of tags that a page must all carry, sorted, without repeats. */
  readonly tags: readonly string[];
  /** `current`: one row for all copies of a page; `all`: each page by itself; else only pages of the version of this name. */
  readonly version: string;
  /** A language range (RFC 4647 3.3.1), in lower case: `en` admits `en` and `en-GB`. */
  readonly language: string | null;
  readonly updated: DateRange | null;
  readonly published: DateRange | null;
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
  readonly sections: number;
  readonly facets: readonly Facet[];
  /** The site's own fields to count pages by, in the order declared. */
  readonly fieldFacets: readonly string[];
  /** Most values of the facets of tags and fields; 0: all. */
  readonly values: number;
  /** Values that fields of a page must have, as `[field, value]`, sorted. */
  readonly fields: readonly (readonly [string, string])[];
  readonly suggest: number;
  /** Whether rows say what made their score. */
  readonly explain: boolean;
}
