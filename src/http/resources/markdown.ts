import { createBoundedCache } from '../../cache/bounded_cache.ts';
import type { Representation } from '../answers/representation.ts';
import { representMarkdown } from './markdown_representation.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

const cacheBytes = 16 * 1024 * 1024;

/** `/{path}.md`: the Markdown twin of a page, at the address that it publishes itself at. */
export function handleMarkdown(site: Site): HandlerOf<'markdown'> {
  const prepared = createBoundedCache<Representation>(cacheBytes);
  return {
    find: (path) => site.corpus.pages.find(path),
    GET({ target }) {
      const key = String(target);
      let representation = prepared.get(key);
      if (representation === undefined) {
        representation = representMarkdown(site, target);
        prepared.set(key, representation, representation.weight);
      }
      return representation;
    },
  };
}
