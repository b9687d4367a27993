import { createRepresentation } from '../answers/representation.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf } from './resource_handler.ts';

/** `/version.json`: the two stamps that validators derive from (specification 9.2). */
export function handleVersion({ questions, caching, codings }: HandlerContext): HandlerOf<'version'> {
  const { commit, content } = questions.stamps;
  const version = createRepresentation(
    {
      contentType: 'application/json',
      body: new TextEncoder().encode(JSON.stringify({ commit, content })),
      validator: null,
      caching: caching.unvalidated,
    },
    codings,
  );
  return { GET: () => version };
}
