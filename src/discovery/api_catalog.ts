import type { OptionalFeatures, Resource } from './resource.ts';
import { resources, servedResources } from './resources.ts';

/**
 * The linkset of the API catalogue (RFC 9727, RFC 9264): every addressable resource, by absolute address.
 *
 * @param origin origin of the service
 * @param features what the service has
 */
export function renderApiCatalog(origin: string, features: OptionalFeatures): string {
  const item = servedResources(features)
    .filter(({ catalogue, variable }) => catalogue && variable === null)
    .map(({ path, mediaTypes, title }) => ({ href: `${origin}${path}`, type: mediaTypes[0].split(';')[0], title }));
  const description = { href: `${origin}/api/openapi.json`, type: 'application/json' };
  const schema = { href: `${origin}/api/query-schema.json`, type: 'application/json' };
  const linkset = [
    { anchor: `${origin}/.well-known/api-catalog`, item },
    { anchor: `${origin}/api/pages`, 'service-desc': [description], describedby: [schema] },
  ];
  return JSON.stringify({ linkset });
}

/** Value of `Link-Template` (RFC 9652): the resources whose addresses are templates (RFC 6570), which a linkset cannot hold. */
export function renderLinkTemplates(): string {
  return (resources as readonly Resource[])
    .filter(({ catalogue, variable }) => catalogue && variable !== null)
    .map(({ path, variable }) => `"${variable === 'segments' ? path.replace('{', '{+') : path}"; rel="item"`)
    .join(', ');
}
