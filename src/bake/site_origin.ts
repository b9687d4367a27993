import type { SiteContext } from '../content/site/site_context.ts';
import type { BakeSettings } from './bake_options.ts';

/** What addresses of pages begin with (`SiteSettings.origin`): the origin in the settings, else the site's path on its host. */
export function siteOrigin({ origin }: Pick<BakeSettings, 'origin'>, { base }: Pick<SiteContext, 'base'>): string {
  return origin ?? pathOf(base);
}

/** A path as it stands in an address. One that began with two slashes would name a host (RFC 3986 4.2). */
function pathOf(base: string): string {
  const { pathname } = new URL(`https://any-host.invalid/${base}`);
  return pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
}
