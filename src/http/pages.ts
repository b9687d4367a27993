import { overrideHeader } from '../discovery/resources.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { renderAcceptQuery } from '../protocol/query_fields.ts';
import { caps } from '../query/caps.ts';
import type { Plan } from '../query/query.ts';
import { queryKey } from '../query/query_key.ts';
import { readParameters } from '../query/read_parameters.ts';
import { answerPlan } from '../query/render_answer.ts';
import { spellParameters } from '../query/spell_parameters.ts';
import { validatePlan } from '../query/validate.ts';
import { createBoundedCache } from './bounded_cache.ts';
import { unstored } from './caching.ts';
import { readJsonBody } from './read_json_body.ts';
import { createRepresentation, type Representation } from './representation.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

const cacheBytes = 64 * 1024 * 1024;
const json = 'application/json';
/** Longer query strings are read anew each time: they are rare, and would fill the cache with keys. */
const longestKeptSearch = 2048;

/** The one answer to a question, under both spellings. */
interface Answered {
  readonly read: Representation;
  readonly queried: Representation;
}

/** `/api/pages`: the query surface, as parameters (GET) and as a body (QUERY), through one validator (specification 4.1 to 4.3). */
export function handlePages(site: Site): HandlerOf<'pages'> {
  const answered = createBoundedCache<Answered>(cacheBytes);
  const bySearch = createBoundedCache<Representation>(cacheBytes);

  /** The answer to a plan from the cache that both spellings share, evaluated when it is not there. */
  function answer(plan: Plan): Answered {
    const key = queryKey(plan);
    let found = answered.get(key);
    if (found === undefined) {
      found = represent(site, answerPlan(site.corpus, plan), spellParameters(plan));
      answered.set(key, found, found.read.weight + found.queried.weight);
    }
    return found;
  }

  return {
    GET({ search }) {
      const spelled = search ?? '';
      const kept = bySearch.get(spelled);
      if (kept !== undefined) return kept;
      const plan = readParameters(spelled, site.grammar);
      if (isRefusal(plan)) return plan;
      const { read } = answer(plan);
      if (spelled.length <= longestKeptSearch) bySearch.set(spelled, read, read.weight);
      return read;
    },

    async QUERY({ request }): Promise<Representation | Refusal> {
      const body = await readJsonBody(request, caps.body.maximum);
      if (isRefusal(body)) return body;
      const plan = validatePlan(body.value, site.grammar);
      return isRefusal(plan) ? plan : answer(plan).queried;
    },
  };
}

function represent(site: Site, body: Uint8Array, parameters: string | null): Answered {
  return {
    read: createRepresentation({
      contentType: json,
      body,
      validator: site.validator,
      caching: site.caching.read,
      fields: ['Accept-Query', renderAcceptQuery([json])],
    }),
    queried: createRepresentation({
      contentType: json,
      body,
      validator: null,
      caching: unstored,
      // POST names one address for two methods; the override tells them apart.
      varyBy: overrideHeader,
      // RFC 10008 2.4: where a GET asks the same.
      fields: parameters === null ? [] : ['Location', `/api/pages?${parameters}`],
    }),
  };
}
