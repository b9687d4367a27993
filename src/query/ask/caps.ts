/**
 * Every cap of the query surface. A key is the `dimension` that a refusal names; `description` is what the published
 * schema and the OpenAPI description say about it. Characters are Unicode code points of the decoded string.
 */
export const caps = {
  length: {
    maximum: 8000,
    clause: 1000,
    search: 200,
    description:
      'A text clause has 1 to 1,000 characters; a passage, slug, path, tag or start of a traverse 1 to 8,000; the q of /api/search up to 200. Arrays have at least one item and name a facet once.',
  },
  limit: {
    maximum: 100,
    default: 10,
    search: 50,
    description:
      '1 to 100 rows a query, a whole number, and 1 to 50 of /api/search; a query that names none asks for 10.',
  },
  offset: {
    maximum: 1000,
    description: '1,000 rows of a search can be reached: offset and limit together. Without q there is no bound.',
  },
  sections: {
    maximum: 5,
    default: 3,
    description: '0 to 5 sections a row of /api/search; a search that names none asks for 3.',
  },
  values: {
    maximum: 1000,
    description:
      '1 to 1,000 values of tags and of each field in the facets of /api/search; 0, as when none is named, means all.',
  },
  suggest: {
    maximum: 10,
    description: '0 to 10 suggestions of /api/search; a search that names none asks for none.',
  },
  filters: {
    maximum: 10,
    description: '10 tags and fields to narrow one search of /api/search by.',
  },
  depth: {
    maximum: 8,
    traverse: 5,
    description:
      'A boolean tree has at most 8 levels of all, any and not; a bare text clause is level 1. A traverse goes 1 to 5 links far.',
  },
  batch: {
    maximum: 10,
    description: '1 to 10 queries a batch.',
  },
  clauses: {
    maximum: 64,
    description: '64 text clauses a request, all queries of a batch together.',
  },
  text: {
    maximum: 16_000,
    description:
      '16,000 characters of text a request: text clauses, passages, slugs, paths, tags and starts of traverses together.',
  },
  results: {
    maximum: 200,
    description:
      '200 rows declared a request, all queries of a batch together; a query that names no limit declares 10, a path look-up 1.',
  },
  body: {
    maximum: 1_048_576,
    description: '1 MiB (1,048,576 bytes) of request body.',
  },
} as const;

/** Caps that the published schema expresses itself. */
const inSchema: readonly string[] = ['length', 'limit', 'batch'] satisfies (keyof typeof caps)[];

export const searchCaps = [
  'offset',
  'sections',
  'values',
  'suggest',
  'filters',
] as const satisfies (keyof typeof caps)[];

/** Descriptions of the caps that JSON Schema cannot express: tree depth and request totals. */
export const inexpressibleCaps: readonly string[] = Object.entries(caps)
  .filter(([name]) => !inSchema.includes(name) && !(searchCaps as readonly string[]).includes(name))
  .map(([, { description }]) => description);

/** Rows that a look-up counts toward `results`: several pages may share a slug, a path names one page. */
export const lookUpRows = { slug: caps.limit.default, path: 1 } as const;

/** Dimensions that a refused query can name, in checking order. The transport checks `body`. */
export const DIMENSIONS = [
  'shape',
  'length',
  'limit',
  'offset',
  'sections',
  'values',
  'suggest',
  'filters',
  'depth',
  'batch',
  'clauses',
  'text',
  'results',
  'emptiness',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];
