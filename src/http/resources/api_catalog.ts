import { renderApiCatalog, renderLinkTemplates } from '../../discovery/api_catalog.ts';
import { renderLink } from '../../protocol/link.ts';
import { preparePerOrigin } from '../answers/per_origin.ts';
import { createRepresentation } from '../answers/representation.ts';
import { originOf } from '../requests/origin_of.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

/** `/.well-known/api-catalog` (specification 4.10, RFC 9727). */
export function handleApiCatalog({ corpus, features, caching, validator }: Site): HandlerOf<'apiCatalog'> {
  const self = renderLink('/.well-known/api-catalog', { rel: 'api-catalog' });
  const catalogue = preparePerOrigin((origin, contentType) =>
    createRepresentation({
      contentType,
      body: new TextEncoder().encode(renderApiCatalog(origin, features.feedback)),
      validator,
      caching: caching.namingOrigin,
      fields: ['Link', self, 'Link-Template', renderLinkTemplates()],
    }),
  );
  return { GET: ({ request, mediaType }) => catalogue(originOf(request, corpus.settings), mediaType) };
}
