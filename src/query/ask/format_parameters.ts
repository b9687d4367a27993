import { countCharacters } from '../../text/count_characters.ts';
import { caps } from './caps.ts';
import type { Plan, Query } from './plan.ts';

/** In characters. Servers and caches on the way may not accept a longer request line (RFC 9110 4.1). */
const longest = 8000;

/**
 * The query string, without its question mark, of the equal `GET /api/pages`; null when parameters cannot express the plan.
 * `readParameters` parses it into an equal plan. Parameters have a fixed order; defaults are omitted.
 */
export function formatParameters(plan: Plan): string | null {
  const query = plan.queries[0];
  if (plan.batch || query === undefined) return null;
  const search = formatMatch(query);
  if (search === null || (query.form !== 'match' && query.form !== 'filter')) return null;
  const { collection, tag, limit, facets } = query;
  const parameters = [
    ...search,
    ...(collection === null ? [] : [`collection=${encodeURIComponent(collection)}`]),
    ...(tag === null ? [] : [`tag=${encodeURIComponent(tag)}`]),
    ...(limit === caps.limit.default ? [] : [`limit=${limit}`]),
    ...(facets.length === 0 ? [] : [`facets=${facets.join(',')}`]),
  ].join('&');
  return parameters.length > longest ? null : parameters;
}

/** Null for a search that parameters cannot express. */
function formatMatch(query: Query): string[] | null {
  if (query.form === 'filter') return [];
  if (query.form !== 'match' || !('text' in query.match)) return null;
  const { text, in: field } = query.match;
  // NFC may have made a text longer than the cap on sent text.
  if (countCharacters(text) > caps.length.clause) return null;
  const q = `q=${encodeURIComponent(text)}`;
  return field === 'all' ? [q] : [q, `in=${field}`];
}
