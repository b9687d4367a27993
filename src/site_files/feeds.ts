import type { SiteSettings } from '../corpus/corpus.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { xmlText } from '../text/xml_text.ts';
import { lastChange, type PageFacts } from './walk_pages.ts';

/** Most pages of a feed. */
export const MOST_IN_FEED = 50;

/** A page of a feed: it has an address and a date. */
export interface DatedPage extends PageFacts {
  readonly address: string;
  /** When it was published, or changed if it does not say when it was published. */
  readonly date: string;
  readonly lastChange: string;
}

/** Keeps the newest pages of all that are added. */
export class NewestPages {
  #pages: DatedPage[] = [];

  add(page: PageFacts): void {
    const { address, published, updated } = page;
    const date = published ?? updated;
    const changed = lastChange(page);
    if (address === null || date === null || changed === null) return;
    this.#pages.push({ ...page, address, date, lastChange: changed });
    if (this.#pages.length >= 4 * MOST_IN_FEED) this.#pages = firstOf(this.#pages);
  }

  /** Newest first, then by path. */
  get pages(): readonly DatedPage[] {
    return firstOf(this.#pages);
  }
}

/** Pages with one canonical address are one entry: the id of an entry is its address. */
function firstOf(pages: readonly DatedPage[]): DatedPage[] {
  const byAddress = new Map<string, DatedPage>();
  for (const page of pages.toSorted((a, b) => byCodePoint(b.date, a.date) || byCodePoint(a.path, b.path))) {
    if (!byAddress.has(page.address)) byAddress.set(page.address, page);
  }
  return [...byAddress.values()].slice(0, MOST_IN_FEED);
}

/** What a feed says of itself. */
interface FeedSite {
  readonly settings: Pick<SiteSettings, 'origin' | 'title' | 'description' | 'language'>;
  /** Address at which the feed is read. */
  readonly self: string;
  /** At least one. */
  readonly pages: readonly DatedPage[];
}

/** Address of the root of the site, normalised as those of pages are. */
function homeOf({ settings }: FeedSite): string {
  const home = `${settings.origin}/`;
  return URL.parse(home)?.href ?? home;
}

/** Midnight UTC of a day: pages have dates without times (RFC 3339). */
function startOfDay(date: string): string {
  return `${date}T00:00:00Z`;
}

/** The newest pages as an Atom feed (RFC 4287). */
export function renderAtomFeed(site: FeedSite): string {
  const { settings, self, pages } = site;
  const { title, description, language } = settings;
  const home = homeOf(site);
  const updated = pages.reduce((last, page) => (page.lastChange > last ? page.lastChange : last), pages[0]!.lastChange);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(language)}">`,
    // The id stays when the service moves: it is an identifier, which nobody needs to fetch (RFC 4287 4.2.6).
    `<id>${xmlText(`${home}feed.xml`)}</id>`,
    `<title>${xmlText(title)}</title>`,
    ...(description === '' ? [] : [`<subtitle>${xmlText(description)}</subtitle>`]),
    `<updated>${startOfDay(updated)}</updated>`,
    // Pages name no authors, and a feed must (RFC 4287 4.1.1).
    `<author><name>${xmlText(title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(home)}"/>`,
    '<generator>Catchword</generator>',
    ...pages.map(renderEntry),
    '</feed>',
    '',
  ].join('\n');
}

function renderEntry(page: DatedPage): string {
  const { address, title, description, tags, published, language } = page;
  return [
    `<entry xml:lang="${xmlText(language)}">`,
    `<id>${xmlText(address)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${xmlText(address)}"/>`,
    ...(published === null ? [] : [`<published>${startOfDay(published)}</published>`]),
    `<updated>${startOfDay(page.lastChange)}</updated>`,
    `<summary>${xmlText(description)}</summary>`,
    ...tags.map((tag) => `<category term="${xmlText(tag.slug)}" label="${xmlText(tag.title)}"/>`),
    '</entry>',
  ].join('\n');
}

/** The newest pages as a JSON Feed (jsonfeed.org/version/1.1). */
export function renderJsonFeed(site: FeedSite): string {
  const { settings, self, pages } = site;
  const { title, description, language } = settings;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: title.toWellFormed(),
    home_page_url: homeOf(site),
    feed_url: self,
    ...(description === '' ? {} : { description: description.toWellFormed() }),
    language,
    items: pages.map(itemOf),
  });
}

function itemOf(page: DatedPage) {
  const { address, title, description, tags, published, updated, language } = page;
  return {
    id: address,
    url: address,
    title,
    // An item must have content; the whole text of fifty pages would be too much.
    content_text: description,
    ...(published === null ? {} : { date_published: startOfDay(published) }),
    ...(updated === null ? {} : { date_modified: startOfDay(page.lastChange) }),
    ...(tags.length === 0 ? {} : { tags: tags.map((tag) => tag.title) }),
    language,
  };
}
