import { describeApi } from '../discovery/openapi/describe_api.ts';
import { originOf } from './origin_of.ts';
import { preparePerOrigin } from './per_origin.ts';
import { createRepresentation } from './representation.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

/** `/api/openapi.json`: the description, which names the origin that answers (specification 4.9). */
export function handleOpenapi({ corpus, features, validator, caching }: Site): HandlerOf<'openapi'> {
  const description = preparePerOrigin((origin, contentType) =>
    createRepresentation({
      contentType,
      body: new TextEncoder().encode(JSON.stringify(describeApi({ settings: corpus.settings, origin, features }))),
      validator,
      caching: caching.namingOrigin,
    }),
  );
  return { GET: ({ request, mediaType }) => description(originOf(request, corpus.settings), mediaType) };
}
