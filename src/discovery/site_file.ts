import type { SiteSettings } from '../corpus/corpus.ts';
import { isLoopbackHost } from '../protocol/host.ts';

/** The files for crawlers, feed readers and language models, each at the root of a service under its name. */
export const SITE_FILES = ['llms.txt', 'llms-full.txt', 'sitemap.xml', 'feed.xml', 'feed.json', 'robots.txt'] as const;
export type SiteFile = (typeof SITE_FILES)[number];

/** Files that are made of the canonical addresses of pages, and do not exist for a site whose address is unknown. */
const MADE_OF_ADDRESSES: readonly SiteFile[] = ['sitemap.xml', 'feed.xml', 'feed.json'];

/** Which files a service has. @param chosen by its owner */
export function siteFileFeatures(
  chosen: readonly SiteFile[],
  settings: Pick<SiteSettings, 'origin'>,
): Readonly<Record<SiteFile, boolean>> {
  const missing = filesWithoutAddress(chosen, settings);
  const has = (file: SiteFile) => chosen.includes(file) && !missing.includes(file);
  return Object.fromEntries(SITE_FILES.map((file) => [file, has(file)])) as Record<SiteFile, boolean>;
}

/** The chosen files that a service lacks because the address of the site is unknown. */
export function filesWithoutAddress(
  chosen: readonly SiteFile[],
  { origin }: Pick<SiteSettings, 'origin'>,
): readonly SiteFile[] {
  return hasPublicAddress(origin) ? [] : chosen.filter((file) => MADE_OF_ADDRESSES.includes(file));
}

/** Whether canonical addresses lead to the site from elsewhere: they are absolute, and not on the loopback interface of a machine. */
export function hasPublicAddress(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && !isLoopbackHost(hostname);
}
