import type { CacheBudget } from '../cache/cache_budget.ts';
import type { SearchAnswer, Searcher } from '../engine/searcher.ts';
import { createEngine } from '../query/match/engine.ts';
import { createTypingEngine, SearchMemory } from '../query/type/typing_engine.ts';
import { writeSearch } from '../query/type/write_search.ts';
import type { ClusterParts } from './cluster_parts.ts';
import { ClusterUnavailable } from './fetch/cluster_unavailable.ts';
import { Missed } from './missing.ts';
import { openSearchTables } from './open_search_tables.ts';
import { SearchCorpus } from './search_corpus.ts';

/** Most times that a search asks the cluster. A search that needs more is not answered. */
const MOST_ROUNDS = 60;

/** Searches a build in a cluster as people type. */
export function createClusterSearcher(parts: ClusterParts, budget: CacheBudget): Searcher {
  const { site, analyser, facetTexts } = parts;
  let opened: ReturnType<typeof open> | null = null;

  function open() {
    const tables = openSearchTables(site, budget);
    const engine = { ...createEngine(tables.base, budget), analyser };
    return { tables, typing: createTypingEngine(engine, budget) };
  }

  return {
    async search(plan, signal) {
      signal.throwIfAborted();
      // The tables are in memory from the first search on.
      opened ??= open();
      const { tables, typing } = opened;
      const search = new SearchCorpus(parts, tables);
      const engine = { ...typing.engine, corpus: search.corpus };
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const answer = run(search, () =>
          writeSearch({ ...typing, engine }, new SearchMemory(engine, facetTexts), plan),
        );
        if (answer !== null) return answer;
        await search.fetch(signal);
      }
      throw new ClusterUnavailable('incomplete');
    },
    inSteps: () => null,
  };
}

/** Runs a search until it misses something. @returns null when it does: its answer would be wrong */
function run(search: SearchCorpus, start: () => ReturnType<typeof writeSearch>): SearchAnswer | null {
  const steps = start();
  try {
    for (;;) {
      const step = steps.next();
      if (search.isMissing) return null;
      if (step.done) return step.value;
    }
  } catch (error) {
    if (error instanceof Missed) return null;
    throw error;
  }
}
