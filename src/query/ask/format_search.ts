import { caps } from './caps.ts';
import { FIELD_PREFIX } from './read_search.ts';
import type { DateRange, SearchPlan } from './search_plan.ts';

/**
 * The query string of a search, without its question mark: `readSearch` parses it into an equal plan. Parameters have a fixed
 * order and defaults are omitted, so equal plans give equal strings.
 */
export function formatSearch(plan: SearchPlan): string {
  const { q, collection, tags, fields, language, updated, published } = plan;
  const { limit, offset, sections, facets, fieldFacets, values, suggest } = plan;
  const value = (name: string, text: string | null): string[] =>
    text === null ? [] : [`${name}=${encodeURIComponent(text)}`];
  const unless = (name: string, given: string | number, otherwise: string | number): string[] =>
    given === otherwise ? [] : [`${name}=${given}`];
  return [
    ...value('q', q),
    ...unless('prefix', plan.prefix, 'last'),
    ...unless('typos', plan.typos, 'auto'),
    ...value('collection', collection),
    ...tags.flatMap((tag) => value('tag', tag)),
    ...fields.flatMap(([field, text]) => value(FIELD_PREFIX + field, text)),
    ...value('language', language),
    ...value('updated', updated === null ? null : formatDates(updated)),
    ...value('published', published === null ? null : formatDates(published)),
    ...unless('sort', plan.sort, 'relevance'),
    ...unless('limit', limit, caps.limit.default),
    ...unless('offset', offset, 0),
    ...unless('sections', sections, caps.sections.default),
    ...unless('facets', [...facets, ...fieldFacets.map((field) => FIELD_PREFIX + field)].join(','), ''),
    ...unless('values', values, 0),
    ...unless('suggest', suggest, 0),
  ].join('&');
}

function formatDates({ from, to }: DateRange): string {
  return `${from === null ? '' : formatDay(from)}..${to === null ? '' : formatDay(to)}`;
}

function formatDay(day: number): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
