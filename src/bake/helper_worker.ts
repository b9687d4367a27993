import { parentPort } from 'node:worker_threads';
import { layOutMap, type MapLayout } from '../corpus/map/lay_out_map.ts';
import { type SpaceProblem, solveSpace } from '../corpus/space/build_space.ts';

/** The links of page p are `[starts[p], starts[p + 1])` of `links`. */
interface MapProblem {
  readonly starts: Uint32Array;
  readonly links: Uint32Array;
  readonly groups: Uint32Array;
}

export type HelperTask =
  | { readonly kind: 'map'; readonly map: MapProblem }
  | { readonly kind: 'space'; readonly space: SpaceProblem };

parentPort!.on('message', (task: HelperTask) => {
  parentPort!.postMessage(task.kind === 'map' ? solveMap(task.map) : solveSpace(task.space));
});

function solveMap({ starts, links, groups }: MapProblem): MapLayout {
  const ofPages = Array.from(groups, (_, page) => links.subarray(starts[page]!, starts[page + 1]!));
  return layOutMap(ofPages, groups);
}
