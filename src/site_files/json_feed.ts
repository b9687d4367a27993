import { type FeedSite, homeOf, startOfDay } from './feed_site.ts';
import type { DatedPage } from './newest_pages.ts';

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
