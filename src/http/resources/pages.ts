import { mapMaybe } from '../../async/maybe_promise.ts';
import { overrideHeader } from '../../discovery/resources.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { renderAcceptQuery } from '../../protocol/link.ts';
import { caps } from '../../query/ask/caps.ts';
import type { Plan } from '../../query/ask/plan.ts';
import { formatParameters, readParameters } from '../../query/ask/read_parameters.ts';
import { validatePlan } from '../../query/ask/validate.ts';
import { unstored } from '../answers/caching.ts';
import type { Representation } from '../answers/representation.ts';
import { jsonBody, parseJsonBody, readBody } from '../requests/read_body.ts';
import type { HandlerContext, HandlerOf } from './handler_context.ts';

const json = 'application/json';
const acceptQuery = ['Accept-Query', renderAcceptQuery([json])];
/** Longer query strings are not cached: they are rare, and would fill the cache with keys. */
const longestCachedSearch = 2048;

/** `/api/pages`: queries as parameters (GET) and as a body (QUERY), through one validator (specification 4.1 to 4.3). */
export function handlePages(context: HandlerContext): HandlerOf<'pages'> {
  const { questions, budget, represent } = context;
  /** Answers to GET by query string, and to QUERY by the plan's key. */
  const bySearch = budget.createCache<Representation>('searches');
  const byPlan = budget.createCache<Representation>('queries');

  return {
    GET({ request, search }) {
      const asked = search ?? '';
      const known = bySearch.get(asked);
      if (known !== undefined) return known;
      const reply = questions.ask(() => readParameters(asked, questions.grammar), request);
      return mapMaybe(reply, (found) => {
        if (isRefusal(found)) return found;
        const representation = represent({ contentType: json, body: found.body, fields: acceptQuery });
        if (found.cached && asked.length <= longestCachedSearch) {
          bySearch.set(asked, representation, representation.weightBesideBody);
        }
        return representation;
      });
    },

    async QUERY({ request }) {
      const bytes = await readBody(request, jsonBody(caps.body.maximum));
      if (isRefusal(bytes)) return bytes;
      const found = await questions.ask(() => readPlan(bytes), request);
      if (isRefusal(found)) return found;
      const known = byPlan.get(found.key);
      if (known !== undefined) return known;
      const representation = representQuery(found.body, found.plan, context);
      if (found.cached) byPlan.set(found.key, representation, representation.weightBesideBody);
      return representation;
    },
  };

  function readPlan(bytes: Uint8Array): Plan | Refusal {
    const body = parseJsonBody(bytes);
    return isRefusal(body) ? body : validatePlan(body.value, questions.grammar, body.text);
  }
}

function representQuery(body: Uint8Array, plan: Plan, { represent }: HandlerContext): Representation {
  const parameters = formatParameters(plan);
  return represent({
    contentType: json,
    body,
    validator: null,
    caching: unstored,
    // The answer to POST depends on the override header.
    varyBy: overrideHeader,
    // RFC 10008 2.4: the address at which a GET runs the same query.
    fields: parameters === null ? [] : ['Location', `/api/pages?${parameters}`],
  });
}
