import { caps } from './caps.ts';
import type { Plan, Query } from './query.ts';

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
  return [
    ...search,
    ...(collection === null ? [] : [`collection=${encodeURIComponent(collection)}`]),
    ...(tag === null ? [] : [`tag=${encodeURIComponent(tag)}`]),
    ...(limit === caps.limit.default ? [] : [`limit=${limit}`]),
    ...(facets.length === 0 ? [] : [`facets=${facets.join(',')}`]),
  ].join('&');
}

/** Null for a search that parameters have no words for. */
function spellSearch(query: Query): string[] | null {
  if (query.form === 'filter') return [];
  if (query.form !== 'match' || !('text' in query.match)) return null;
  const { text, in: field } = query.match;
  const q = `q=${encodeURIComponent(text)}`;
  return field === 'all' ? [q] : [q, `in=${field}`];
}
