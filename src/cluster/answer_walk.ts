import type { TraverseQuery } from '../query/ask/plan.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { countFacets, countsOf } from './count_facets.ts';
import { pagesOf, walkLinks } from './fetch/walk_links.ts';
import { engineOver, openFound } from './found/found_corpus.ts';
import { emptyAnswer, type FoundAnswer, NO_NAMES, NO_TERMS, UNSCORED } from './found_answer.ts';
import { translateFilters } from './translate/translate.ts';

/** Answers a walk along links. */
export async function answerWalk(parts: ClusterParts, query: TraverseQuery, signal: AbortSignal): Promise<FoundAnswer> {
  const { site, asker } = parts;
  const filters = translateFilters(site, query);
  const { facets } = query;
  let reached = filters === null ? [] : await walkLinks(asker, query.traverse, signal);
  if (filters !== null && filters.length > 0 && reached.length > 0) {
    const among = { terms: { page: reached.map(({ page }) => page) } };
    const passing = new Set(await pagesOf(asker, { bool: { filter: [among, ...filters] } }, signal));
    reached = reached.filter(({ page }) => passing.has(page));
  }
  if (reached.length === 0) return emptyAnswer(parts, facets, null);
  const first = reached.slice(0, query.limit);
  const [found, shown] = await Promise.all([
    facets.length === 0
      ? null
      : countFacets(
          parts,
          reached.map(({ page }) => page),
          facets,
          signal,
        ),
    asker.shown(
      first.map(({ page }) => page),
      signal,
    ),
  ]);
  const opened = openFound(
    site,
    NO_TERMS,
    first.map(({ page }) => ({ page, newest: 0, words: null })),
    NO_NAMES,
  );
  const rows = first.map(({ page }) => ({ page: opened.numbers.indexOf(page), sum: 0 }));
  const distances = new Uint8Array(rows.length);
  rows.forEach(({ page }, i) => {
    distances[page] = first[i]!.distance;
    opened.show(page, shown[i]!);
  });
  return {
    engine: engineOver(parts.analyser, opened),
    matched: { ...UNSCORED, order: { by: 'distance', distances } },
    rows,
    total: reached.length,
    facets: countsOf(site, facets, found),
  };
}
