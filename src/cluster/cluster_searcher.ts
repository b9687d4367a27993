import type { Searcher } from '../engine/searcher.ts';
import type { ClusterParts } from './cluster_answerer.ts';
import { ClusterUnavailable } from './cluster_unavailable.ts';

export function createClusterSearcher(_: ClusterParts): Searcher {
  return {
    async search() {
      throw new ClusterUnavailable('refused');
    },
    inSteps: () => null,
  };
}
