import { whenThere } from '../../async/maybe_promise.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { renderLink } from '../../protocol/link.ts';
import { readSearch } from '../../query/ask/read_search.ts';
import { spellSearch } from '../../query/ask/spell_search.ts';
import type { SearchReply } from '../../questions/page_questions.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf } from './resource_handler.ts';

/** Longer query strings are not cached: they are rare, and would fill the cache with keys. */
const longestCachedSearch = 2048;

/** An answer, and what was typed if it found nothing. */
interface CachedSearch {
  readonly representation: Representation;
  readonly missed: string | null;
}

/** Called with what was typed when a finished search found nothing as typed. Must not throw. */
export type OnMiss = (typed: string) => void;

/** `/api/search`: search as people type. @param onMiss null: misses are not counted */
export function handleSearch(context: HandlerContext, onMiss: OnMiss | null): HandlerOf<'search'> {
  const { questions, budget } = context;
  /** Answers by query string. */
  const bySearch = budget.createCache<CachedSearch>('typed');
  return {
    GET({ request, search }) {
      const asked = search ?? '';
      const known = bySearch.get(asked);
      if (known !== undefined) return finish(request, asked, known);
      const reply = questions.search(() => readSearch(asked, questions.grammar), request);
      return whenThere(reply, (found) => {
        if (isRefusal(found)) return found;
        const representation = represent(context, found);
        const made = { representation, missed: found.exactTotal === 0 ? found.plan.q : null };
        if (found.cached && asked.length <= longestCachedSearch)
          bySearch.set(asked, made, representation.weightBesideBody);
        return finish(request, asked, made);
      });
    },
  };

  /** Reports a miss that its sender has finished typing. The answer never depends on `final`. */
  function finish({ method }: ApiRequest, asked: string, { representation, missed }: CachedSearch): Representation {
    if (onMiss !== null && missed !== null && method === 'GET' && isFinal.test(asked)) onMiss(missed);
    return representation;
  }
}

const isFinal = /(?:^|&)final=1(?:&|$)/;

function represent({ validator, caching, codings }: HandlerContext, { body, next }: SearchReply): Representation {
  const fields = next === null ? [] : ['Link', renderLink(`/api/search?${spellSearch(next)}`, { rel: 'next' })];
  const contentType = 'application/json';
  return createRepresentation({ contentType, body, validator, caching: caching.read, fields }, codings);
}
