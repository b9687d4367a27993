import { renderApiCatalog, renderLinkTemplates } from '../../discovery/api_catalog.ts';
import { linkset } from '../../discovery/resources.ts';
import { renderLink } from '../../protocol/link.ts';
import { preparePerOrigin } from '../answers/per_origin.ts';
import { originOf } from '../requests/origin_of.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf } from './resource_handler.ts';

/** `/.well-known/api-catalog` (specification 4.10, RFC 9727). */
export function handleApiCatalog({
  questions,
  features,
  caching,
  validator,
  budget,
  codings,
}: HandlerContext): HandlerOf<'apiCatalog'> {
  const self = renderLink('/.well-known/api-catalog', { rel: 'api-catalog' });
  const catalogue = preparePerOrigin({
    validator,
    bound: budget.boundOf('catalogues'),
    codings,
    render: (origin) => ({
      contentType: linkset,
      body: new TextEncoder().encode(renderApiCatalog(origin, features)),
      caching: caching.namingOrigin,
      fields: ['Link', self, 'Link-Template', renderLinkTemplates()],
    }),
  });
  return { GET: ({ request }) => catalogue(originOf(request, questions.settings)) };
}
