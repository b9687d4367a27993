import type { OptionalFeatures } from '../discovery/resource.ts';

/**
 * `/robots.txt` (RFC 9309). All may be fetched but results of searches, which have no end.
 * @param origin of the service
 */
export function renderRobotsText(features: OptionalFeatures, origin: string): string {
  const lines = ['User-agent: *', 'Disallow: /explore?', ...(features.home ? ['Disallow: /?'] : [])];
  if (features['sitemap.xml']) lines.push('', `Sitemap: ${origin}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}
