import type { SiteEngine } from '../../engine/site_engine.ts';
import { createPublicAbout, type PublicAbout } from '../../feedback/public_about.ts';

/** What feedback may publicly be about: the pages of a site and its declared tools. */
export function siteSubjects({ settings, pages }: Pick<SiteEngine, 'settings' | 'pages'>): PublicAbout {
  return createPublicAbout({ tools: settings.tools, pathNamed: (name) => pages.pathNamed(name) });
}
