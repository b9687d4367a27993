import { countByCollection } from './count_by_collection.ts';
import { handleList } from './list_handler.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

/** `/api/collections`, as declared (specification 4.6). */
export function handleCollections(site: Site): HandlerOf<'collections'> {
  const { settings, pages } = site.corpus;
  return {
    GET: handleList(site, () => {
      const counts = countByCollection(pages.collection, site.corpus);
      return settings.collections.map(({ name, title }, index) =>
        JSON.stringify({ collection: name, title, count: counts[index + 1] }),
      );
    }),
  };
}
