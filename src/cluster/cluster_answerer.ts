import type { CacheBudget } from '../cache/cache_budget.ts';
import { createQueryAnalyser, type QueryAnalyser } from '../corpus/analysis/analyse_query.ts';
import type { Answerer } from '../engine/answerer.ts';
import type { Facet, MatchQuery, Plan, Query, TraverseQuery } from '../query/ask/plan.ts';
import type { Engine } from '../query/match/engine.ts';
import { matchQuery } from '../query/match/match_query.ts';
import type { MatchSet } from '../query/match/match_set.ts';
import { finish } from '../query/match/steps.ts';
import { Workspace } from '../query/match/workspace.ts';
import { askedNames } from '../query/rank/asked.ts';
import { rankRows } from '../query/rank/rank_rows.ts';
import type { Row } from '../query/rank/top.ts';
import { type FacetCounts, FacetTexts } from '../query/show/facets.ts';
import { QuestionMemory, writeFound } from '../query/show/write_answer.ts';
import type { BuildAsker, Found } from './ask_build.ts';
import { type AskedTerms, askedTerms } from './asked_terms.ts';
import { fetchBest, foundPage } from './fetch_best.ts';
import { asksCandidates, fetchCandidates, translateLoosely } from './fetch_candidates.ts';
import { findAllNamed, withNamed } from './find_named.ts';
import { engineOver, type FoundCorpus, openFound } from './found_corpus.ts';
import type { ClusterSite } from './index/site_parts.ts';
import { matchNegated } from './match_negated.ts';
import { type Dsl, narrowed, type Translation, translate, translateFilters, translateRelaxed } from './translate.ts';
import { pagesOf, walkLinks } from './walk_links.ts';

/** What questions about one build share. */
export interface ClusterParts {
  readonly site: ClusterSite;
  readonly asker: BuildAsker;
  readonly analyser: QueryAnalyser;
  readonly facetTexts: FacetTexts;
}

export function openClusterParts(site: ClusterSite, asker: BuildAsker, budget: CacheBudget): ClusterParts {
  const tags = { slug: (tag: number) => site.tagSlugs.get(tag), title: (tag: number) => site.tagTitles.get(tag) };
  const cacheBytes = budget.boundOf('words');
  return {
    ...{ site, asker },
    analyser: createQueryAnalyser(site.analyser.algorithms, site.settings.language, { cacheBytes }),
    facetTexts: new FacetTexts({ tags }, budget.boundOf('facets')),
  };
}

/** An answer before it is written: rows are pages of a corpus made for it. */
interface FoundAnswer {
  readonly engine: Engine;
  readonly matched: MatchSet;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly relaxed: boolean;
  readonly facets: FacetCounts | null;
}

/**
 * Answers from a cluster: it finds, counts and gives the best pages with their asked words; the stages of the embedded engine run over
 * these pages, so that sums, order, excerpts and bytes are theirs.
 */
export function createClusterAnswerer(parts: ClusterParts): Answerer {
  return {
    async answer(plan, signal) {
      signal.throwIfAborted();
      const answers = await Promise.all(plan.queries.map((query) => findAnswer(parts, query, signal)));
      return writePlan(parts, plan, answers);
    },
    inSteps: () => null,
  };
}

function writePlan({ facetTexts }: ClusterParts, plan: Plan, answers: readonly FoundAnswer[]): Uint8Array {
  const memory = new QuestionMemory(0, facetTexts);
  const { writer } = memory;
  if (plan.batch) writer.text('{"answers":[');
  answers.forEach(({ engine, matched, rows, total, relaxed, facets }, i) => {
    if (i > 0) writer.text(',');
    finish(
      writeFound(engine, memory, matched, rows, { total, relaxed, facets: facets === null ? null : () => facets }),
    );
  });
  if (plan.batch) writer.text(']}');
  return writer.take();
}

async function findAnswer(parts: ClusterParts, query: Query, signal: AbortSignal): Promise<FoundAnswer> {
  if (query.form === 'traverse') return answerWalk(parts, query, signal);
  const matchedHere = query.form === 'match' ? await answerCandidates(parts, query, signal) : null;
  if (matchedHere !== null) return matchedHere;
  const filters = translateFilters(parts.site, query);
  const isMatched = query.form === 'match' && filters !== null;
  const known = isMatched ? await matchNegated(parts, query.match, filters, signal) : undefined;
  const translation = translate(parts.site, parts.analyser, query, known);
  return translation.order === 'sum'
    ? answerScored(parts, query, translation, signal)
    : answerListed(parts, query, translation, signal);
}

/** What is counted beside the rows. */
function aggregationsOf({ tagSlugs, settings }: ClusterSite, facets: readonly Facet[]): Dsl {
  const terms = (field: string, size: number) => ({ terms: { field, size: Math.max(1, size) } });
  return {
    ...(facets.includes('collection') && { collection: terms('collection', settings.collections.length + 1) }),
    ...(facets.includes('tags') && { tags: terms('tags', tagSlugs.count) }),
  };
}

function facetsOf(query: Query): readonly Facet[] {
  return 'facets' in query ? query.facets : [];
}

