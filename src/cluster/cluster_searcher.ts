import type { Searcher } from '../engine/searcher.ts';
import { QuestionScratch } from '../query/show/write_answer.ts';
import { writeSearch } from '../query/show/write_search.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { runAgain } from './run_again.ts';

/** Searches a build in a cluster as people type. */
export function createClusterSearcher(parts: ClusterParts): Searcher {
  return {
    search: (plan, signal) =>
      runAgain(
        parts,
        (engine) => writeSearch(engine, new QuestionScratch(engine.corpus.pages.count, parts.facetTexts), plan),
        signal,
      ),
    inSteps: () => null,
  };
}
