import { buildQuerySchema } from '../../query/ask/query_schema.ts';
import { createRepresentation } from '../answers/representation.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

/** `/api/query-schema.json`: the grammar, made from the validator (specification 4.8). */
export function handleQuerySchema({ questions, validator, caching, codings }: Site): HandlerOf<'querySchema'> {
  const schema = createRepresentation(
    {
      contentType: 'application/json',
      body: new TextEncoder().encode(JSON.stringify(buildQuerySchema(questions.grammar.collections))),
      validator,
      caching: caching.read,
    },
    codings,
  );
  return { GET: () => schema };
}