function countsOf(
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

const NO_TERMS: AskedTerms = { numbers: [], places: new Map() };
const NO_NAMES: Parameters<typeof openFound>[3] = new Map();

/** Answers a query whose rows have no score: slug, path, filter, and a tree of negation alone. */
async function answerListed(
  parts: ClusterParts,
  query: Exclude<Query, TraverseQuery>,
  { query: matching, order }: Translation,
  signal: AbortSignal,
): Promise<FoundAnswer> {
  const { site, asker } = parts;
  const filters = translateFilters(site, query);
  const facets = facetsOf(query);
  if (matching === null || filters === null) return nothing(parts, facets, query.form === 'match' ? [] : null);
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
    relaxed: false,
    facets: countsOf(site, facets, found),
  };
}

/** What writing reads of a match set whose rows have no score. */
const UNSCORED: MatchSet = {
  pages: new Uint32Array(),
  order: { by: 'path' },
  excerptTerms: null,
  clauses: null,
  relaxed: false,
};

/** The answer to a query that matches no page. */
function nothing(
  parts: ClusterParts,
  facets: readonly Facet[],
  excerptTerms: MatchSet['excerptTerms'],
  { relaxed = false, found = null }: { readonly relaxed?: boolean; readonly found?: Found | null } = {},
): FoundAnswer {
  const opened = openFound(parts.site, NO_TERMS, [], NO_NAMES);
  return {
    engine: engineOver(parts.analyser, opened),
    matched: { ...UNSCORED, excerptTerms },
    rows: [],
    total: 0,
    relaxed,
    facets: countsOf(parts.site, facets, found),
  };
}

/** Answers a query whose rows are ranked. */
async function answerScored(
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
  const isSomewhere = async ({ query: anywhere }: Translation): Promise<boolean> =>
    anywhere !== null && (await pageExists(asker, anywhere, signal));

  let found = await best(strict);
  let relaxed = false;
  if ((found?.found.total ?? 0) === 0 && query.form === 'match' && 'text' in query.match) {
    const isNarrowed = query.collection !== null || query.tag !== null;
    const loose = isNarrowed && (await isSomewhere(strict)) ? null : translateRelaxed(site, analyser, query.match);
    if (loose !== null) {
      found = await best(loose);
      relaxed = (found?.found.total ?? 0) > 0 || (isNarrowed && (await isSomewhere(loose)));
    }
  }
  const named = await naming;
  if (found === null || found.found.total === 0)
    return nothing(parts, facets, [], { relaxed, found: found?.found ?? null });
  const pages = await withNamed(asker, found, asked, [...named.values()].flat(), signal);
  const opened = openFound(site, asked, pages, named);
  const engine = engineOver(parts.analyser, opened);
  const { matched, rows } = await rankFound(engine, opened, asker, { ...query, collection: null, tag: null }, signal);
  return { engine, matched, rows, total: found.found.total, relaxed, facets: countsOf(site, facets, found.found) };
}

/** Answers a tree of many words by matching the few pages that may match. @returns null: it has few words, or too many pages */
async function answerCandidates(
  parts: ClusterParts,
  query: MatchQuery,
  signal: AbortSignal,
): Promise<FoundAnswer | null> {
  const { site, asker, analyser } = parts;
  if (!asksCandidates(analyser, query.match)) return null;
  const asked = askedTerms(site, analyser, query);
  const filters = translateFilters(site, query);
  const candidates = translateLoosely(site, analyser, query.match);
  if (filters === null || candidates === null) return nothing(parts, query.facets, []);
  const pages = await fetchCandidates(asker, candidates, filters, asked, signal);
  if (pages === null) return null;
  const opened = openFound(site, asked, pages, await findAllNamed(asker, askedNames(analyser, query), signal));
  const engine = engineOver(parts.analyser, opened);
  const { matched, rows } = await rankFound(engine, opened, asker, { ...query, collection: null, tag: null }, signal);
  const total = matched.pages.length;
  if (total === 0) return nothing(parts, query.facets, []);
  const counted =
    query.facets.length === 0
      ? null
      : await countFacets(
          parts,
          Array.from(matched.pages, (page) => opened.numbers[page]!),
          query.facets,
          signal,
        );
  return { engine, matched, rows, total, relaxed: false, facets: countsOf(site, query.facets, counted) };
}

/** Counts pages by facets. */
function countFacets(
  { asker, site }: ClusterParts,
  pages: readonly number[],
  facets: readonly Facet[],
  signal: AbortSignal,
): Promise<Found> {
  const query = { bool: { filter: [{ terms: { page: pages } }] } };
  return asker.search({ query, size: 0, aggs: aggregationsOf(site, facets) }, signal);
}

/** Whether any page matches. */
async function pageExists(asker: BuildAsker, query: Dsl, signal: AbortSignal): Promise<boolean> {
  const { total } = await asker.search({ query: { bool: { filter: [query] } }, size: 0, terminate_after: 1 }, signal);
  return total > 0;
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

/** Answers a walk along links. */
async function answerWalk(parts: ClusterParts, query: TraverseQuery, signal: AbortSignal): Promise<FoundAnswer> {
  const { site, asker } = parts;
  const filters = translateFilters(site, query);
  const { facets } = query;
  let reached = filters === null ? [] : await walkLinks(asker, query.traverse, signal);
  if (filters !== null && filters.length > 0 && reached.length > 0) {
    const among = { terms: { page: reached.map(({ page }) => page) } };
    const passing = new Set(await pagesOf(asker, { bool: { filter: [among, ...filters] } }, signal));
    reached = reached.filter(({ page }) => passing.has(page));
  }
  if (reached.length === 0) return nothing(parts, facets, null);
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
    relaxed: false,
    facets: countsOf(site, facets, found),
  };
}
