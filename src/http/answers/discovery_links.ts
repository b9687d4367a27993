/** What `Link` says on every page, as HTML and as Markdown: where the index for agents and the catalogue of the API are. */
import type { OptionalFeatures } from '../../discovery/resource.ts';
import { renderLink } from '../../protocol/link.ts';

/**
 * The value of `Link` for a page. Targets are root-relative where callers resolve them against the address that they asked.
 *
 * @param own links of this representation, first
 */
export function pageLinks(own: readonly string[], features: Pick<OptionalFeatures, 'llms.txt'>): string {
  const index = features['llms.txt'] ? [renderLink('/llms.txt', { rel: 'describedby', type: 'text/plain' })] : [];
  const catalogue = renderLink('/.well-known/api-catalog', { rel: 'api-catalog', type: 'application/linkset+json' });
  return [...own, ...index, catalogue].join(', ');
}
