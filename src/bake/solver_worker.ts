import { parentPort } from 'node:worker_threads';
import { layOutMap } from '../corpus/map/lay_out_map.ts';
import { type SpaceProblem, solveSpace } from '../corpus/space/build_space.ts';

/** The links of page p are `[starts[p], starts[p + 1])` of `links`. */
export interface MapProblem {
  readonly starts: Uint32Array;
  readonly links: Uint32Array;
  readonly groups: Uint32Array;
}

export type SolverTask = { readonly space: SpaceProblem } | { readonly map: MapProblem };

parentPort!.on('message', (task: SolverTask) => {
  const result = 'space' in task ? solveSpace(task.space) : solveMap(task.map);
  parentPort!.postMessage(result);
});

function solveMap({ starts, links, groups }: MapProblem) {
  const ofPages = Array.from(groups, (_, page) => links.subarray(starts[page]!, starts[page + 1]!));
  return layOutMap(ofPages, groups);
}
