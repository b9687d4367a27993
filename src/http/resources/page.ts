import { createBoundedCache } from '../../cache/bounded_cache.ts';
import type { PageId } from '../../corpus/corpus.ts';
import { markdown } from '../../discovery/resources.ts';
import { renderLink } from '../../protocol/link.ts';
import { renderPage } from '../../query/show/render_page.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import { markdownAddress, representMarkdown } from './markdown_representation.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

const cacheBytes = 64 * 1024 * 1024;

/** `/api/pages/{path}`: one page, in JSON or as the Markdown that it publishes (specification 4.4). */
export function handlePage(site: Site): HandlerOf<'page'> {
  const { pages } = site.corpus;
  const prepared = createBoundedCache<Representation>(cacheBytes);

  return {
    find: (path) => pages.find(path),
    GET({ target, mediaType }) {
      const key = `${mediaType === markdown ? 'm' : 'j'}${target}`;
      let representation = prepared.get(key);
      if (representation === undefined) {
        representation =
          mediaType === markdown ? representMarkdown(site, target, 'Accept') : representJson(site, target);
        prepared.set(key, representation, representation.weight);
      }
      return representation;
    },
  };
}

function representJson({ corpus, validator, caching }: Site, page: PageId): Representation {
  const twin = markdownAddress(corpus.pages.row(page));
  return createRepresentation({
    contentType: 'application/json',
    body: renderPage(corpus, page),
    validator,
    caching: caching.read,
    varyBy: 'Accept',
    fields: ['Link', renderLink(twin, { rel: 'alternate', type: 'text/markdown' })],
  });
}
