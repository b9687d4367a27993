import { countCharacters } from '../../text/count_characters.ts';
import { caps } from './caps.ts';
import type { Plan, Query } from './plan.ts';

/** In characters. A longer query string may not fit the first line that a server or a cache on the way reads (RFC 9110 4.1). */
const longest = 8000;

/**
 * The query string, without its question mark, by which `GET /api/pages` asks the same, or null when none does:
 * `readParameters` makes the equal plan of it. Parameters come in one order and defaults are left out.
 */
export function spellParameters(plan: Plan): string | null {
  const query = plan.queries[0];
  if (plan.batch || query === undefined) return null;
  const search = spellSearch(query);
  if (search === null || (query.form !== 'match' && query.form !== 'filter')) return null;
  const { collection, tag, limit, facets } = query;
  const spelled = [
    ...search,
    ...(collection === null ? [] : [`collection=${encodeURIComponent(collection)}`]),
    ...(tag === null ? [] : [`tag=${encodeURIComponent(tag)}`]),
    ...(limit === caps.limit.default ? [] : [`limit=${limit}`]),
    ...(facets.length === 0 ? [] : [`facets=${facets.join(',')}`]),
  ].join('&');
  return spelled.length > longest ? null : spelled;
}

/** Null for a search that parameters have no words for. */
function spellSearch(query: Query): string[] | null {
  if (query.form === 'filter') return [];
  if (query.form !== 'match' || !('text' in query.match)) return null;
  const { text, in: field } = query.match;
  // Normal form may have made a text longer than a caller may send.
  if (countCharacters(text) > caps.length.clause) return null;
  const q = `q=${encodeURIComponent(text)}`;
  return field === 'all' ? [q] : [q, `in=${field}`];
}
