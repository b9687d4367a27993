import type { Searcher } from '../engine/searcher.ts';
import { QuestionScratch } from '../query/show/write_answer.ts';
import { writeSearch } from '../query/show/write_search.ts';
import type { ClusterParts } from './cluster_parts.ts';
import type { StageRunner } from './run_again.ts';

/** Searches a build in a cluster as people type. */
export function createClusterSearcher({ facetTexts }: ClusterParts, runner: StageRunner): Searcher {
  return {
    async search(plan, signal) {
      return runner.run(
        (engine) => writeSearch(engine, new QuestionScratch(engine.corpus.pages.count, facetTexts), plan),
        signal,
      );
    },
    inSteps: () => null,
  };
}
