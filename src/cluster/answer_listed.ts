import type { Query, TraverseQuery } from '../query/ask/plan.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { aggregationsOf, countsOf, facetsOf } from './count_facets.ts';
import { foundPage } from './fetch/fetch_best.ts';
import { engineOver, openFound } from './found/found_corpus.ts';
import { emptyAnswer, type FoundAnswer, NO_NAMES, NO_TERMS, UNSCORED } from './found_answer.ts';
import type { Translation } from './translate/dsl.ts';
import { translateFilters } from './translate/translate.ts';

/** Answers a query whose rows have no score: slug, path, filter, and a tree of negation alone. */
export async function answerListed(
  parts: ClusterParts,
  query: Exclude<Query, TraverseQuery>,
  { query: matching, order }: Translation,
  signal: AbortSignal,
): Promise<FoundAnswer> {
  const { site, asker } = parts;
  const filters = translateFilters(site, query);
  const facets = facetsOf(query);
  if (matching === null || filters === null) return emptyAnswer(parts, facets, query.form === 'match' ? [] : null);
  const found = await asker.search(
    {
      query: { bool: { filter: [matching, ...filters] } },
      size: query.limit,
      sort: order === 'date' ? [{ newest: 'asc' }, { page: 'asc' }] : [{ page: 'asc' }],
      _source: ['shown'],
      aggs: aggregationsOf(site, facets),
    },
    signal,
  );
  const pages = found.hits.map((hit) => (order === 'date' ? foundPage(hit, 1, 0) : foundPage(hit, 0)));
  const opened = openFound(site, NO_TERMS, pages, NO_NAMES);
  found.hits.forEach(({ _source }, i) => {
    opened.show(opened.numbers.indexOf(pages[i]!.page), _source!.shown!);
  });
  return {
    engine: engineOver(parts.analyser, opened),
    matched: { ...UNSCORED, excerptTerms: query.form === 'match' ? [] : null },
    rows: pages.map(({ page }) => ({ page: opened.numbers.indexOf(page), sum: 0 })),
    total: found.total,
    facets: countsOf(site, facets, found),
  };
}
