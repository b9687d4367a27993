import type { SiteSettings } from '../corpus/corpus.ts';
import type { DatedPage } from './newest_pages.ts';

/** What a feed says of itself. */
export interface FeedSite {
  readonly settings: Pick<SiteSettings, 'origin' | 'title' | 'description' | 'language'>;
  /** Address at which the feed is read. */
  readonly self: string;
  /** At least one. */
  readonly pages: readonly DatedPage[];
}

/** Address of the root of the site, normalised as those of pages are. */
export function homeOf({ settings }: FeedSite): string {
  const home = `${settings.origin}/`;
  return URL.parse(home)?.href ?? home;
}

/** Midnight UTC of a day: pages have dates without times (RFC 3339). */
export function startOfDay(date: string): string {
  return `${date}T00:00:00Z`;
}
