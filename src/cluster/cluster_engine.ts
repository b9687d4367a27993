import type { CacheBudget } from '../cache/cache_budget.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import { translationsOf } from '../query/show/translations.ts';
import { copiesOf } from '../query/show/write_copies.ts';
import { namesOfVersions } from '../text/version_place.ts';
import { type ClusterClient, DEADLINE } from './client/cluster_client.ts';
import { answerPlan, answerSearch } from './cluster_answerer.ts';
import { createClusterPageReader } from './cluster_page_reader.ts';
import { openClusterParts } from './cluster_parts.ts';
import { createClusterSiteLists } from './cluster_site_lists.ts';
import { createBuildAsker, patientAsker } from './fetch/ask_build.ts';
import { ATTEMPTS, createQuestionLimit, within } from './fetch/limit_questions.ts';
import type { ClusterSite } from './index/site_parts.ts';

export interface ClusterEngineOptions {
  readonly client: ClusterClient;
  /** The build's own index, never an alias. */
  readonly index: string;
  readonly site: ClusterSite;
  readonly budget: CacheBudget;
  /** Milliseconds for one attempt of one request. */
  readonly deadline?: number;
}

/** Answers from one build in a cluster. */
export function createClusterEngine({
  client,
  index,
  site,
  budget,
  deadline = DEADLINE,
}: ClusterEngineOptions): SiteEngine {
  const asker = createBuildAsker(client, index, deadline);
  const patient = patientAsker(asker, ATTEMPTS * deadline);
  const parts = openClusterParts(site, asker, budget);
  const limit = createQuestionLimit();
  const ask = <Answer>(signal: AbortSignal, work: (bounded: AbortSignal) => Promise<Answer>): Promise<Answer> =>
    within(signal, deadline, (bounded) => limit(bounded, () => work(bounded)));
  return {
    settings: site.settings,
    stamps: site.stamps,
    get languages() {
      return site.pages.languages;
    },
    get versions() {
      return namesOfVersions(site.copies.versions);
    },
    copies: (page, most) => copiesOf(site, page, most),
    translations: (page) => translationsOf(site, page),
    neighbours: (page) => site.neighbours(page),
    answerer: {
      answer: (plan, signal) => ask(signal, (bounded) => answerPlan(parts, plan, bounded)),
      inSteps: () => null,
    },
    searcher: {
      search: (plan, signal) => ask(signal, (bounded) => answerSearch(parts, plan, bounded)),
      inSteps: () => null,
    },
    pages: createClusterPageReader(patient, budget),
    lists: createClusterSiteLists(site, patient),
    map: { bytes: () => site.map },
  };
}
