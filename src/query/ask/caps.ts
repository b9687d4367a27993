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
      'A text clause has 1 to 1,000 characters; a passage, slug, path, tag or traverse start has 1 to 8,000; q in /api/search has up to 200. Arrays have at least one item, and no facet is repeated.',
  },
  limit: {
    maximum: 100,
    default: 10,
    search: 50,
    description: 'A whole number of results: 1 to 100 per query, or 1 to 50 for /api/search; the default is 10.',
  },
  offset: {
    maximum: 1000,
    description: 'The sum of offset and limit is at most 1,000 with q, and unlimited without q.',
  },
  sections: {
    maximum: 5,
    default: 3,
    description: '0 to 5 sections per result of /api/search; the default is 3.',
  },
  values: {
    maximum: 1000,
    description:
      '1 to 1,000 values of tags and of each field in the facets of /api/search; 0, the default, returns all.',
  },
  suggest: {
    maximum: 10,
    description: '0 to 10 suggestions from /api/search; the default is 0.',
  },
  filters: {
    maximum: 10,
    description: 'Up to 10 tag and field filters per request to /api/search.',
  },
  depth: {
    maximum: 8,
    traverse: 5,
    description:
      'A boolean tree has at most 8 levels of all, any and not; a bare text clause is level 1. A traverse is 1 to 5 links deep.',
  },
  batch: {
    maximum: 10,
    description: '1 to 10 queries per batch.',
  },
  clauses: {
    maximum: 64,
    description: 'Up to 64 text clauses per request, counted over all queries of a batch.',
  },
  text: {
    maximum: 16_000,
    description:
      'Up to 16,000 characters of text per request: text clauses, passages, slugs, paths, tags and traverse starts together.',
  },
  results: {
    maximum: 200,
    description:
      'Up to 200 requested results per request, counted over all queries of a batch; a query without a limit counts as 10, a path look-up as 1.',
  },
  body: {
    maximum: 1_048_576,
    description: 'A request body of up to 1 MiB (1,048,576 bytes).',
  },
} as const;

/** Caps that the published schema expresses itself. */
const inSchema: readonly string[] = ['length', 'limit', 'batch'] satisfies (keyof typeof caps)[];

const searchCaps = ['offset', 'sections', 'values', 'suggest', 'filters'] as const satisfies (keyof typeof caps)[];

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
