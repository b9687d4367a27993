import { mapMaybe } from '../../async/maybe_promise.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { renderLink } from '../../protocol/link.ts';
import { formatSearch, readSearch } from '../../query/ask/read_search.ts';
import type { SearchReply } from '../../questions/page_questions.ts';
import type { Representation } from '../answers/representation.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import type { HandlerContext, HandlerOf } from './handler_context.ts';

/** Longer query strings are not cached: they are rare, and would fill the cache with keys. */
const longestCachedSearch = 2048;

/** An answer, and the typed text if it found nothing. */
interface CachedSearch {
  readonly representation: Representation;
  readonly missed: string | null;
}

/** Called with the typed text when a finished search found no exact match. Must not throw. */
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
      return mapMaybe(reply, (found) => {
        if (isRefusal(found)) return found;
        const representation = representSearch(context, found);
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

function representSearch({ represent }: HandlerContext, { body, next }: SearchReply): Representation {
  const fields = next === null ? [] : ['Link', renderLink(`/api/search?${formatSearch(next)}`, { rel: 'next' })];
  return represent({ contentType: 'application/json', body, fields });
}
