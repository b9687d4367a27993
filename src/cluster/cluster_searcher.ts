import type { Searcher } from '../engine/searcher.ts';
import type { ClusterParts } from './cluster_answerer.ts';
import { ClusterError } from './cluster_error.ts';

export function createClusterSearcher(_: ClusterParts): Searcher {
  return {
    async search() {
      throw new ClusterError('refused');
    },
    inSteps: () => null,
  };
}
