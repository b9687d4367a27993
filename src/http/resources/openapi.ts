import { describeApi } from '../../discovery/openapi/describe_api.ts';
import { preparePerOrigin } from '../answers/per_origin.ts';
import { originOf } from '../requests/origin_of.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf } from './resource_handler.ts';

/** Placeholder for the origin: the description is made once, because that costs as much as a hundred searches. */
const anyOrigin = 'https://any-origin.invalid';

/** `/api/openapi.json`: the description, which names the origin of the service (specification 4.9). */
export function handleOpenapi({
  questions,
  features,
  validator,
  caching,
  budget,
  codings,
}: HandlerContext): HandlerOf<'openapi'> {
  const { settings } = questions;
  let pieces: readonly string[] | null = null;
  const description = preparePerOrigin({
    validator,
    bound: budget.boundOf('descriptions'),
    codings,
    render(origin) {
      pieces ??= JSON.stringify(describeApi({ settings, origin: anyOrigin, features })).split(anyOrigin);
      return {
        contentType: 'application/json',
        // An origin has no character that JSON would escape.
        body: new TextEncoder().encode(pieces.join(origin)),
        caching: caching.namingOrigin,
      };
    },
  });
  return { GET: ({ request }) => description(originOf(request, settings)) };
}
