import { countByCollection } from './count_by_collection.ts';
import { handleList } from './list_handler.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

/** `/api/tags`, by slug (specification 4.7). */
export function handleTags(site: Site): HandlerOf<'tags'> {
  const { settings, pages, tags } = site.corpus;
  return {
    GET: handleList(site, () =>
      Array.from({ length: tags.count }, (_, tag) => {
        const carriers = tags.pages(tag);
        const byNumber = countByCollection(carriers, site.corpus, (page) => pages.collection[page]!);
        // fromEntries makes own members of any name, `__proto__` too.
        const counts = Object.fromEntries(settings.collections.map(({ name }, index) => [name, byNumber[index + 1]]));
        return JSON.stringify({ slug: tags.slug(tag), title: tags.title(tag), counts, total: carriers.length });
      }),
    ),
  };
}
