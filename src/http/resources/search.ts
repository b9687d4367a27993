import { createBoundedCache } from '../../cache/bounded_cache.ts';
import { whenThere } from '../../engine/maybe_promise.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { renderLink } from '../../protocol/link.ts';
import { readSearch } from '../../query/ask/read_search.ts';
import { spellSearch } from '../../query/ask/spell_search.ts';
import type { SearchReply } from '../../questions/page_questions.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

/** Longer query strings are not cached: they are rare, and would fill the cache with keys. */
const longestCachedSearch = 2048;

/** `/api/search`: search as people type. */
export function handleSearch(site: Site): HandlerOf<'search'> {
  const { questions, budget } = site;
  /** Answers by query string. */
  const bySearch = createBoundedCache<Representation>(budget.boundOf('typed'));
  return {
    GET({ request, search }) {
      const asked = search ?? '';
      const kept = bySearch.get(asked);
      if (kept !== undefined) return kept;
      const reply = questions.search(() => readSearch(asked, questions.grammar), request);
      return whenThere(reply, (found) => {
        if (isRefusal(found)) return found;
        const representation = represent(site, found);
        if (found.cached && asked.length <= longestCachedSearch) {
          bySearch.set(asked, representation, representation.weight);
        }
        return representation;
      });
    },
  };
}

function represent({ validator, caching, codings }: Site, { body, next }: SearchReply): Representation {
  const fields = next === null ? [] : ['Link', renderLink(`/api/search?${spellSearch(next)}`, { rel: 'next' })];
  const contentType = 'application/json';
  return createRepresentation({ contentType, body, validator, caching: caching.read, fields }, codings);
}
