import { inexpressibleCaps } from '../../../query/ask/caps.ts';
import { FACETS } from '../../../query/ask/plan.ts';
import type { ApiFacts } from '../api_facts.ts';
import { examples } from '../examples.ts';
import { always, fields } from '../headers.ts';
import type { Example } from '../openapi_document.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/pages`: queries by GET and by QUERY (specification 4.1 to 4.3). */
export function describePages({ settings }: ApiFacts): ResourceDescription<'pages'> {
  const { answer, batchAnswer } = examples(settings);
  const narrowed = settings.collections.length === 0 ? [] : (['search-collection'] as const);
  return {
    tag: 'Pages',
    GET: {
      summary: 'Search by parameters',
      description: [
        'One query as URL parameters, cacheable. They are put together into one query of the grammar and go through the same validator as a body does, so caps and refusals are the same.',
        'At least one of q, collection and tag is needed. A known parameter given twice is refused; unknown ones are ignored.',
        'Boolean trees, batches, look-ups, traverses and passages need the QUERY.',
      ].join(' '),
      parameters: ['search-q', 'search-in', ...narrowed, 'search-tag', 'search-limit', 'search-facets'],
      content: { 'application/json': { schema: schemaNamed('Answer'), example: answer } },
      headers: always('Accept-Query'),
      refused: ['invalid-query'],
    },
    QUERY: {
      summary: 'Ask a query or a batch of queries',
      description: [
        'Safe and idempotent. Sent as POST with the field that names the method.',
        'Depth and totals over the whole request are enforced beside the schema:',
        ...inexpressibleCaps,
        'A refusal names the dimension that was exceeded. The answer carries no ETag, and conditions are not looked at.',
      ].join(' '),
      requestBody: {
        description: 'One query or a batch of queries, in UTF-8. Media types that end in +json are read as well.',
        required: true,
        content: {
          'application/json': { schema: schemaNamed('QueryBody'), examples: exampleQueries(answer.items[0]?.path) },
        },
      },
      content: {
        'application/json': {
          schema: schemaNamed('QueryAnswer'),
          example: batchAnswer,
        },
      },
      headers: fields('Location'),
      refused: ['invalid-query'],
    },
  };
}

/** One query of each form. */
function exampleQueries(path = 'index'): Readonly<Record<string, Example>> {
  const match = { all: [{ text: 'cache', in: 'all' }, { not: { text: 'cookie', in: 'title' } }] };
  return {
    match: { summary: 'Boolean tree', value: { match, limit: 5, facets: FACETS } },
    like: { summary: 'Pasted passage', value: { like: 'A cache keeps answers and asks whether they still hold.' } },
    traverse: { summary: 'Links', value: { traverse: { from: path, follow: 'both', depth: 2 } } },
    slug: { summary: 'Look-up by slug', value: { slug: 'caching' } },
    path: { summary: 'Look-up by path', value: { path } },
    filter: { summary: 'Filter only', value: { tag: 'http', limit: 20 } },
    batch: { summary: 'Batch', value: { batch: [{ path }, { tag: 'http' }] } },
  };
}
