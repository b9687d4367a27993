import { parentPort } from 'node:worker_threads';
import { packBlock } from '../corpus/artefact/packed_items.ts';
import { layOutMap, type MapLayout } from '../corpus/map/lay_out_map.ts';
import { type SpaceProblem, solveSpace } from '../corpus/space/build_space.ts';
import type { DenseRows } from '../corpus/space/sparse_rows.ts';
import { type JoinedBytes, joinBytes } from './joined_bytes.ts';

/** The links of page p are `[starts[p], starts[p + 1])` of `links`. */
interface MapProblem {
  readonly starts: Uint32Array;
  readonly links: Uint32Array;
  readonly groups: Uint32Array;
}

export type HelperTask =
  | { readonly kind: 'blocks'; readonly blocks: JoinedBytes }
  | { readonly kind: 'map'; readonly map: MapProblem }
  | { readonly kind: 'space'; readonly space: SpaceProblem };

parentPort!.on('message', (task: HelperTask) => {
  const result = solve(task);
  parentPort!.postMessage(result, 'bytes' in result ? [result.bytes.buffer] : []);
});

function solve(task: HelperTask): JoinedBytes | MapLayout | DenseRows {
  switch (task.kind) {
    case 'blocks':
      return packBlocks(task.blocks);
    case 'map':
      return solveMap(task.map);
    case 'space':
      return solveSpace(task.space);
  }
}

function packBlocks({ bytes, ends }: JoinedBytes): JoinedBytes {
  let start = 0;
  const packed = Array.from(ends, (end) => {
    const block = packBlock([bytes.subarray(start, end)]);
    start = end;
    return block;
  });
  return joinBytes(packed);
}

function solveMap({ starts, links, groups }: MapProblem): MapLayout {
  const ofPages = Array.from(groups, (_, page) => links.subarray(starts[page]!, starts[page + 1]!));
  return layOutMap(ofPages, groups);
}
