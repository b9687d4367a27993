import { FACETS } from '../../../query/ask/plan.ts';
import type { ApiFacts } from '../api_facts.ts';
import { answerExample } from '../examples.ts';
import { fields } from '../headers.ts';
import type { Example } from '../openapi_document.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/pages`: queries by GET and by QUERY (specification 4.1 to 4.3). */
export function describePages({ settings }: ApiFacts): ResourceDescription<'pages'> {
  const answer = answerExample(settings);
  const narrowed = settings.collections.length === 0 ? [] : (['search-collection'] as const);
  return {
    tag: 'Pages',
    GET: {
      summary: 'Search by parameters',
      description: [
        'One query as URL parameters, cacheable, with the caps and refusals of a body.',
        'At least one of q, collection and tag is needed. A known parameter given twice is refused; unknown ones are ignored.',
        'Boolean trees, batches, look-ups, traverses and passages need the QUERY.',
      ].join(' '),
      parameters: ['search-q', 'search-in', ...narrowed, 'search-tag', 'search-limit', 'search-facets'],
      content: { 'application/json': { schema: schemaNamed('Answer'), example: answer } },
      refused: ['invalid-query'],
    },
    QUERY: {
      summary: 'Ask a query or a batch of queries',
      description: [
        'Safe and idempotent. Sent as POST with the field that names the method.',
        'Caps beside the schema are in its description; a refusal names the dimension that was exceeded. The answer carries no ETag.',
      ].join(' '),
      requestBody: {
        description: 'In UTF-8. Media types that end in +json are read too.',
        required: true,
        content: {
          'application/json': { schema: schemaNamed('QueryBody'), examples: exampleQueries(answer.items[0].path) },
        },
      },
      content: {
        'application/json': { schema: schemaNamed('QueryAnswer') },
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
    match: { value: { match, limit: 5, facets: FACETS } },
    like: { value: { like: 'A cache keeps answers and asks whether they still hold.' } },
    traverse: { value: { traverse: { from: path, follow: 'both', depth: 2 } } },
    slug: { value: { slug: 'caching' } },
    batch: { value: { batch: [{ path }, { tag: 'http' }] } },
  };
}
