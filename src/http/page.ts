import type { PageId } from '../corpus/corpus.ts';
import { markdown } from '../discovery/resources.ts';
import { renderLink } from '../protocol/link.ts';
import { renderPage } from '../query/render_page.ts';
import { createBoundedCache } from './bounded_cache.ts';
import { revalidated, unvalidated } from './caching.ts';
import { createRepresentation, type Representation } from './representation.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

const cacheBytes = 64 * 1024 * 1024;
const decoder = new TextDecoder();

/** `/api/pages/{path}`: one page, in JSON or as the Markdown that it publishes (specification 4.4). */
export function handlePage(site: Site): HandlerOf<'page'> {
  const { pages } = site.corpus;
  const prepared = createBoundedCache<Representation>(cacheBytes);

  function prepare(page: PageId, mediaType: string): Representation {
    const asMarkdown = mediaType === markdown;
    const address = markdownAddress(pages.row(page));
    const link = asMarkdown
      ? renderLink(address, { rel: 'canonical' })
      : renderLink(address, { rel: 'alternate', type: 'text/markdown' });
    return createRepresentation({
      contentType: mediaType,
      // A copy, as the artefact lies in memory that threads share and a Response takes none of that.
      body: asMarkdown ? pages.markdown(page).slice() : renderPage(site.corpus, page),
      validator: site.validator === null ? null : `${site.validator}${asMarkdown ? '.md' : ''}`,
      caching: site.validator === null ? unvalidated : revalidated,
      varyBy: 'Accept',
      fields: ['Link', link],
    });
  }

  return {
    find: (path) => pages.find(path),
    GET({ target, mediaType }) {
      const key = `${mediaType === markdown ? 'm' : 'j'}${target}`;
      let representation = prepared.get(key);
      if (representation === undefined) {
        representation = prepare(target, mediaType);
        prepared.set(key, representation, representation.weight);
      }
      return representation;
    },
  };
}

/** The address that the page's own row names, so that header and body cannot differ. */
function markdownAddress(row: Uint8Array): string {
  return (JSON.parse(`${decoder.decode(row)}}`) as { readonly markdown: string }).markdown;
}
