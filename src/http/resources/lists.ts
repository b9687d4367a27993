import { mapMaybe } from '../../async/maybe_promise.ts';
import { isRefusal } from '../../problems/refusal.ts';
import type { ListReply } from '../../questions/page_questions.ts';
import type { Representation } from '../answers/representation.ts';
import type { HandlerContext, MethodHandler } from './handler_context.ts';

/** Longer query strings are not cached. */
const longestCachedSearch = 256;

/** `/api/collections`, `/api/tags` and `/api/site-pages`: a whole list, or its first rows (specification 4.5 to 4.7). */
export function handleLists(context: HandlerContext) {
  return {
    collections: { GET: handleList(context, 'collections') },
    tags: { GET: handleList(context, 'tags') },
    sitePages: { GET: handleList(context, 'sitePages') },
  };
}

function handleList(
  { questions, budget, represent }: HandlerContext,
  name: 'collections' | 'tags' | 'sitePages',
): MethodHandler {
  // Three lists share the budget.
  const bySearch = budget.createCache<Representation>('lists', 1 / 3);
  /** Never evicted: most requests are for the whole list, and a large one would not fit the cache. */
  let whole: Representation | null = null;
  let total = Number.POSITIVE_INFINITY;

  return ({ request, search }) => {
    const asked = search ?? '';
    const known = asked === '' ? whole : bySearch.get(asked);
    if (known != null) return known;
    const bound = readBound(asked);
    if (whole !== null && bound >= total) return whole;
    return mapMaybe(questions.list(name, bound, request), (reply) => {
      if (isRefusal(reply)) return reply;
      total = reply.total;
      if (whole !== null && reply.count === total) return whole;
      const representation = represent({ contentType: 'application/json', body: renderEnvelope(reply) });
      if (reply.count === total) whole = representation;
      else if (asked.length <= longestCachedSearch) bySearch.set(asked, representation, representation.weight);
      return representation;
    });
  };
}

/** The envelope that all lists share (specification 2.5). */
function renderEnvelope({ rows, count, total }: ListReply): Uint8Array {
  return Buffer.concat([Buffer.from('{"items":['), rows, Buffer.from(`],"count":${count},"total":${total}}`)]);
}

/** Specification 4.5: a `limit` that is repeated, or not a whole number of at least 1, is ignored. */
function readBound(search: string): number {
  if (search === '') return Number.POSITIVE_INFINITY;
  const [limit, ...more] = new URLSearchParams(search).getAll('limit');
  if (limit === undefined || more.length > 0 || !/^\d+$/.test(limit) || Number(limit) < 1) {
    return Number.POSITIVE_INFINITY;
  }
  return Number(limit);
}
