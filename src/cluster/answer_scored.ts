import { finish } from '../async/steps.ts';
import type { MatchQuery, Query, TraverseQuery } from '../query/ask/plan.ts';
import type { Engine } from '../query/match/engine.ts';
import { matchQuery } from '../query/match/match_query.ts';
import type { MatchSet } from '../query/match/match_set.ts';
import { Workspace } from '../query/match/workspace.ts';
import { askedNames } from '../query/rank/asked.ts';
import { rankRows } from '../query/rank/rank_rows.ts';
import type { Row } from '../query/rank/top.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { aggregationsOf, countFacets, countsOf, facetsOf } from './count_facets.ts';
import type { BuildAsker } from './fetch/ask_build.ts';
import { fetchBest } from './fetch/fetch_best.ts';
import { asksCandidates, fetchCandidates, translateLoosely } from './fetch/fetch_candidates.ts';
import { findAllNamed, withNamed } from './fetch/find_named.ts';
import { engineOver, type FoundCorpus, openFound } from './found/found_corpus.ts';
import { emptyAnswer, type FoundAnswer } from './found_answer.ts';
import { askedTerms } from './translate/asked_terms.ts';
import type { Translation } from './translate/dsl.ts';
import { narrowed, translateFilters } from './translate/translate.ts';

/** Answers a query whose rows are ranked. */
export async function answerScored(
  parts: ClusterParts,
  query: Exclude<Query, TraverseQuery>,
  strict: Translation,
  signal: AbortSignal,
): Promise<FoundAnswer> {
  const { site, asker, analyser } = parts;
  const filters = translateFilters(site, query);
  const facets = facetsOf(query);
  const asked = askedTerms(site, analyser, query);
  const naming = findAllNamed(asker, askedNames(analyser, query), signal);
  // It is awaited after other requests. When one of these fails first, nobody awaits it, and its failure would end the process.
  naming.catch(() => undefined);
  const best = async (translation: Translation) => {
    if (translation.query === null || filters === null) return null;
    const narrow = narrowed(translation.query, filters);
    const more = { aggs: aggregationsOf(site, facets) };
    const { pages, found } = await fetchBest(
      asker,
      { query: narrow, parts: translation.parts, terms: asked.numbers, more },
      signal,
    );
    return { pages, found, query: narrow };
  };
  const found = await best(strict);
  const named = await naming;
  if (found === null || found.found.total === 0) return emptyAnswer(parts, facets, [], found?.found ?? null);
  const pages = await withNamed(asker, found, asked, [...named.values()].flat(), signal);
  const opened = openFound(site, asked, pages, named);
  const engine = engineOver(parts.analyser, opened);
  const { matched, rows } = await rankFound(engine, opened, asker, { ...query, collection: null, tag: null }, signal);
  return { engine, matched, rows, total: found.found.total, facets: countsOf(site, facets, found.found) };
}

/** Answers a tree of many words by matching the few pages that may match. @returns null: it has few words, or too many pages */
export async function answerCandidates(
  parts: ClusterParts,
  query: MatchQuery,
  signal: AbortSignal,
): Promise<FoundAnswer | null> {
  const { site, asker, analyser } = parts;
  if (!asksCandidates(analyser, query.match)) return null;
  const asked = askedTerms(site, analyser, query);
  const filters = translateFilters(site, query);
  const candidates = translateLoosely(site, analyser, query.match);
  if (filters === null || candidates === null) return emptyAnswer(parts, query.facets, []);
  const pages = await fetchCandidates(asker, candidates, filters, asked, signal);
  if (pages === null) return null;
  const opened = openFound(site, asked, pages, await findAllNamed(asker, askedNames(analyser, query), signal));
  const engine = engineOver(parts.analyser, opened);
  const { matched, rows } = await rankFound(engine, opened, asker, { ...query, collection: null, tag: null }, signal);
  const total = matched.pages.length;
  if (total === 0) return emptyAnswer(parts, query.facets, []);
  const counted =
    query.facets.length === 0
      ? null
      : await countFacets(
          parts,
          Array.from(matched.pages, (page) => opened.numbers[page]!),
          query.facets,
          signal,
        );
  return { engine, matched, rows, total, facets: countsOf(site, query.facets, counted) };
}

/** Runs the stages of matching and ranking over found pages, and fetches what their rows show. */
async function rankFound(
  engine: Engine,
  opened: FoundCorpus,
  asker: BuildAsker,
  query: Query,
  signal: AbortSignal,
): Promise<{ readonly matched: MatchSet; readonly rows: readonly Row[] }> {
  const fetch = async (pages: readonly number[]): Promise<void> => {
    const missing = pages.filter((page) => !opened.bodies.has(page));
    const shown = await asker.shown(
      missing.map((page) => opened.numbers[page]!),
      signal,
    );
    shown.forEach((each, i) => {
      opened.show(missing[i]!, each);
    });
  };
  for (;;) {
    const workspace = new Workspace(opened.numbers.length);
    const matched = finish(matchQuery(engine, workspace, query));
    const rows = finish(rankRows(engine, query, matched));
    // Comparing a passage word for word reads the texts of some pages.
    const { missing } = opened.bodies;
    if (missing.size === 0) {
      await fetch(rows.map(({ page }) => page));
      return { matched, rows };
    }
    await fetch([...missing]);
  }
}
