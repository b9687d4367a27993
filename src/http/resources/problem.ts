import { renderProblemPage } from '../../discovery/problem_page.ts';
import { SLUGS } from '../../problems/catalogue.ts';
import { pagePolicy } from '../answers/page_policy.ts';
import { createRepresentation } from '../answers/representation.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf } from './resource_handler.ts';

/** `/api/problems/{slug}`: the page of one problem type (specification 4.11). */
export function handleProblem({ validator, caching, codings }: HandlerContext): HandlerOf<'problem'> {
  const pages = SLUGS.map((slug) =>
    createRepresentation(
      {
        contentType: 'text/html; charset=utf-8',
        body: new TextEncoder().encode(renderProblemPage(slug)),
        validator,
        caching: caching.read,
        fields: pagePolicy('none'),
      },
      codings,
    ),
  );
  return {
    find: (slug) => (SLUGS as readonly string[]).indexOf(slug),
    GET: ({ found }) => pages[found]!,
  };
}
