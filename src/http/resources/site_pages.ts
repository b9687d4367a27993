import type { PageId } from '../../corpus/corpus.ts';
import { handleList } from './list_handler.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

const decoder = new TextDecoder();

/** `/api/site-pages`, by path (specification 4.5). */
export function handleSitePages(site: Site): HandlerOf<'sitePages'> {
  const { pages } = site.corpus;
  return {
    GET: handleList(site, () => {
      const items: string[] = [];
      for (let page: PageId = 0; page < pages.count; page++) {
        if (pages.collection[page] !== 0) continue;
        const { path, canonical, title, description } = JSON.parse(`${decoder.decode(pages.row(page))}}`);
        items.push(JSON.stringify({ path, canonical, title, description }));
      }
      return items;
    }),
  };
}
