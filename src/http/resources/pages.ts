import { createBoundedCache } from '../../cache/bounded_cache.ts';
import { overrideHeader } from '../../discovery/resources.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { renderAcceptQuery } from '../../protocol/query_fields.ts';
import { caps } from '../../query/ask/caps.ts';
import type { Plan } from '../../query/ask/plan.ts';
import { queryKey } from '../../query/ask/plan_key.ts';
import { readParameters } from '../../query/ask/read_parameters.ts';
import { spellParameters } from '../../query/ask/spell_parameters.ts';
import { validatePlan } from '../../query/ask/validate.ts';
import { answerPlan } from '../../query/show/render_answer.ts';
import { unstored } from '../answers/caching.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import { readBody } from '../requests/read_body.ts';
import { jsonBody, parseJsonBody } from '../requests/read_json_body.ts';
import { createTurns } from '../turns.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

const cacheBytes = 64 * 1024 * 1024;
const json = 'application/json';
/** Longer query strings are read anew each time: they are rare, and would fill the cache with keys. */
const longestKeptSearch = 2048;

/** Keys of questions asked once: most are never asked again, and keeping their answers would only push out others. */
const askedOnceBytes = 4 * 1024 * 1024;

/** How a question was put: as parameters, or as a body. */
type Spelling = 'read' | 'queried';

/** An answer's body, and what it is given as: made when it is first asked for in that spelling. */
type KeptSpellings = { readonly body: Uint8Array } & { [spelling in Spelling]?: Representation };

/** `/api/pages`: the query surface, as parameters (GET) and as a body (QUERY), through one validator (specification 4.1 to 4.3). */
export function handlePages(site: Site): HandlerOf<'pages'> {
  const askedOnce = createBoundedCache<true>(askedOnceBytes);
  const answered = createBoundedCache<KeptSpellings>(cacheBytes);
  const bySearch = createBoundedCache<Representation>(cacheBytes);
  const inTurn = createTurns();

  /** The answer to a plan. Its body is kept when it is asked for again, and what is made of the body from then on. */
  function answer(plan: Plan, spelling: Spelling): { readonly given: Representation; readonly kept: boolean } {
    const key = queryKey(plan);
    const known = answered.get(key);
    const ready = known?.[spelling];
    if (ready !== undefined) return { given: ready, kept: true };
    const body = known?.body ?? answerPlan(site.corpus, plan);
    const given = represent[spelling](site, body, plan);
    if (known !== undefined) answered.set(key, { ...known, [spelling]: given }, 2 * given.weight);
    else if (askedOnce.get(key) !== undefined) answered.set(key, { body }, body.length);
    else askedOnce.set(key, true, 0);
    return { given, kept: known !== undefined };
  }

  function search(spelled: string): Representation | Refusal {
    const plan = readParameters(spelled, site.grammar);
    if (isRefusal(plan)) return plan;
    const { given, kept } = answer(plan, 'read');
    if (kept && spelled.length <= longestKeptSearch) bySearch.set(spelled, given, given.weight);
    return given;
  }

  function query(bytes: Uint8Array): Representation | Refusal {
    const body = parseJsonBody(bytes);
    if (isRefusal(body)) return body;
    const plan = validatePlan(body.value, site.grammar);
    return isRefusal(plan) ? plan : answer(plan, 'queried').given;
  }

  return {
    GET({ search: spelled }) {
      const asked = spelled ?? '';
      return bySearch.get(asked) ?? inTurn(() => search(asked));
    },

    async QUERY({ request }) {
      const bytes = await readBody(request, jsonBody(caps.body.maximum));
      return isRefusal(bytes) ? bytes : inTurn(() => query(bytes));
    },
  };
}

const represent = {
  read(site: Site, body: Uint8Array): Representation {
    return createRepresentation({
      contentType: json,
      body,
      validator: site.validator,
      caching: site.caching.read,
      fields: ['Accept-Query', renderAcceptQuery([json])],
    });
  },

  queried(_site: Site, body: Uint8Array, plan: Plan): Representation {
    const parameters = spellParameters(plan);
    return createRepresentation({
      contentType: json,
      body,
      validator: null,
      caching: unstored,
      // POST names one address for two methods; the override tells them apart.
      varyBy: overrideHeader,
      // RFC 10008 2.4: where a GET asks the same.
      fields: parameters === null ? [] : ['Location', `/api/pages?${parameters}`],
    });
  },
};
