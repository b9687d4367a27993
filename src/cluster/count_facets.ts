import type { Facet, Query } from '../query/ask/plan.ts';
import type { FacetCounts } from '../query/show/facets.ts';
import type { ClusterParts } from './cluster_parts.ts';
import type { Found } from './fetch/ask_build.ts';
import type { ClusterSite } from './index/site_parts.ts';
import type { Dsl } from './translate/dsl.ts';

/** The aggregations of a search that count its matches by facets. */
export function aggregationsOf({ tagSlugs, settings }: ClusterSite, facets: readonly Facet[]): Dsl {
  const terms = (field: string, size: number) => ({ terms: { field, size: Math.max(1, size) } });
  return {
    ...(facets.includes('collection') && { collection: terms('collection', settings.collections.length + 1) }),
    ...(facets.includes('tags') && { tags: terms('tags', tagSlugs.count) }),
  };
}

/** The facets that a query asks for; none for a form without facets. */
export function facetsOf(query: Query): readonly Facet[] {
  return 'facets' in query ? query.facets : [];
}

/** Reads the aggregations of a search. @param found null: no page matches @returns null without facets */
export function countsOf(
  { tagSlugs, settings }: ClusterSite,
  facets: readonly Facet[],
  found: Found | null,
): FacetCounts | null {
  if (facets.length === 0) return null;
  const counts = (name: Facet, size: number): Uint32Array | null => {
    if (!facets.includes(name)) return null;
    const numbers = new Uint32Array(size);
    for (const { key, doc_count: count } of found?.aggregations[name]?.buckets ?? []) numbers[key] = count;
    return numbers;
  };
  return { collections: counts('collection', settings.collections.length + 1), tags: counts('tags', tagSlugs.count) };
}

/** Counts pages by facets. */
export function countFacets(
  { asker, site }: ClusterParts,
  pages: readonly number[],
  facets: readonly Facet[],
  signal: AbortSignal,
): Promise<Found> {
  const query = { bool: { filter: [{ terms: { page: pages } }] } };
  return asker.search({ query, size: 0, aggs: aggregationsOf(site, facets) }, signal);
}
